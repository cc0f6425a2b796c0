// The dialog that opens a board from a text, an address, a game ID or a file.

import { isProblem } from "../app/current-board.js";
import { request } from "../data/api.js";
import { el, replace } from "../ui/dom.js";
import { openDialog } from "../ui/dialog.js";
import { write } from "../data/storage.js";
import { t } from "../app/messages.js";
import { routeTo } from "../app/routes.js";

/** Open the dialog, with a text if one is given. Instances of classic problems are rejected unless `problems`. */
export function openBoardDialog(problems, chosen, given = "") {
  const text = el("textarea", { test: "paste-text", rows: 8, spellcheck: "false", "aria-label": t("paste.text"), placeholder: t("paste.example") });
  const list = el("div", { class: "found", test: "paste-found", "aria-live": "polite" });
  const file = el("input", { type: "file", test: "paste-file", "aria-label": t("paste.file"), on: { change: openFile } });
  const go = el("button", { type: "submit", class: "primary", test: "paste-open", text: t("paste.open") });
  const form = el("form", { method: "dialog", on: { submit: (event) => { event.preventDefault(); read(); } } },
    el("p", { class: "muted", text: t("paste.about") }), text,
    el("div", { class: "row" }, go, el("label", { class: "file" }, el("span", { text: t("paste.file") }), file)), list);
  const sheet = openDialog(t("paste.title"), form, { test: "paste" });

  if (given) {
    text.value = given;
    read();
  }

  async function openFile() {
    const [one] = file.files;
    if (!one) return;
    text.value = await one.text();
    read();
  }

  async function read() {
    try {
      const { boards: found, bare } = await loadText(text.value);
      const boards = problems ? found : rejectProblems(found);
      const good = boards.filter((board) => !board.error);
      if (boards.length === 1 && good.length === 1) take(good[0]);
      else if (!boards.length) replace(list, el("p", { class: "error-line", text: t("paste.none") }));
      else replace(list, bare ? el("p", { text: t("paste.which") }) : null, boards.map((board) => (board.error ? fault(board) : entry(board))));
    } catch (problem) {
      replace(list, el("p", { class: "error-line", test: "paste-fault", text: problem.message }));
    }
  }

  function entry(board) {
    const name = board.name || t("picker.custom", board);
    return el("button", { type: "button", on: { click: () => take(board) }, text: `${board.title}: ${name} (${board.rows}×${board.cols})` });
  }

  function fault(board) {
    return el("p", { class: "error-line", test: "paste-fault", text: board.error });
  }

  function take(board) {
    sheet.close();
    if (!isEditor(text.value)) return chosen(board);
    write("draft", { board: board.board });
    location.hash = routeTo("compose");
    return undefined;
  }
}

/** Return whether a text is the address of a board in a site's editor. */
function isEditor(text) {
  return /^\s*https?:\/\/[^\s?]+\?\w+_edit\//.test(text);
}

/** Return the boards in a text. A bare grid names no puzzle and is read as every puzzle that accepts it. */
export function loadText(text) {
  return request("/api/load", { text, kind: null });
}

/** Return boards with an error for each instance of a classic problem, which can only be searched. */
export function rejectProblems(boards) {
  return boards.map((board) => (isProblem(board.kind) ? { error: t("paste.problem", { title: board.title }) } : board));
}
