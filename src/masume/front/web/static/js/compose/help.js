// The verdict on a board being composed, and the composing tools.

import { request, requestStream, ServerError } from "../data/api.js";
import { el, picture, replace, checkbox } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { nameOf } from "../board/cell-names.js";
import { openPictureDialog } from "./picture-dialog.js";
import { savedGame } from "../data/storage.js";
import { theme } from "../app/theme.js";
import { t, tOr } from "../app/messages.js";

const PAUSE = 60; // debounce, in ms
const HELP = [["drawn", "board"], ["picture", "picture"], ["deciding_clues", "plus"], ["spare_clues", "minus"], ["harder", "up"], ["easier", "down"]];

/**
 * Create the verdict and the tools. `change(text)` replaces the draft, `put(cells, clue)` writes a clue, `redraw()` draws
 * the draft, `settled()` waits until it is drawn, `locked()` returns the locked cells, and `hasPictures()` whether a
 * picture can be a solution.
 */
export function createAdvice({ board, change, put, locked, hasPictures, redraw, settled, signal }) {
  const line = el("p", { class: "progress verdict", test: "compose-verdict", role: "status" });
  const details = el("div", { class: "card", test: "compose-details", hidden: true });
  const outcome = el("div", { class: "card outcome", test: "compose-outcome", role: "status", hidden: true });
  const solution = el("div", { class: "preview", test: "compose-solution", hidden: true });
  const doubts = checkbox(t("compose.differences"), { test: "compose-differences", checked: true, on: { change: mark } });
  const certain = checkbox(t("compose.forced"), { test: "compose-forced", on: { change: () => showCertain().catch(showError) } });
  const seen = checkbox(t("compose.solution"), { test: "compose-show-solution", on: { change: seeSolution } });
  const buttons = HELP.map(([what, sign]) => el("button", { type: "button", test: `compose-${what}`, title: t(`compose.${what}.title`), disabled: true, on: { click: () => (what === "picture" ? draw() : help(what)) } },
    icon(sign), el("span", { text: t(`compose.${what}`) })));
  const element = el("div", { class: "vertical" },
    el("div", { class: "stack help-list", role: "group", "aria-label": t("compose.help") }, buttons),
    el("div", { class: "switches" }, doubts, certain, seen));
  const answers = el("div", { class: "advice", test: "compose-answers" }, outcome, details, solution);
  let text = "";
  let judged = ""; // the logic that the verdict is about
  let last = null; // the last verdict
  let running = null; // aborts the current judgement
  let helping = null;
  let isBegun = false; // whether the board has any clue
  let isCertain = false; // whether the board shows the forced marks
  let timer = null;
  let seed = 0; // changes with every request, so that repeating one gives another result
  let given = ""; // the logic of the last board that a tool returned
  signal.addEventListener("abort", stop);

  function stop() {
    clearTimeout(timer);
    running?.abort();
    helping?.abort();
  }

  /** Judge a changed draft; a change of its name changes nothing. */
  function judge(next, hasClues) {
    isBegun = hasClues;
    text = next;
    for (const button of buttons) button.disabled = false; // a board has arrived
    buttons[HELP.findIndex(([what]) => what === "picture")].hidden = !hasPictures();
    const logic = withoutName(next);
    if (logic === judged) return mark();
    judged = logic;
    last = null;
    stop();
    if (logic !== given) outcome.hidden = true; // the message about a tool's change stays visible
    board.mark("spare-clue", []);
    board.mark("decisive-clue", []);
    line.classList.add("busy");
    timer = setTimeout(() => find().catch(showError), PAUSE);
    return mark();
  }

  async function find() {
    const mine = (running = new AbortController());
    for await (const row of requestStream("/api/judge", { board: text, theme: theme() }, mine.signal)) {
      if (mine.signal.aborted) return;
      if ("verdict" in row) show(row);
    }
    if (mine === running) line.classList.remove("busy");
    await showCertain();
  }

  /** Show the forced marks on the board, unless it is changing. */
  async function showCertain() {
    const wasShown = isCertain;
    isCertain = certain.querySelector("input").checked;
    if (!isCertain) return wasShown ? redraw() : undefined;
    const asked = text;
    const state = { masume: 1, board: text, moves: [], at: 0 };
    const { svg } = await request("/api/forced", { state, theme: theme() }, running?.signal ?? signal);
    return isCertain && asked === text ? board.draw(svg) : undefined; // it may have been switched off in the meantime
  }

  /** Return the part of a board's text that affects its solutions. */
  function withoutName(board) {
    return board.split("\n").filter((row) => !row.startsWith("name:")).join("\n");
  }

  function showError(fault) {
    if (fault.name === "AbortError") return;
    line.classList.remove("busy");
    line.textContent = fault.message;
    line.dataset.verdict = "unknown";
  }

  function show(row) {
    last = row;
    line.dataset.verdict = isBegun || row.verdict !== "unique" ? row.verdict : "empty"; // that an empty board has one solution tells nothing
    line.textContent = words(row);
    const lines = row.verdict === "none" ? row.clash.map((conflict) => conflict.text) : row.hardest ? [t("compose.hardest", { step: row.hardest })] : [];
    details.hidden = !lines.length;
    replace(details, row.verdict === "none" ? el("h2", { text: t("compose.clash") }) : null, lines.map((item) => el("p", { text: item })));
    mark();
    showSolution();
  }

  function words({ verdict, number, complete, level, reason }) {
    if (line.dataset.verdict === "empty") return t("compose.empty");
    if (verdict === "unique") return level ? t("compose.unique.level", { level: tOr(`level.${level}`, level) }) : t("compose.unique");
    if (verdict === "several") return t(complete ? "compose.several" : "compose.many", { n: number });
    return verdict === "none" ? t("compose.none") : t("compose.unknown", { reason });
  }

  /** Mark the cells in which solutions differ and the clues that contradict each other. */
  function mark() {
    const wanted = doubts.querySelector("input").checked ? last?.doubts ?? [] : [];
    board.mark("differing", wanted.map((cell) => cell.cell));
    for (const { cell, share } of wanted) board.style(cell, "--difference", String(share));
    board.mark("conflict", (last?.clash ?? []).flatMap((item) => item.cells));
  }

  function seeSolution() {
    showSolution();
    solution.scrollIntoView({ block: "nearest" });
  }

  function showSolution() {
    const svg = seen.querySelector("input").checked ? last?.svg : null;
    solution.hidden = !svg;
    replace(solution, svg ? picture(svg) : null);
  }

  /** Open the dialog for a picture as solution. */
  function draw() {
    const [rows, cols] = board.size();
    openPictureDialog({ rows, cols, chosen: (dark) => help("picture", { dark }) });
  }

  async function help(what, more = {}) {
    await settled(); // the last keystroke is part of the board
    helping?.abort();
    const mine = (helping = new AbortController());
    showOutcome(t("compose.busy"), { busy: true });
    seed += 1;
    try {
      const state = what === "drawn" ? drawing() : null;
      const wish = { do: what === "drawn" ? "complete" : what, board: text, state, keep: locked(), seed, theme: theme(), seconds: 20, ...more };
      const answer = await request("/api/compose", wish, mine.signal);
      given = withoutName(answer.board ?? "");
      if (mine === helping) await showHelp(what, answer);
    } catch (fault) {
      if (mine !== helping || fault.name === "AbortError") return;
      showOutcome(fault.message, { fault: true });
    }
  }

  /** Return the game on this board in Play, whose marks become the solution. */
  function drawing() {
    const game = savedGame(text);
    if (!game?.state.at) throw new ServerError(t("compose.drawn.none"), 400);
    return game.state;
  }

  async function showHelp(what, { board: changed, clues, spare_clues: spare, levels, differs, minimal, reason }) {
    if (what === "spare_clues") {
      showOutcome(t(spare.length ? "compose.spare_clues.some" : "compose.spare_clues.none", { n: spare.length }));
      board.mark("spare-clue", spare.flat());
    } else if (what === "deciding_clues") {
      showOutcome(clues.length ? t("compose.deciding_clues.some", { n: clues.length }) : reason, { clues });
      board.mark("decisive-clue", clues.flatMap((clue) => clue.cells));
    } else if (changed === null) showOutcome(reason, { fault: true });
    else if (what === "picture") {
      seen.querySelector("input").checked = true;
      await change(changed);
      showOutcome(t(differs.length ? (minimal ? "compose.picture.differs" : "compose.picture.timeout") : "compose.picture.same", { n: differs.length }));
    }
    else {
      const words = what === "complete" || what === "drawn"
        ? t(clues.length ? (minimal ? "compose.completed.minimal" : "compose.completed") : "compose.completed.none", { n: clues.length })
        : t("compose.adjusted", { before: tOr(`level.${levels[0]}`, levels[0]), after: tOr(`level.${levels[1]}`, levels[1]) });
      await change(changed);
      showOutcome(words);
    }
  }

  /**
   * @param {string} words
   * @param {{ busy?: boolean, fault?: boolean, clues?: Server.ClueRow[] }} more
   */
  function showOutcome(words, more = {}) {
    const { busy = false, fault = false, clues = [] } = more;
    outcome.hidden = false;
    const stopIt = el("button", { type: "button", test: "compose-stop", text: t("make.stop"), on: { click: () => { helping?.abort(); outcome.hidden = true; } } });
    replace(outcome, el("p", { class: busy ? "progress busy" : fault ? "error-line" : "", text: words }), busy ? stopIt : null,
      clues.length ? el("div", { class: "row" }, clues.slice(0, 60).map(entry)) : null);
    outcome.scrollIntoView({ block: "nearest" }); // on a narrow screen the buttons are far below
  }

  /** Return the button of a clue; a click writes it. */
  function entry({ cells, clue }) {
    const names = cells.map((cell) => nameOf(cell, board.size())).join("+");
    return el("button", { type: "button", test: "compose-clue", text: `${names} = ${clue}`, on: {
      click: () => put(cells, clue),
      mouseenter: () => board.mark("stroke", cells), mouseleave: () => board.mark("stroke", []),
    } });
  }

  /** Return the level of the board, or "" if it is unknown. */
  const level = () => last?.level ?? "";

  return { element, answers, help, judge, level, line };
}
