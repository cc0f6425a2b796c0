// The dialog for a picture of dark and light cells, drawn by hand or taken from an image.

import { moveFocus } from "../board/keyboard.js";
import { el, replace } from "../ui/dom.js";
import { openDialog } from "../ui/dialog.js";
import { reportError } from "../app/status.js";
import { t } from "../app/messages.js";

/**
 * Open the dialog; `chosen(dark)` receives the dark cells.
 * @param {{ rows: number, cols: number, chosen: (dark: number[]) => void }} given
 */
export function openPictureDialog({ rows, cols, chosen }) {
  let dark = new Set();
  let brush = true; // whether the current stroke paints dark cells
  const cells = Array.from({ length: rows * cols }, (_, cell) => el("button", {
    type: "button", class: "pixel", test: `pixel-${cell}`, "data-cell": cell, "aria-pressed": "false", tabindex: cell ? "-1" : "0",
    "aria-label": `r${Math.floor(cell / cols) + 1}c${(cell % cols) + 1}`,
  }));
  const paper = el("div", { class: "pixels", role: "group", test: "pixels", "aria-label": t("picture.paper"), on: { pointerdown: begin, pointermove: go, keydown: key } }, cells);
  paper.style.setProperty("--cols", String(cols));
  const file = el("input", { type: "file", accept: "image/*", test: "picture-file", "aria-label": t("picture.file"), on: { change: () => load(file.files[0]).catch(reportError) } });
  const button = (test, action, more = {}) => el("button", { type: "button", test: `picture-${test}`, text: t(`picture.${test}`), on: { click: action }, ...more });
  const sheet = openDialog(t("picture.title"), el("div", { class: "stack" },
    el("p", { class: "muted", text: t("picture.about") }), paper,
    el("div", { class: "row" }, el("label", { class: "file" }, el("span", { text: t("picture.file") }), file)),
    el("div", { class: "row" }, button("make", make, { class: "primary" }), button("invert", () => show(cells.map((_, cell) => cell).filter((cell) => !dark.has(cell)))), button("clear", () => show([])))), { test: "picture" });

  function show(some) {
    dark = new Set(some);
    cells.forEach((item, cell) => item.setAttribute("aria-pressed", String(dark.has(cell))));
  }

  function paint(cell, isDark) {
    if (isDark) dark.add(cell);
    else dark.delete(cell);
    cells[cell].setAttribute("aria-pressed", String(isDark));
  }

  function at(event) {
    const element = document.elementFromPoint(event.clientX, event.clientY);
    return element instanceof HTMLElement && element.dataset.cell && paper.contains(element) ? Number(element.dataset.cell) : null;
  }

  function begin(event) {
    const cell = at(event);
    if (cell === null) return;
    brush = !dark.has(cell);
    paint(cell, brush);
    event.preventDefault();
    cells[cell].focus();
  }

  function go(event) {
    const cell = event.buttons ? at(event) : null;
    if (cell !== null) paint(cell, brush);
  }

  function key(event) {
    const cell = Number(event.target.dataset.cell);
    if (event.key !== " " && event.key !== "Enter") return moveFocus(event, cells, [rows, cols]);
    paint(cell, !dark.has(cell));
    event.preventDefault();
  }

  async function load(chosenFile) {
    if (chosenFile) show(findDarkCells(await readBrightness(chosenFile, rows, cols)));
  }

  function make() {
    sheet.close();
    chosen([...dark].sort((a, b) => a - b));
  }
}

/** Return the brightness of each cell of an image scaled to the board; 0 is black. */
async function readBrightness(file, rows, cols) {
  const image = await createImageBitmap(file);
  const canvas = el("canvas", { width: cols, height: rows });
  const pen = canvas.getContext("2d");
  pen.imageSmoothingQuality = "high";
  pen.fillStyle = "#fff"; // background of transparent images
  pen.fillRect(0, 0, cols, rows);
  pen.drawImage(image, 0, 0, cols, rows);
  const { data } = pen.getImageData(0, 0, cols, rows);
  return Array.from({ length: rows * cols }, (_, cell) => Math.round(0.299 * data[4 * cell] + 0.587 * data[4 * cell + 1] + 0.114 * data[4 * cell + 2]));
}

/** Return the dark cells, by Otsu's threshold (1979). */
export function findDarkCells(greys) {
  let [best, middle] = [-1, 127];
  const mean = (some) => some.reduce((sum, one) => sum + one, 0) / some.length;
  for (const grey of [...new Set(greys)].sort((a, b) => a - b).slice(0, -1)) {
    const [dark, light] = [greys.filter((item) => item <= grey), greys.filter((item) => item > grey)];
    const spread = dark.length * light.length * (mean(dark) - mean(light)) ** 2;
    if (spread > best) [best, middle] = [spread, grey];
  }
  return greys.flatMap((grey, cell) => (grey <= middle ? [cell] : []));
}
