// Light or dark: the reader's choice if there is one, else the system's. Pictures come from the
// server in the same theme.

import { read, write } from "../data/storage.js";

const system = matchMedia("(prefers-color-scheme: dark)");
const contrast = matchMedia("(prefers-contrast: more), (forced-colors: active)");
const listeners = new Set();

/** The theme of pictures: "light", "dark", or "high-contrast" where that is asked for on a light page. */
export function theme() {
  return pageTheme() === "light" && contrast.matches ? "high-contrast" : pageTheme();
}

function pageTheme() {
  return read("theme") ?? (system.matches ? "dark" : "light");
}

/** Put the theme on the page. */
export function applyTheme() {
  document.documentElement.dataset.theme = pageTheme();
  for (const listener of listeners) listener(theme());
}

/** From light to dark, or back; what the system says anyway need not be kept. */
export function switchTheme() {
  const next = theme() === "dark" ? "light" : "dark";
  write("theme", (next === "dark") === system.matches ? null : next);
  applyTheme();
}

/** Call a function when the theme changes, as long as a view is there. */
export function onTheme(listener, signal) {
  listeners.add(listener);
  signal.addEventListener("abort", () => listeners.delete(listener));
}

system.addEventListener("change", applyTheme);
contrast.addEventListener("change", applyTheme);
