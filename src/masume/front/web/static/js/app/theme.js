// Light or dark theme: the stored choice, else the system's. The server draws pictures in the same theme.

import { read, write } from "../data/storage.js";

const system = matchMedia("(prefers-color-scheme: dark)");
const contrast = matchMedia("(prefers-contrast: more), (forced-colors: active)");
const listeners = new Set();

/** Return the theme for pictures: "light", "dark", or "high-contrast" if the system asks for it on a light page. */
export function theme() {
  return pageTheme() === "light" && contrast.matches ? "high-contrast" : pageTheme();
}

function pageTheme() {
  return read("theme") ?? (system.matches ? "dark" : "light");
}

/** Apply the theme to the page and notify the listeners. */
export function applyTheme() {
  document.documentElement.dataset.theme = pageTheme();
  for (const listener of listeners) listener(theme());
}

/** Toggle between light and dark; nothing is stored if the result is the system's choice. */
export function switchTheme() {
  const next = theme() === "dark" ? "light" : "dark";
  write("theme", (next === "dark") === system.matches ? null : next);
  applyTheme();
}

/** Call a listener whenever the theme changes, until the signal aborts. */
export function onTheme(listener, signal) {
  listeners.add(listener);
  signal.addEventListener("abort", () => listeners.delete(listener));
}

system.addEventListener("change", applyTheme);
contrast.addEventListener("change", applyTheme);
