// Analysis by the exact engine: number of solutions, forced marks, and contradictions; drawn on the board.

import { request } from "../data/api.js";
import { el, replace } from "../ui/dom.js";
import { reportError, announce } from "../app/status.js";
import { theme } from "../app/theme.js";
import { number, t } from "../app/messages.js";

const SECONDS = 15;
const MOST = 1000; // solutions counted

/** Create the card. `back` shows the game again, `list` creates a list whose items highlight cells. */
export function createAnalysis({ game, board, back, list, signal }) {
  const words = el("p", { test: "analyse-text", class: "progress" });
  const more = el("div", { class: "vertical" });
  const buttons = ["count", "forced", "why"].map((name) =>
    el("button", { type: "button", test: `analyse-${name}`, text: t(`analyse.${name}`), title: t(`analyse.${name}.title`), on: { click: () => put(name) } }));
  const element = el("section", { class: "card", test: "analyse-card", hidden: true, "aria-label": t("analyse.title") },
    el("h2", { text: t("analyse.title") }), el("div", { class: "stack" }, buttons), words, more);
  const answers = { count: countAnswer, forced: forcedAnswer, why: whyAnswer };
  let turn = 0; // answers to earlier questions are discarded

  function open() {
    close();
    tell("");
    element.hidden = false;
    buttons[0].focus();
  }

  function close() {
    turn += 1;
    element.hidden = true;
  }

  async function put(name) {
    const mine = (turn += 1);
    await game.settled();
    if (!game.answer() || game.paused()) return;
    tell(t("analyse.busy"), [], true);
    try {
      const showAnswer = await answers[name]();
      if (mine === turn) showAnswer();
    } catch (fault) {
      if (mine === turn) tell("");
      reportError(fault);
    }
  }

  /** Show a text, with buttons or a list below it. */
  function tell(text, extra = [], isBusy = false) {
    words.textContent = text;
    words.hidden = !text;
    words.classList.toggle("busy", isBusy);
    replace(more, extra);
    if (text && !isBusy) announce(text);
    element.scrollIntoView?.({ block: "nearest" });
  }

  const body = () => ({ state: game.state(), theme: theme(), seconds: SECONDS });
  const backButton = () => el("button", { type: "button", test: "analyse-back", text: t("hint.close"), on: { click: back } });

  async function countAnswer() {
    const answer = await request("/api/count", { board: game.state().board, at_most: MOST, seconds: SECONDS }, signal);
    const n = answer.number;
    const key = !answer.complete ? (n ? "least" : "unknown") : ["none", "one"][n] ?? "some";
    return () => tell(t(`count.${key}`, { n: number(n) }));
  }

  async function forcedAnswer() {
    const answer = await request("/api/forced", body(), signal);
    const key = answer.status !== "solved" ? answer.status : answer.cells.length ? "some" : answer.open ? "open" : "all";
    return () => {
      const take = answer.state && el("button", { type: "button", class: "primary", test: "analyse-apply", text: t("forced.apply"), on: { click: () => game.adopt(answer.state) } });
      if (answer.cells.length) board.draw(answer.svg);
      tell(t(`forced.${key}`), answer.cells.length ? [el("div", { class: "row" }, take, backButton())] : []);
    };
  }

  async function whyAnswer() {
    const answer = await request("/api/why-not", body(), signal);
    return () => {
      if (answer.reasons.length) board.draw(answer.svg);
      tell(t(`why.${answer.status}`), answer.reasons.length ? [list(answer.reasons, "analyse-reasons"), el("div", { class: "row" }, backButton())] : []);
      if (answer.reasons.length) announce([t(`why.${answer.status}`), ...answer.reasons.map((reason) => reason.text)].join(" "));
    };
  }

  return {
    element, open, close,
    /** Open the card and ask a question. */
    put(name) {
      open();
      return put(name);
    },
  };
}
