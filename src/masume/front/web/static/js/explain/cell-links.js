// Links the names of cells in sentences, such as r3c4, with the cells of the pictures beside them. Exported pages
// contain this module too, so it imports only dom.js.

import { el, svgEl } from "../ui/dom.js";

const NAME = /\b(r\d+c\d+)\b/;

/** Wrap the names of cells in an element, whose content is text. */
export function wrapNames(element) {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) texts.push(/** @type {Text} */ (walker.currentNode));
  for (const text of texts) {
    const parts = text.data.split(NAME);
    if (parts.length > 1) text.replaceWith(...parts.map((part, n) => (n % 2 ? el("span", { class: "cell-link", "data-cell": part, text: part }) : part)));
  }
  return element;
}

/**
 * Highlight cells while their name is under the pointer, and names while their cell is; `unit` is the side of a cell
 * in the coordinates of the pictures.
 */
export function linkCells(root, unit) {
  root.addEventListener("pointerover", (event) => frame(event.target.closest?.(".cell-link")?.dataset.cell));
  root.addEventListener("pointermove", (event) => light(cellUnder(event)));
  root.addEventListener("pointerleave", () => { frame(undefined); light(""); });

  /** Draw a frame around a cell in all visible pictures. */
  function frame(name) {
    for (const old of root.querySelectorAll("svg .named")) old.remove();
    const place = /^r(\d+)c(\d+)$/.exec(name ?? "");
    if (!place) return;
    const [y, x] = [Number(place[1]) - 1, Number(place[2]) - 1];
    for (const svg of root.querySelectorAll("svg[viewBox]")) {
      if (!svg.getClientRects().length || svg.classList.contains("difficulty-chart")) continue;
      svg.append(svgEl("rect", { class: "named", x: x * unit, y: y * unit, width: unit, height: unit, rx: unit / 8 }));
    }
  }

  function light(name) {
    for (const link of root.querySelectorAll(".cell-link")) link.classList.toggle("lit", link.dataset.cell === name);
  }

  /** Return the name of the cell of a picture under the pointer, or an empty text. */
  function cellUnder(event) {
    const svg = event.target.closest?.("svg[viewBox]");
    const matrix = svg?.getScreenCTM?.();
    if (!matrix) return "";
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return x < 0 || y < 0 ? "" : `r${Math.floor(y / unit) + 1}c${Math.floor(x / unit) + 1}`;
  }
}
