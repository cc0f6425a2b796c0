// Play: the board with its tools, hints and messages.

import { createBoard } from "../board/board.js";
import { currentBoard, isProblem, onBoardChange, setCurrentBoard, ensureBoard } from "../app/current-board.js";
import { el, replace } from "../ui/dom.js";
import { createBoardHeader } from "./board-header.js";
import { createGame } from "./game.js";
import { watchGestures } from "../board/gestures.js";
import { isTyping, watchKeys } from "../board/keyboard.js";
import { watchNames } from "../board/cell-names.js";
import { boardQuery, openBoard } from "../app/links.js";
import { getCollection } from "../data/collections.js";
import { playFrom } from "../library/series.js";
import { createPicker } from "../board/picker.js";
import { createHelp } from "./help.js";
import { createTools } from "./tools.js";
import { unpackGame } from "../data/game-link.js";
import { rulesOf } from "../ui/dialog.js";
import { reportError, announce, showMessage } from "../app/status.js";
import { read, savedGame, write } from "../data/storage.js";
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
  const finish = createBoardHeader({ about, game, signal });
  const scroller = el("div", { class: "scroller", test: "scroller" }, board.element);
  const zoom = createZoom({ board, scroller, signal });
  const title = el("h1", { class: "board-title", test: "board-title" });
  const cover = el("button", { type: "button", class: "cover", test: "cover", hidden: true, on: { click: tools.resume }, text: t("play.paused") });

  const welcome = el("div", { class: "card", test: "welcome", hidden: true });

  replace(root, el("section", { class: "play", "aria-label": t("nav.play") },
    createPicker(about, signal),
    el("div", { class: "play-layout" },
      el("div", { class: "board-card" },
        el("div", { class: "board-head" }, el("div", {}, title, finish.name), finish.banner, finish.next, tools.clock),
        el("div", { class: "covered" }, scroller, cover),
        zoom.element),
      el("div", { class: "side" }, tools.element, help.element, welcome))));

  const gestures = {
    way: () => about.puzzles.find((puzzle) => puzzle.name === game.answer()?.kind)?.drag ?? "paint",
    touch,
    enabled: () => game.answer() !== null && !game.paused() && !help.isShowingSolution(),
    isSolved: () => game.answer()?.finished ?? false,
    signal,
  };
  watchGestures(board, gestures);
  watchKeys(board, gestures);
  watchNames({ board, texts: help.element, signal });
  document.addEventListener("keydown", command, { signal });
  onBoardChange(openCurrent, signal);
  onTheme(() => game.redraw(), signal);
  await begin();

  /**
   * Perform a gesture, showing its effect immediately if it can be predicted.
   * @param {{ cell: number, to?: number, second?: boolean, side?: string, joins?: boolean, isFresh?: boolean }} given
   */
  function touch({ isFresh = false, ...gesture }) {
    const { looks = [], drag } = about.puzzles.find((puzzle) => puzzle.name === game.answer()?.kind) ?? {};
    const look = looks[gesture.second ? 1 : 0];
    const isTaken = gesture.second || !board.isSecondOnly(gesture.to ?? gesture.cell);
    const isKnown = look && isTaken && (drag === "paint" ? isFresh : gesture.to !== undefined && !gesture.second);
    const confirmed = isKnown ? board.showPending({ ...gesture, look }) : null;
    return game.act({ do: "touch", to: null, second: false, side: null, joins: false, ...gesture }).then(confirmed);
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
    // Focus the board, unless a control is in use.
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
    zoom.show();
    showWelcome(answer);
    cover.hidden = !game.paused();
    board.element.classList.toggle("hidden-board", game.paused());
    finish.show(answer, before);
    if (before && !answer.finished) announceMove(answer, before);
  }

  /** Show the rules and controls until they are closed or a board is solved for the first time. */
  function showWelcome({ kind, finished }) {
    if (finished) write("visited", true);
    welcome.hidden = Boolean(read("visited"));
    const puzzle = about.puzzles.find((puzzle) => puzzle.name === kind);
    if (welcome.hidden || !puzzle) return;
    const close = el("button", { type: "button", test: "welcome-close", text: t("welcome.close"), on: { click: () => { write("visited", true); welcome.hidden = true; } } });
    replace(welcome, el("h2", { text: t("rules.title", { title: puzzle.title }) }), rulesOf(puzzle), el("p", { text: t(`welcome.${puzzle.drag}`) }), el("div", { class: "row" }, close));
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
