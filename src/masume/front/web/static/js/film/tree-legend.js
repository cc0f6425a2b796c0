// Colours and legend of a search tree.

import { el } from "../ui/dom.js";
import { theme } from "../app/theme.js";
import { mark } from "./tree-marks.js";

const NAMES = ["ink", "soft", "edge", "main", "card", "warn", "bad", "good"];
let known = { theme: "", colours: {} };

/** Return the colours of the page for a canvas. */
export function coloursOf(near) {
  if (known.theme === theme()) return known.colours;
  const probe = el("span", { hidden: true });
  (near.parentElement ?? document.body).append(probe);
  const colours = Object.fromEntries(NAMES.map((name) => {
    probe.style.color = `var(--${name})`;
    return [name, getComputedStyle(probe).color];
  }));
  probe.remove();
  known = { theme: theme(), colours };
  return colours;
}

/** Return a small picture of a sign, for the legend. */
export function sample(kind) {
  const canvas = el("canvas", { width: 36, height: 36, class: "sample", "aria-hidden": "true" });
  requestAnimationFrame(() => {
    const pen = canvas.getContext("2d");
    pen.scale(2, 2);
    mark(pen, kind, 9, 9, 5.5, coloursOf(canvas));
  });
  return canvas;
}
