// The colours of a search tree, and the key to its signs.

import { el } from "../ui/dom.js";
import { theme } from "../app/theme.js";
import { mark } from "./tree-marks.js";

const NAMES = ["ink", "soft", "edge", "main", "card", "warn", "bad", "good"];
let known = { theme: "", colours: {} };

/** The colours of the page, as a canvas takes them. */
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

/** A small picture of a sign, for the key. */
export function sample(kind) {
  const canvas = el("canvas", { width: 36, height: 36, class: "sample", "aria-hidden": "true" });
  requestAnimationFrame(() => {
    const pen = canvas.getContext("2d");
    pen.scale(2, 2);
    mark(pen, kind, 9, 9, 5.5, coloursOf(canvas));
  });
  return canvas;
}
