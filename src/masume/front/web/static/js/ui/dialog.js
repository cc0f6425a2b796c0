// Dialogs, closed by Escape or a click outside.

import { el } from "./dom.js";
import { icon } from "./icons.js";
import { t } from "../app/messages.js";

/**
 * Open a dialog; it is removed from the page when it closes.
 * @param {string} title
 * @param {any} children
 * @param {{ test?: string, wide?: boolean }} given
 */
export function openDialog(title, children, { test, wide = false } = {}) {
  const close = el("button", {
    type: "button", class: "plain", test: `${test}-close`, "aria-label": t("dialog.close"),
    on: { click: () => sheet.close() },
  }, icon("close"));
  const heading = el("h2", { id: `${test}-title`, text: title });
  const sheet = el("dialog", { class: wide ? "wide" : "", test, "aria-labelledby": heading.id },
    el("header", {}, heading, close), el("div", { class: "dialog-body" }, children));
  sheet.addEventListener("close", () => sheet.remove());
  sheet.addEventListener("click", (event) => {
    if (event.target === sheet) sheet.close(); // outside of the dialog
  });
  document.body.append(sheet);
  sheet.showModal();
  return sheet;
}

/** Close all dialogs. */
export function closeDialogs() {
  for (const sheet of document.querySelectorAll("dialog")) sheet.close();
}

/** Open the list of shortcuts and gestures. */
export function openShortcuts() {
  if (document.querySelector("[data-test=help]")) return;
  const rows = t("help.keys").map(({ keys, text }) =>
    el("tr", {}, el("th", { scope: "row" }, keys.map((key) => el("kbd", { text: key }))), el("td", { text })));
  const notes = t("help.notes").map((text) => el("p", { text }));
  const keys = el("table", { class: "keys" }, el("tbody", {}, rows));
  const isTouched = matchMedia("(hover: none)").matches; // gestures come first
  openDialog(t("help.title"), isTouched ? [...notes, keys] : [keys, ...notes], { test: "help", wide: true });
}

/** Open the rules of a puzzle. */
export function openRules(puzzle) {
  openDialog(t("rules.title", { title: puzzle.title }), rulesOf(puzzle), { test: "rules" });
}

/** Return the rules of a puzzle as paragraphs and lists. */
export function rulesOf(puzzle) {
  const parts = [];
  for (const line of puzzle.rules.split("\n")) {
    const text = line.trim();
    if (!text) continue;
    const item = line.startsWith("  ") ? parts.at(-1)?.lastElementChild : null;
    if (item) item.append(` ${text}`); // continuation of the item
    else if (!text.startsWith("- ")) parts.push(el("p", { text }));
    else if (parts.at(-1)?.localName === "ul") parts.at(-1).append(el("li", { text: text.slice(2) }));
    else parts.push(el("ul", {}, el("li", { text: text.slice(2) })));
  }
  return parts;
}
