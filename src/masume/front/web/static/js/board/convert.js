// Convert: reads a board in any format, shows it, and exports it as text or a picture.

import { request, requestFile } from "../data/api.js";
import { copyText } from "../ui/clipboard.js";
import { currentBoard, setCurrentBoard, ensureBoard } from "../app/current-board.js";
import { choice, download, el, field, picture, replace, checkbox } from "../ui/dom.js";
import { loadText, rejectProblems } from "./open-board.js";
import { answerPicture, boardPicture } from "./previews.js";
import { reportError, hideMessage, showMessage } from "../app/status.js";
import { savedGame } from "../data/storage.js";
import { onTheme, theme } from "../app/theme.js";
import { t } from "../app/messages.js";
import { routeTo } from "../app/routes.js";

/**
 * @param {HTMLElement} root
 * @param {{ about: Server.About, query?: URLSearchParams, signal: AbortSignal }} given
 */
export async function mount(root, { about, signal }) {
  await ensureBoard(about, signal);
  let boards = [];
  let typing = null; // debounces typing
  let turn = 0; // answers about older boards are discarded
  let asked = 0; // answers in older formats are discarded
  const text = el("textarea", { rows: 10, spellcheck: "false", test: "convert-text", "aria-label": t("convert.text"), placeholder: t("paste.example"), on: { input: readSoon } });
  const file = el("input", { type: "file", test: "convert-file", on: { change: () => file.files[0]?.text().then((content) => { text.value = content; return read(); }).catch(reportError) } });
  const faults = el("div", { test: "convert-faults" });
  const which = el("select", { test: "convert-which", on: { change: () => show().catch(reportError) } });
  const view = el("div", { class: "preview", test: "convert-picture" });
  const formats = choice(about.formats.filter((format) => format.writes).map((item) => [item.name, `${item.name} – ${item.title}`]), { test: "convert-to", value: "puzz.link", on: { change: () => convert().catch(reportError) } });
  const result = el("textarea", { rows: 6, readonly: true, test: "convert-result", "aria-label": t("convert.result") });
  const marks = checkbox(t("convert.marks"), { test: "convert-marks", on: { change: () => show().catch(reportError) } });
  const look = choice(about.themes.map((name) => [name, name]), { test: "convert-theme", value: theme() });
  const cell = el("input", { type: "number", min: about.limits.min_cell, max: about.limits.max_cell, value: about.drawing.cell, test: "convert-cell" });
  const button = (test, words, action, more = {}) => el("button", { type: "button", test, text: words, on: { click: () => Promise.resolve(action()).catch(reportError) }, ...more });
  const written = el("section", { class: "card" }, field(t("convert.to"), formats), result,
    el("div", { class: "row" }, button("convert-copy", t("convert.copy"), copy), button("convert-save", t("convert.save"), () => download("board.txt", result.value))));
  const output = el("div", { class: "vertical" },
    el("section", { class: "card" }, field(t("convert.which"), which), view, marks,
      el("div", { class: "row" }, button("convert-play", t("convert.play"), play, { class: "primary" }))),
    el("section", { class: "card" }, el("h2", { text: t("convert.draw") }),
      el("div", { class: "fields" }, field(t("convert.theme"), look), field(t("convert.cell"), cell)),
      el("div", { class: "row" }, about.drawing.forms.map((form) => button(`convert-${form}`, t(`form.${form}`), () => draw(form))))));

  replace(root, el("section", { class: "convert", "aria-label": t("nav.convert") },
    el("div", { class: "view-head" }, el("h1", { text: t("convert.title") }), el("p", { class: "muted", text: t("convert.about") })),
    el("div", { class: "convert-grid" },
      el("div", { class: "vertical" },
        el("section", { class: "card" }, text,
          el("div", { class: "row" }, button("convert-read", t("convert.read"), read, { class: "primary" }), button("convert-current", t("convert.current"), useCurrent)),
          el("label", { class: "file" }, el("span", { text: t("paste.file") }), file), faults),
        written),
      output)));
  onTheme(() => show().catch(reportError), signal);
  await useCurrent();

  async function useCurrent() {
    text.value = currentBoard().board;
    await showBoards([currentBoard()]);
  }

  function readSoon() {
    clearTimeout(typing);
    typing = setTimeout(() => read().catch(reportError), 400);
  }

  async function read() {
    clearTimeout(typing);
    const mine = (turn += 1);
    const answer = await loadText(text.value).catch((fault) => ({ boards: [{ error: fault.message }] }));
    if (mine === turn) await showBoards(rejectProblems(answer.boards));
  }

  async function showBoards(all) {
    boards = all.filter((board) => !board.error);
    replace(faults, all.filter((board) => board.error).map((board) => el("p", { class: "error-line", test: "convert-fault", text: board.error })));
    if (!all.length) replace(faults, el("p", { class: "error-line", text: t("paste.none") }));
    output.hidden = written.hidden = !boards.length;
    replace(which, boards.map((board, n) => el("option", { value: n, text: t("convert.board", { n: n + 1, title: board.title, rows: board.rows, cols: board.cols }) })));
    which.parentElement.hidden = boards.length < 2;
    if (boards.length) await show();
  }

  function selectedBoard() {
    return boards[Number(which.value) || 0];
  }

  /** Return the stored game on the chosen board if its marks are to be included, else null. */
  function game() {
    const saved = savedGame(selectedBoard().board, selectedBoard().shared);
    marks.hidden = !saved?.state.at;
    return saved && !marks.hidden && marks.querySelector("input").checked ? saved.state : null;
  }

  /** Return the board or the game for a request body; the server accepts one of them. */
  function source() {
    const state = game();
    return state ? { state } : { board: selectedBoard().board };
  }

  async function show() {
    if (!boards.length) return;
    const mine = (turn += 1);
    const board = selectedBoard();
    const state = game();
    const svg = state ? (await request("/api/session", { state, theme: theme() }, signal)).svg
      : board.answer ? await answerPicture(board, signal) : await boardPicture(board, signal);
    if (mine !== turn) return;
    replace(view, picture(svg));
    fitFormats(board.kind);
    await convert();
  }

  /** Disable the formats that cannot hold this puzzle. */
  function fitFormats(kind) {
    const known = about.puzzles.find((puzzle) => puzzle.name === kind)?.formats ?? [];
    for (const option of formats.options) option.disabled = !known.includes(option.value);
    if (!known.includes(formats.value)) formats.value = known[0];
  }

  async function convert() {
    const mine = (asked += 1);
    result.value = "";
    const answer = await request("/api/convert", { ...source(), to: formats.value }, signal);
    if (mine !== asked) return;
    result.value = answer.text;
    hideMessage(); // clears the error of a format that could not hold the board
  }

  async function copy() {
    if (await copyText(result.value)) showMessage(t("convert.copied"));
  }

  async function draw(form) {
    const wish = { ...source(), form, theme: look.value, cell: Number(cell.value) || null };
    download(`board.${form}`, await requestFile("/api/draw", wish, signal));
  }

  function play() {
    setCurrentBoard(selectedBoard());
    location.hash = routeTo("play");
  }
}
