// Help for a game: errors, checks, hints in three steps, and the solution. Their pictures cover the game
// until the next move.

import { request } from "../data/api.js";
import { el, replace } from "../ui/dom.js";
import { createAnalysis } from "./questions.js";
import { createArgument, legendText } from "../explain/argument.js";
import { reportError, announce } from "../app/status.js";
import { exampleElements, hasExample, techniqueLink, loadTechniques } from "../explain/techniques.js";
import { theme } from "../app/theme.js";
import { duration, t, tOr } from "../app/messages.js";

export function createHelp({ about, game, board, signal }) {
  const hints = el("section", { class: "card hint", test: "hint-card", hidden: true, "aria-label": t("hint.title") });
  const faults = el("section", { class: "card errors", test: "errors", hidden: true });
  const checked = el("section", { class: "card", test: "check-card", hidden: true });
  const solution = el("section", { class: "card", test: "solution-card", hidden: true });
  let given = null; // the hint for this position, once requested
  let grade = 0;
  let showsSolution = false;
  const asked = new Set(); // running requests
  let leaving = new AbortController(); // aborted when another board is opened
  const questions = createAnalysis({ game, board, back: backToGame, list, signal });

  const element = el("div", { class: "cards" }, hints, solution, questions.element, faults, checked);

  /** Cancel the requests about the previous board. */
  function leave() {
    leaving.abort();
    leaving = new AbortController();
    asked.clear();
  }

  /** Return a signal that aborts when another board or view is opened. */
  const meanwhile = () => AbortSignal.any([signal, leaving.signal]);

  const onceAtATime = (work) => () => {
    if (game.paused() || asked.has(work)) return;
    asked.add(work); // ignores a second click
    // Requests wait for pending moves, so that they are about the board as shown.
    game.settled().then(() => game.answer() && work()).catch(reportError).finally(() => asked.delete(work));
  };

  /** Wait for an answer; after 400 ms, show that it is being computed. */
  async function awaitAnswer(card, title, answer) {
    const slow = setTimeout(() => {
      replace(card, el("h2", { text: title }), el("p", { class: "progress busy", test: "thinking", text: t("analyse.busy") }));
      card.hidden = false;
    }, 400);
    try {
      return await answer;
    } finally {
      clearTimeout(slow);
      card.hidden = true;
    }
  }

  async function hint() {
    if (showsSolution) reset();
    if (!given) {
      const then = game.answer();
      questions.close();
      const hint = await awaitAnswer(hints, t("hint.title"), request("/api/hint", { state: game.state(), theme: theme() }, meanwhile()));
      if (then !== game.answer() || showsSolution) return;
      [given, grade] = [hint, 0];
    }
    const isWrong = given.outcome === "wrong" && given.svg_area; // first the area, then the mistake and the reason
    grade = given.outcome === "step" ? Math.min(grade + 1, 3) : isWrong && !grade ? 1 : 3;
    showHint();
  }

  /** Explain the cell under the cursor in full. */
  async function why() {
    if (showsSolution) reset();
    const then = game.answer();
    questions.close();
    const [, cols] = board.size();
    const target = `r${Math.floor(board.cursor() / cols) + 1}c${(board.cursor() % cols) + 1}`;
    const hint = await awaitAnswer(hints, t("why.cell", { cell: target }), request("/api/why", { state: game.state(), theme: theme(), target }, meanwhile()));
    if (then !== game.answer() || showsSolution) return;
    [given, grade] = [hint, 3];
    showHint(t("why.cell", { cell: target }));
    given = null; // the next hint is requested again
  }

  function showHint(heading = t("hint.title")) {
    const { outcome, title, state } = given;
    const isWrong = outcome === "wrong";
    /** @type {HTMLElement[]} */
    const parts = [el("h2", { text: heading })];
    if (grade === 1) parts.push(el("p", { test: "hint-area", text: t(isWrong ? "hint.area.wrong" : "hint.area") }));
    if (outcome === "step" && title && grade > 1) parts.push(...technique());
    if (grade === 3) parts.push(...argument());
    const more = el("button", { type: "button", test: "hint-more", text: t(isWrong ? "hint.more.wrong" : `hint.more.${grade}`), on: { click: onceAtATime(hint) } });
    const take = el("button", { type: "button", class: "primary", test: "hint-apply", text: t(isWrong ? "hint.fix" : "hint.apply"), on: { click: () => game.adopt(state) } });
    const why = outcome === "unsolvable" && whyButton();
    const close = el("button", { type: "button", test: "hint-close", text: t("hint.close"), on: { click: backToGame } });
    parts.push(el("div", { class: "row" }, grade < 3 ? more : null, grade === 3 && state ? take : null, why || null, close));
    replace(hints, parts);
    reveal(hints);
    const svg = grade < 3 ? given.svg_area : given.svg;
    if (svg) board.draw(svg);
    announce([...hints.querySelectorAll("p, li")].map((line) => line.textContent).join(" "));
  }

  /** Show the name of a technique and, on demand, its example. */
  function technique() {
    const { technique: name, title, level } = given;
    const { kind } = game.answer();
    const head = el("p", { test: "hint-technique" }, el("strong", { text: title }), " ",
      el("span", { class: "level", text: tOr(`level.${level}`, level) }));
    if (!hasExample(about, kind, name)) return [head];
    const example = el("div", { class: "stack" });
    const details = el("details", { test: "hint-example", on: { toggle: () => details.open && fill().catch(reportError) } },
      el("summary", { text: t("hint.example") }), example);
    return [head, details];

    async function fill() {
      if (example.childElementCount) return;
      const rows = await loadTechniques(kind, [name], signal);
      replace(example, rows.flatMap(exampleElements), el("a", { href: techniqueLink(kind, name), text: t("techniques.all") }));
    }
  }

  /** Show the sentences of a step; those of a longer argument have a picture each. */
  function argument() {
    const { text, others, reasons, svg, stages } = given;
    const drawn = el("p", { class: "muted", test: "hint-legend" });
    const show = (place) => {
      const now = place === null ? svg : stages[place].svg;
      if (now) board.draw(now);
      drawn.textContent = legendText(now ?? "");
    };
    drawn.textContent = legendText(svg ?? "");
    const argument = stages.length ? createArgument(stages, show) : null;
    // The introduction before the argument, such as the marks that it ignores.
    const words = stages.length > 1 ? text.slice(0, Math.max(0, text.indexOf(stages[0].text))) : text;
    return [
      el("div", { class: "stack", test: "hint-text" }, words ? el("p", { class: "lines", text: words }) : null, argument),
      ...others.map((other) => el("p", { class: "muted lines", test: "hint-other", text: t("why.other", { text: other }) })),
      ...(reasons.length ? [el("p", { class: "muted", test: "hint-reasons", text: t("hint.reasons", { text: reasons.join(" · ") }) })] : []),
      drawn,
    ];
  }

  /** Scroll a card into view; on a small screen it lies over the page, and the board moves above it. */
  function reveal(card) {
    card.hidden = false;
    if (getComputedStyle(element).position === "fixed") board.element.closest(".stage").scrollIntoView({ block: "start" });
    card.scrollIntoView({ block: "nearest" });
  }

  function whyButton() {
    return el("button", { type: "button", class: "primary", test: "why-none", text: t("analyse.why"), on: { click: () => { backToGame(); questions.put("why"); } } });
  }

  /** Report whether there is a mistake; hints say which one it is. */
  async function check() {
    const then = game.answer();
    const [{ faults: violations, finished }, { correct, state }] = await awaitAnswer(checked, t("check.title"), Promise.all([
      request("/api/check", { state: game.state() }, meanwhile()),
      request("/api/last-correct", { state: game.state() }, meanwhile()),
    ]));
    if (then !== game.answer() || showsSolution) return; // outdated, or the solution is shown
    const text = t(finished ? "check.finished" : correct === null ? "check.unknown" : correct ? "check.right" : "check.wrong");
    const back = state && el("button", { type: "button", class: "primary", test: "check-back", text: t("check.back"), on: { click: () => game.adopt(state) } });
    const missing = violations.length ? el("details", { test: "check-missing" },
      el("summary", { text: t("check.some", { n: violations.length }) }), list(violations, "check-list")) : null;
    replace(checked, el("h2", { text: t("check.title") }), el("p", { test: "check-text", text }), back, missing);
    reveal(checked);
    announce(text);
  }

  async function solve() {
    const { board: text } = game.state();
    const then = game.answer();
    const answer = await awaitAnswer(solution, t("solve.title"), request("/api/solve", { board: text, theme: theme(), seconds: 10 }, meanwhile()));
    if (then !== game.answer()) return; // outdated
    const words = answer.status !== "solved" ? tOr(`solve.${answer.status}`, answer.status)
      : t(answer.unique ? "solve.one" : answer.unique === false ? "solve.several" : "solve.some");
    const other = answer.other_svg && el("button", { type: "button", test: "solution-other", text: t("solve.other"), on: { click: () => board.draw(answer.other_svg) } });
    const why = answer.status === "exhausted" ? whyButton() : null;
    const back = el("button", { type: "button", class: why ? "" : "primary", test: "solution-close", text: t("solve.back"), on: { click: backToGame } });
    replace(solution, el("h2", { text: t("solve.title") }),
      el("p", { test: "solution-text", text: words }),
      answer.reason ? el("p", { class: "muted", text: answer.reason }) : null,
      el("p", { class: "muted", text: t("solve.took", { time: duration(answer.seconds) }) }),
      el("div", { class: "row" }, other, why, back));
    reset();
    reveal(solution);
    showsSolution = answer.status !== "exhausted"; // without a solution, the game stays visible
    if (showsSolution) board.draw(answer.svg);
    announce(words);
  }

  function list(faults, test) {
    const items = faults.map((fault) => {
      const point = () => board.mark("highlighted", fault.cells);
      const leave = () => board.mark("highlighted", []);
      return el("li", { tabindex: "0", "data-rule": fault.rule, text: fault.text,
        on: { pointerenter: point, pointerleave: leave, focus: point, blur: leave } });
    });
    return el("ul", { test, class: "error-list" }, items);
  }

  function showErrors(broken) {
    faults.hidden = !broken.length;
    replace(faults, el("h2", { text: t("errors.title", { n: broken.length }) }), list(broken, "fault-list"));
  }

  function reset() {
    [given, grade, showsSolution] = [null, 0, false];
    hints.hidden = checked.hidden = solution.hidden = true;
    questions.close();
    board.mark("highlighted", []);
  }

  function backToGame() {
    reset();
    board.redraw();
    board.setCursor(board.cursor());
  }

  return {
    element, leave,
    hint: onceAtATime(hint), why: onceAtATime(why), check: onceAtATime(check), solve: onceAtATime(solve),
    ask: onceAtATime(() => { backToGame(); questions.open(); }),
    isShowingSolution: () => showsSolution,
    showErrors, reset,
  };
}
