// Play: the board with its tools, hints and messages.

import { createBoard } from "../board/board.js";
import { currentBoard, isProblem, onBoardChange, setCurrentBoard, ensureBoard } from "../app/current-board.js";
import { el, replace } from "../ui/dom.js";
import { createBoardHeader } from "./board-header.js";
import { createGame } from "./game.js";
import { createKeypad } from "./keypad.js";
import { watchGestures } from "../board/gestures.js";
import { isTyping, watchKeys } from "../board/keyboard.js";
import { watchNames } from "../board/cell-names.js";
import { boardQuery, openBoard } from "../app/links.js";
import { getCollection } from "../data/collections.js";
import { playFrom } from "../library/series.js";
import { createPicker } from "../board/picker.js";
import { feedback } from "../ui/feedback.js";
import { createHelp } from "./help.js";
import { createRules } from "./rules.js";
import { createTools } from "./tools.js";
import { unpackGame } from "../data/game-link.js";
import { reportError, announce, showMessage } from "../app/status.js";
import { savedGame } from "../data/storage.js";
import { onTheme } from "../app/theme.js";
import { t } from "../app/messages.js";
import { createZoom } from "../board/zoom.js";
import { routeTo } from "../app/routes.js";

/**
 * @param {HTMLElement} root
 * @param {{ about: Server.About, query?: URLSearchParams, signal: AbortSignal }} given
 */
export async function mount(root, { about, query, signal }) {
  let open = null; // key of the board that is open or being opened
  const board = createBoard({ margin: about.drawing.margin });
  const game = createGame(showGame, board.setBusy, signal);
  const help = createHelp({ about, game, board, signal });
  const tools = createTools({ about, game, help, board, signal });
  const rules = createRules({ about, signal });
  const finish = createBoardHeader({ about, game, signal });
  const scroller = el("div", { class: "scroller", test: "scroller" }, board.element);
  const zoom = createZoom({ board, scroller, signal });
  const title = el("h1", { class: "board-title", test: "board-title" });
  const cover = el("button", { type: "button", class: "cover", test: "cover", hidden: true, on: { click: tools.resume }, text: t("play.paused") });

  const keypad = createKeypad({ board, touch, enabled: () => gestures.enabled() });
  replace(root, el("section", { class: "play", "aria-label": t("nav.play") },
    el("div", { class: "play-layout" },
      el("div", { class: "stage" }, el("div", { class: "covered" }, scroller, cover)),
      el("div", { class: "play-head" },
        el("div", { class: "board-head" }, title, tools.clock), finish.name,
        el("div", { class: "board-actions" }, createPicker(about, signal, { named: false, taken: focusBoard }), zoom.element)),
      el("div", { class: "side" }, keypad.element, finish.ending, help.element, rules.element),
      tools.element)));

  const gestures = {
    way: () => about.puzzles.find((puzzle) => puzzle.name === game.answer()?.kind)?.drag ?? "paint",
    touch,
    enabled: () => game.answer() !== null && !game.paused() && !help.isShowingSolution(),
    isSolved: () => game.answer()?.finished ?? false,
    symbols: () => game.answer()?.symbols ?? [],
    signal,
  };
  watchGestures(board, gestures);
  watchKeys(board, gestures);
  watchNames({ board, texts: help.element, signal });
  document.addEventListener("keydown", command, { signal });
  onBoardChange(openCurrent, signal);
  onTheme(() => game.redraw(), signal); // which shows the rules again, too
  await begin();

  /**
   * Perform a gesture, showing its effect immediately if it can be predicted.
   * @param {{ cell: number, to?: number, second?: boolean, side?: string, symbol?: string, joins?: boolean, isFresh?: boolean }} given
   */
  function touch({ isFresh = false, ...gesture }) {
    const { looks = [], drag } = about.puzzles.find((puzzle) => puzzle.name === game.answer()?.kind) ?? {};
    const look = looks[gesture.second ? 1 : 0];
    feedback("move");
    const isTaken = gesture.second || !board.isSecondOnly(gesture.to ?? gesture.cell);
    const isKnown = look && isTaken && (drag === "paint" ? isFresh : gesture.to !== undefined && !gesture.second);
    const confirmed = isKnown ? board.showPending({ ...gesture, look }) : null;
    return game.act({ do: "touch", to: null, second: false, side: null, symbol: null, joins: false, ...gesture }).then(confirmed);
  }

  function command(event) {
    if (isTyping(event) || event.altKey) return;
    const isHeld = event.ctrlKey || event.metaKey;
    const key = isHeld ? undoKey(event) : event.key;
    if (key && tools.command(key)) event.preventDefault();
  }

  /** Map Ctrl+Z, Ctrl+Y and Ctrl+Shift+Z (or ⌘) to the keys of the board. */
  function undoKey(event) {
    const name = event.key.toLowerCase();
    if (name === "z") return event.shiftKey ? "y" : "u";
    return name === "y" ? "y" : null;
  }

  async function begin() {
    if (query.get("g")) return openShared(query.get("g"));
    const [kind] = (query.get("board") ?? "").split("/");
    if (!isProblem(kind)) await openLinked().catch(reportError);
    await ensureBoard(about, signal); // opens it through `onBoardChange`
    if (currentBoard() && !open) openCurrent(currentBoard());
    return showAddress(false);
  }

  /** Make the board of the address the current one. */
  async function openLinked() {
    const opened = query.has("collection") && await getCollection(query.get("collection"));
    return opened ? playFrom(opened, Math.max(0, Number(query.get("n")) - 1), about) : openBoard(query, signal);
  }

  /** Show the address of the current board, as a new entry of the history if it is another board. */
  async function showAddress(isNew) {
    if (!currentBoard()) return; // another one is being loaded
    const { collection, shared } = currentBoard();
    const own = collection ? new URLSearchParams({ collection: collection.id, n: collection.place + 1 }) : await boardQuery();
    if (shared) own.set("shared", "1");
    const address = routeTo("play", own);
    if (signal.aborted || location.hash === address) return;
    if (isNew) history.pushState(null, "", address);
    else history.replaceState(history.state, "", address);
  }

  /** Open a game from a link; it is stored apart from one's own game on the same board. */
  async function openShared(text) {
    open = "shared";
    try {
      await game.resume(await unpackGame(text), { isShared: true });
      const { kind, title: name, rows, cols, state } = game.answer();
      if (isProblem(kind)) throw new Error(kind); // it can only be searched
      open = keyOf({ board: state.board, shared: true });
      setCurrentBoard({ kind, title: name, rows, cols, name: game.answer().name, board: state.board, shared: true });
      await showAddress(false);
    } catch {
      showMessage(t("share.broken"), { fault: true });
      open = null;
      await ensureBoard(about, signal);
      if (!open) openCurrent(currentBoard());
      await showAddress(false);
    }
  }

  async function openCurrent(onDesk) {
    if (open === keyOf(onDesk)) return; // already open
    if (open !== null) showAddress(true).catch(reportError);
    open = keyOf(onDesk);
    const saved = savedGame(onDesk.board, onDesk.shared);
    if (saved) await game.resume(saved.state, { isPaused: saved.paused && !saved.finished, isShared: saved.shared });
    // The stored game may be unusable, such as one of another version.
    if (open === keyOf(onDesk) && (!saved || game.isNoGame())) await game.begin(onDesk.board, onDesk.name ?? "");
    if (open === keyOf(onDesk) && game.fault()) showNone(game.fault().message);
    focusBoard();
  }

  /** Focus the board, unless a control is in use. */
  function focusBoard() {
    if (!document.activeElement?.matches("select, input, textarea, dialog *")) board.setCursor(board.cursor(), { scroll: false });
  }

  function keyOf({ board: text, shared }) {
    return `${Boolean(shared)} ${text}`;
  }

  /** Show why there is no game, and hide the board and its tools. */
  function showNone(why) {
    title.textContent = why;
    scroller.hidden = tools.element.inert = true;
    help.reset();
    help.showErrors([]);
  }

  function showGame(answer, before, difference) {
    scroller.hidden = tools.element.inert = false;
    board.show(answer, difference && (difference.fields?.picture ?? { fields: {} }));
    title.textContent = t("board.title", { title: answer.title, rows: answer.rows, cols: answer.cols });
    if (!before) help.leave();
    help.reset(); // its picture has been replaced
    help.showErrors(answer.faults);
    tools.show(answer);
    keypad.show(answer.symbols);
    zoom.show();
    rules.show(answer);
    board.element.classList.toggle("finished", answer.finished);
    cover.hidden = !game.paused();
    board.element.classList.toggle("hidden-board", game.paused());
    finish.show(answer, before);
    if (before && !answer.finished) announceMove(answer, before);
  }

  /** Announce the cell under the cursor and new errors. */
  function announceMove(answer, before) {
    const cell = board.cursor();
    const known = new Set(before.faults.map((fault) => fault.text));
    const fresh = answer.faults.filter((fault) => !known.has(fault.text)).map((fault) => fault.text);
    const label = answer.labels[cell] === before.labels[cell] ? [] : [answer.labels[cell]];
    if (fresh.length || label.length) announce([...label, ...fresh].join(". "));
  }
}
