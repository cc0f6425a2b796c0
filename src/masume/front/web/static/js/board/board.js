// The board on the page: the server's picture, and above it an accessible grid of cells for pointer and
// keyboard. The grid stays in place when the picture changes, so the focus is kept.

import { el, replace, svgEl } from "../ui/dom.js";
import { createDrawing } from "./drawing.js";
import { t } from "../app/messages.js";

/**
 * Create a board; `margin` is the width of the server's margin in cells.
 * @param {{ margin: number, onMove?: (cell: number) => void }} given
 */
export function createBoard({ margin, onMove = () => {} }) {
  const paper = el("div", { class: "paper", test: "board-picture" });
  const grid = el("div", { class: "cells", role: "grid", test: "board-grid" });
  const coordinates = el("div", { class: "coordinates", "aria-hidden": "true" }); // row and column numbers
  const pendingMarks = svgEl("svg", { class: "pending-marks", "aria-hidden": "true", preserveAspectRatio: "none" }); // optimistic marks: drawn, but not confirmed by the server
  const element = el("div", { class: "board", test: "board" }, paper, coordinates, pendingMarks, grid);
  let rows = 0;
  let cols = 0;
  let cursor = 0;
  let cells = [];
  let marked = new Set();
  let secondOnly = new Set();
  let drawsByTouch = false;
  const drawing = createDrawing(paper);
  /** @type {Server.Drawing | null} */
  let drawn = null;

  function build() {
    cells = Array.from({ length: rows * cols }, (_, cell) =>
      el("div", { role: "gridcell", tabindex: "-1", test: `cell-${cell}`, "data-cell": cell, "aria-colindex": (cell % cols) + 1 }));
    const lines = Array.from({ length: rows }, (_, row) =>
      el("div", { role: "row", "aria-rowindex": row + 1 }, cells.slice(row * cols, (row + 1) * cols)));
    replace(grid, lines);
    const ruler = (name, count) => el("div", { class: name }, Array.from({ length: count }, (_, n) => el("span", { text: String(n + 1) })));
    replace(coordinates, ruler("row-numbers", rows), ruler("column-numbers", cols));
    pendingMarks.setAttribute("viewBox", `0 0 ${cols} ${rows}`);
    grid.setAttribute("aria-rowcount", String(rows));
    grid.setAttribute("aria-colcount", String(cols));
    element.style.setProperty("--rows", String(rows));
    element.style.setProperty("--cols", String(cols));
    element.style.setProperty("--margin", String(margin));
  }

  function setCursor(cell, { focus = true, scroll = true } = {}) {
    cells[cursor]?.setAttribute("tabindex", "-1");
    cells[cursor]?.classList.remove("cursor");
    cursor = Math.max(0, Math.min(cell, cells.length - 1));
    cells[cursor]?.setAttribute("tabindex", "0");
    cells[cursor]?.classList.add("cursor");
    if (focus) cells[cursor]?.focus({ preventScroll: !scroll });
    onMove(cursor);
  }

  // A screen reader may focus any cell.
  grid.addEventListener("focusin", (event) => {
    const { dataset } = /** @type {HTMLElement} */ (event.target);
    const cell = Number(dataset.cell);
    if (cell !== cursor && cells[cell]) setCursor(cell, { focus: false });
  });

  function middle(cell) {
    return [(cell % cols) + 0.5, Math.floor(cell / cols) + 0.5];
  }

  return {
    element,
    grid,
    size: () => [rows, cols],
    cursor: () => cursor,
    hasFocus: () => grid.contains(document.activeElement),
    setCursor,
    /** Show another picture for a while, such as that of a hint. */
    draw: drawing.cover,
    /** Show the picture of the game again. */
    redraw: () => drawing.show(drawn),
    /**
     * Show a game or a draft; `change` is the difference from the picture that is shown, if known.
     * @param {Pick<Server.GameView, "rows" | "cols" | "title" | "name" | "labels" | "handles" | "marks" | "second_only"> & { picture?: Server.Drawing, svg?: string }} answer
     * @param {import("../data/patch.js").Difference | null} [change]
     */
    show({ rows: newRows, cols: newCols, title, name, picture, svg, labels, handles, marks, second_only }, change = null) {
      element.dataset.name = name; // for tests and style sheets
      if (rows !== newRows || cols !== newCols) {
        [rows, cols] = [newRows, newCols];
        build();
        setCursor(0, { focus: false });
      }
      grid.setAttribute("aria-label", t("board.label", { title, rows, cols })); // the size alone does not tell the puzzle
      const isHandle = new Set(handles);
      cells.forEach((cell, number) => {
        if (cell.ariaLabel !== labels[number]) cell.ariaLabel = labels[number] ?? "";
        if (cell.classList.contains("handle") !== isHandle.has(number)) cell.classList.toggle("handle");
        delete cell.dataset.written;
      });
      drawn = picture ?? null;
      if (picture) drawing.show(picture, change);
      else drawing.cover(svg);
      marked = new Set(marks);
      secondOnly = new Set(second_only);
    },
    /** Draw a mark or a line before the server confirms it; the returned function removes it. */
    showPending({ cell, to = null, look }) {
      const [x, y] = middle(cell);
      const [x2, y2] = middle(to ?? cell);
      const drawn = isLine(look) && to !== null
        ? svgEl("line", { class: look, x1: x, y1: y, x2, y2 })
        : look === "solid" ? svgEl("rect", { class: look, x: x2 - 0.5, y: y2 - 0.5, width: 1, height: 1 }) : svgEl("circle", { class: look, cx: x2, cy: y2, r: 0.13 });
      pendingMarks.append(drawn);
      return () => drawn.remove();
    },
    showCoordinates: (isShown) => { coordinates.hidden = !isShown; },
    /** Set whether the picture is older than the last action. */
    setBusy: (isBusy) => element.toggleAttribute("data-busy", isBusy),
    /** Give these cells a class, and remove it from all others. */
    mark(name, numbers) {
      for (const cell of grid.querySelectorAll(`.${name}`)) cell.classList.remove(name);
      for (const number of numbers) cells[number]?.classList.add(name);
    },
    /** Write a text over a cell until the next picture; null removes it. */
    write(number, text) {
      if (text === null) delete cells[number].dataset.written;
      else cells[number].dataset.written = text;
    },
    style: (number, name, value) => cells[number]?.style.setProperty(name, value),
    /** Return whether a finger drags from this cell; elsewhere it scrolls. */
    isHandle: (number) => drawsByTouch || (cells[number]?.classList.contains("handle") ?? false),
    /** Set whether fingers draw from every cell instead of only from handles. */
    setTouchDrawing(isOn) {
      drawsByTouch = isOn;
      element.classList.toggle("touch-drawing", isOn);
    },
    /** Return whether a cell has no mark. */
    isOpen: (number) => !marked.has(number),
    /** Return whether the primary button acts like the secondary one on this cell. */
    isSecondOnly: (number) => secondOnly.has(number),
    /** Return the cell at a point of the window, or null. */
    at(x, y) {
      const box = grid.getBoundingClientRect();
      const col = Math.floor(((x - box.left) / box.width) * cols);
      const row = Math.floor(((y - box.top) / box.height) * rows);
      return col < 0 || row < 0 || col >= cols || row >= rows ? null : row * cols + col;
    },
    /** Return the side of its cell that is nearest to a point. */
    side(x, y) {
      const box = grid.getBoundingClientRect();
      const off = (value, size, count) => ((value / size) * count) % 1 - 0.5;
      const right = off(x - box.left, box.width, cols);
      const down = off(y - box.top, box.height, rows);
      if (Math.abs(right) > Math.abs(down)) return right > 0 ? "right" : "left";
      return down > 0 ? "down" : "up";
    },
  };
}

/** Return whether a style draws lines between cells. */
function isLine(look) {
  return look === "stroke" || look === "line";
}
