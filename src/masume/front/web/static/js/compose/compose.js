// Compose: editing a board. Clues are typed, painted or dragged; the page keeps the draft and shows each
// change immediately, and the server draws and judges it.

import { request, requestFile } from "../data/api.js";
import { createBoard } from "../board/board.js";
import { openBooklet } from "../library/booklet.js";
import { getBoards, getCollection, saveBoard, OWN } from "../data/collections.js";
import { createAdvice } from "./help.js";
import { copyText } from "../ui/clipboard.js";
import { currentBoard, defaultPuzzle, setCurrentBoard } from "../app/current-board.js";
import { choice, download, el, field, option, replace, checkbox } from "../ui/dom.js";
import { createHistory, parseDraft, EMPTY, emptyDraft, mirrorDraft, opposite, setCells, resizeDraft, rotateDraft, shiftDraft, formatDraft, typeKey } from "./draft.js";
import { watchGestures } from "../board/gestures.js";
import { icon } from "../ui/icons.js";
import { isTyping, watchKeys } from "../board/keyboard.js";
import { watchNames } from "../board/cell-names.js";
import { packGame, unpackGame } from "../data/game-link.js";
import { reportError, showMessage } from "../app/status.js";
import { read, write } from "../data/storage.js";
import { onTheme, theme } from "../app/theme.js";
import { t } from "../app/messages.js";
import { createZoom } from "../board/zoom.js";
import { routeTo } from "../app/routes.js";

const FIRST = 6; // rows and columns of a new board
const ERASE = "";
const LOCK = "lock";
const SITE = "puzz.link"; // where anyone can open a board

/**
 * @param {HTMLElement} root
 * @param {{ about: Server.About, query?: URLSearchParams, signal: AbortSignal }} given
 */
export async function mount(root, { about, query, signal }) {
  const board = createBoard({ margin: about.drawing.margin });
  const advice = createAdvice({ board, change: loadBoard, put: (cells, text) => change(setCells(currentDraft(), cells, text)), locked: () => [...locked], hasPictures: () => about.puzzles.some((puzzle) => puzzle.name === shown?.kind && puzzle.pictures), redraw: () => board.draw(shown.svg), settled, signal });
  let chosen = null; // the clue that a click writes; null only moves the cursor
  let history = createHistory(emptyDraft(about.puzzles[0].name, FIRST, FIRST));
  let shown = null; // the last answer about the draft
  let turn = 0; // answers about older drafts are discarded
  let drawing = Promise.resolve(); // the last one
  let locked = new Set();
  let fresh = false; // whether the next digit may extend the number in the cell

  const puzzle = choice(about.puzzles.map((puzzle) => [puzzle.name, puzzle.title]), { test: "compose-puzzle", on: { change: () => begin(emptyDraft(puzzle.value, number(rows), number(cols))) } });
  const size = (test) => el("input", { type: "number", min: 1, max: about.limits.side, value: FIRST, test, on: { change: resize } });
  const rows = size("compose-rows");
  const cols = size("compose-cols");
  const name = el("input", { test: "compose-name", maxlength: 60, on: { change: rename } });
  const palette = el("div", { class: "palette", role: "group", "aria-label": t("compose.palette"), test: "compose-palette" });
  const symmetric = checkbox(t("compose.symmetric"), { test: "compose-symmetric" });
  const scroller = el("div", { class: "scroller", test: "scroller" }, board.element);
  const zoom = createZoom({ board, scroller, signal });
  const tool = (key, sign, action, more = {}) => el("button", { type: "button", test: `compose-${key}`, title: t(`compose.${key}.title`), on: { click: action }, ...more },
    sign ? icon(sign) : null, el("span", { text: t(`compose.${key}`) }));
  const undo = tool("undo", "undo", () => step("undo"));
  const redo = tool("redo", "redo", () => step("redo"));
  const shift = (key, sign, down, right) => el("button", { type: "button", class: "plain", test: `compose-${key}`, "aria-label": t(`compose.${key}`), title: t(`compose.${key}`), text: sign, on: { click: () => change(shiftDraft(currentDraft(), down, right)) } });

  const form = el("select", { test: "compose-form", "aria-label": t("convert.to"), on: { change: () => write("export", form.value) } });

  replace(root, el("section", { class: "play compose", "aria-label": t("nav.compose") },
    el("div", { class: "play-layout" },
      el("div", { class: "stage" }, scroller),
      el("div", { class: "play-head" },
        el("h1", { class: "visually-hidden", text: t("nav.compose") }),
        el("div", { class: "compose-fields" }, field(t("picker.puzzle"), puzzle), field(t("make.rows"), rows), field(t("make.cols"), cols)),
        el("div", { class: "board-actions" }, palette, zoom.element)),
      el("div", { class: "tools" }, advice.line,
        el("div", { class: "toolbar", role: "group", "aria-label": t("compose.edit") }, undo, redo,
          tool("complete", "wand", () => advice.help("complete"), { class: "primary" }), tool("play", "play", () => openView("play")), tool("explain", "steps", () => openView("explain")))),
      el("div", { class: "side" }, advice.answers, advice.element,
        field(t("compose.name"), name),
        el("div", { class: "row" }, el("span", { class: "export" }, tool("export", "save", () => exportBoard().catch(reportError)), form), tool("share", "share", () => share().catch(reportError)),
          tool("save", "plus", () => keep().catch(reportError)), tool("print", "rules", () => print().catch(reportError)), tool("convert", "swap", () => openView("convert"))),
        el("div", { class: "row" }, tool("rotate", "turn", () => change(rotateDraft(currentDraft()))), tool("mirror", "mirror", () => change(mirrorDraft(currentDraft()))),
          el("span", { class: "arrows" }, shift("left", "←", 0, -1), shift("up", "↑", -1, 0), shift("down", "↓", 1, 0), shift("right", "→", 0, 1)), symmetric),
        el("div", { class: "row" }, tool("clear", "close", () => change(emptyDraft(puzzle.value, currentDraft().rows, currentDraft().cols))),
          tool("current", "rules", () => currentBoard() && loadBoard(currentBoard().board, { isNew: true })))))));

  const gestures = {
    way: () => "paint",
    touch: paint,
    enabled: () => shown !== null,
    isSolved: () => false,
    signal,
  };
  watchGestures(board, gestures);
  watchKeys(board, { ...gestures, enabled: () => false }); // arrows only; `key` handles typing
  watchNames({ board, texts: advice.answers, signal });
  board.grid.addEventListener("keydown", key, { signal });
  document.addEventListener("keydown", command, { signal });
  onTheme(() => draw().catch(reportError), signal);
  await open();

  function currentDraft() {
    return history.now();
  }

  function number(input) {
    return Math.max(1, Math.min(about.limits.side, Math.round(Number(input.value)) || 1));
  }

  /** Open the board of a link, the stored draft, or an empty board. */
  async function open() {
    const link = query?.get("b");
    if (link) {
      globalThis.history.replaceState(null, "", routeTo("compose"));
      const { board: text } = await unpackGame(link).catch(() => ({ board: "" }));
      if (text) return loadBoard(text, { isNew: true }).catch(reportError);
      showMessage(t("share.broken"), { fault: true });
    }
    const kept = read("draft");
    if (typeof kept?.board === "string") return loadBoard(kept.board, { isNew: true }).catch(() => begin(currentDraft()));
    const { kind } = currentBoard() ?? { kind: defaultPuzzle(about.puzzles).name };
    return begin(emptyDraft(kind, FIRST, FIRST));
  }

  function begin(draft) {
    history = createHistory(draft);
    locked = new Set();
    return draw().catch(reportError);
  }

  /** Read a board, as one change of the draft or as a new draft. */
  async function loadBoard(text, { isNew = false } = {}) {
    const answer = await request("/api/draft", { board: text, theme: theme() }, signal);
    if (isNew) await begin(parseDraft(answer));
    else change(parseDraft(answer));
  }

  function change(draft, { joins = false } = {}) {
    if (draft.rows !== currentDraft().rows || draft.cols !== currentDraft().cols) locked = new Set();
    history.add(draft, { joins });
    draw().catch(reportError);
  }

  function step(which) {
    history[which]();
    draw().catch(reportError);
  }

  function resize() {
    change(resizeDraft(currentDraft(), number(rows), number(cols)));
  }

  function rename() {
    const others = currentDraft().head.filter((line) => !line.startsWith("name:"));
    const title = name.value.trim();
    change({ ...currentDraft(), head: title ? [others[0], `name: ${title}`, ...others.slice(1)] : others });
  }

  /** Show the draft: the typed texts immediately, then the server's picture. */
  function draw() {
    drawing = drawNow();
    return drawing;
  }

  /** Wait until the last change is drawn or has failed. */
  async function settled() {
    const last = drawing;
    await last.catch(() => {});
    if (last !== drawing) await settled();
  }

  async function drawNow() {
    const mine = (turn += 1);
    const draft = currentDraft();
    const text = formatDraft(draft);
    if (shown && shown.rows === draft.rows && shown.cols === draft.cols) {
      draft.cells.forEach((cell, place) => board.write(place, cell === shown.cells[place] ? null : cell === EMPTY ? " " : cell));
    }
    undo.disabled = !history.canUndo();
    redo.disabled = !history.canRedo();
    const answer = await request("/api/draft", { board: text, theme: theme() }, signal);
    if (mine !== turn) return;
    const isOther = shown?.palette.join() !== answer.palette.join();
    shown = answer;
    write("draft", { board: answer.board });
    fill(puzzle, answer.kind);
    fill(rows, String(answer.rows));
    fill(cols, String(answer.cols));
    fill(name, answer.name);
    board.show({ ...answer, handles: [], marks: [], second_only: [] });
    showForms();
    zoom.show();
    board.mark("locked", [...locked]);
    if (isOther || !palette.firstChild) showPalette(answer.palette);
    advice.judge(answer.board, answer.cells.some((cell) => cell !== EMPTY));
  }

  /** Set the value of an input unless it is being edited. */
  function fill(input, value) {
    if (document.activeElement !== input) input.value = value;
  }

  function showPalette(texts) {
    if (chosen !== null && ![ERASE, LOCK, ...texts].includes(chosen)) chosen = null;
    const entry = (value, words, more = {}) => el("button", { type: "button", "aria-pressed": String(chosen === value), test: `paint-${value || "erase"}`, on: { click: () => choose(value) }, text: words, ...more });
    replace(palette, texts.map((text) => entry(text, text)), entry(ERASE, "⌫", { "aria-label": t("compose.erase"), title: t("compose.erase") }), entry(LOCK, t("compose.lock"), { title: t("compose.lock.title") }));
  }

  /** Set what clicks write; choosing the same again only moves the cursor. */
  function choose(value) {
    chosen = chosen === value ? null : value;
    showPalette(shown.palette);
  }

  function paint({ cell, to = null, second = false, joins = false }) {
    const here = to ?? cell;
    if (chosen === LOCK) return lock(here);
    if (chosen === null && !second) return undefined;
    return enter([here], second || chosen === ERASE ? EMPTY : chosen, { joins });
  }

  function lock(cell) {
    if (locked.has(cell)) locked.delete(cell);
    else locked.add(cell);
    board.mark("locked", [...locked]);
  }

  /** Write a text into cells, and into the opposite cells if the board is symmetric. */
  function enter(cells, text, { joins = false } = {}) {
    let draft = setCells(currentDraft(), cells, text);
    if (symmetric.querySelector("input").checked) {
      const others = cells.map((cell) => opposite(draft, cell)).filter((cell) => !cells.includes(cell));
      const open = others.filter((cell) => (text === EMPTY) !== (draft.cells[cell] === EMPTY));
      const partner = text === EMPTY ? EMPTY : shown.palette.includes("?") ? "?" : text;
      draft = setCells(draft, open, partner);
    }
    if (draft.cells.some((cell, place) => cell !== currentDraft().cells[place])) change(draft, { joins });
  }

  function key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || !shown) return;
    const cell = board.cursor();
    const before = fresh ? currentDraft().cells[cell] : "";
    const isChosen = (event.key === "Enter" || event.key === " ") && chosen !== null;
    if (isChosen) paint({ cell });
    const text = isChosen ? null : typeKey(event.key, before, shown.palette);
    fresh = false;
    if (text !== null) {
      enter([cell], text);
      fresh = text !== EMPTY;
    }
    if (text !== null || isChosen) {
      event.preventDefault();
      event.stopPropagation();
    }
  }

  function command(event) {
    if (isTyping(event) || !(event.ctrlKey || event.metaKey)) return;
    const letter = event.key.toLowerCase();
    if (letter !== "z" && letter !== "y") return;
    step(letter === "y" || event.shiftKey ? "redo" : "undo");
    event.preventDefault();
  }

  function openView(view) {
    if (!shown) return;
    const { kind, title, rows: high, cols: wide, name: called, board: text } = shown;
    setCurrentBoard({ kind, title, rows: high, cols: wide, name: called, board: text });
    location.hash = routeTo(view);
  }

  /** Copy a link that opens everywhere if there is one, else one of this server. */
  async function share() {
    const { formats } = about.puzzles.find((puzzle) => puzzle.name === shown.kind);
    const there = formats.includes(SITE) ? await request("/api/convert", { board: shown.board, to: SITE }, signal).catch(() => null) : null;
    const { origin, pathname } = location;
    const address = /^https?:/.test(there?.text ?? "") ? there.text.trim() : null; // some boards are converted to plain text
    const link = address ?? origin + pathname + routeTo("compose", `b=${await packGame({ board: shown.board, moves: [], at: 0 })}`);
    if (await copyText(link)) showMessage(t(address ? "compose.shared.site" : "compose.shared"));
    root.dataset.link = link;
  }

  /** Show the formats that hold this puzzle; the last choice is kept. */
  function showForms() {
    const { formats } = about.puzzles.find((puzzle) => puzzle.name === shown.kind);
    const wanted = form.value || read("export");
    replace(form, about.drawing.forms.map((name) => option([name, t(`form.${name}`)])), formats.map((name) => option([name, name])));
    if ([...form.options].some((item) => item.value === wanted)) form.value = wanted;
  }

  /** Save the board as a file of the chosen format. */
  async function exportBoard() {
    const called = shown.name || shown.kind;
    if (about.drawing.forms.includes(form.value)) return download(`${called}.${form.value}`, await requestFile("/api/draw", { board: shown.board, form: form.value, theme: "print" }, signal));
    const { text } = await request("/api/convert", { board: shown.board, to: form.value }, signal);
    return download(`${called}.txt`, text);
  }

  /** Save the board to My boards in the library. */
  async function keep() {
    const called = shown.name || t("picker.custom", { rows: shown.rows, cols: shown.cols });
    const { count } = await saveBoard(t("library.own"), { kind: shown.kind, rows: shown.rows, cols: shown.cols, called, level: advice.level(), board: shown.board, line: 1 });
    showMessage(t("compose.saved", { n: count }));
  }

  /** Open the booklet dialog for My boards, with this board among them. */
  async function print() {
    await keep();
    const own = await getCollection(OWN);
    const boards = await getBoards(own, 0, own.count);
    openBooklet({ about, title: own.name, boards: boards.map((item) => ({ board: item.board, name: item.called, level: item.level })) });
  }
}
