// Questions about a board that the exact engine answers: how many solutions there are, what is
// certain, and why there is none. What an answer is about is drawn on the board.

import { ask } from "./api.js";
import { el, replace } from "./dom.js";
import { complain, say } from "./status.js";
import { theme } from "./theme.js";
import { number, t } from "./words.js";

const SECONDS = 15;
const MOST = 1000; // solutions that are counted

/** `back` shows the game as it is, `list` makes a list whose items point at cells. */
export function createQuestions({ game, board, back, list, signal }) {
  const words = el("p", { test: "ask-text", class: "progress" });
  const more = el("div", { class: "ways" });
  const buttons = ["count", "forced", "why"].map((name) =>
    el("button", { type: "button", test: `ask-${name}`, text: t(`ask.${name}`), title: t(`ask.${name}.title`), on: { click: () => put(name) } }));
  const element = el("section", { class: "card", test: "ask-card", hidden: true, "aria-label": t("ask.title") },
    el("h2", { text: t("ask.title") }), el("div", { class: "stack" }, buttons), words, more);
  const answers = { count: countAnswer, forced: forcedAnswer, why: whyAnswer };
  let turn = 0; // an answer to an earlier question is not shown

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
    tell(t("ask.busy"), [], true);
    try {
      const found = await answers[name]();
      if (mine === turn) found();
    } catch (fault) {
      if (mine === turn) tell("");
      complain(fault);
    }
  }

  /** Words, and what can be done then. */
  function tell(text, extra = [], isBusy = false) {
    words.textContent = text;
    words.hidden = !text;
    words.classList.toggle("busy", isBusy);
    replace(more, extra);
    if (text && !isBusy) say(text);
    element.scrollIntoView?.({ block: "nearest" });
  }

  const body = () => ({ state: game.state(), theme: theme(), seconds: SECONDS });
  const backButton = () => el("button", { type: "button", test: "ask-back", text: t("hint.close"), on: { click: back } });

  async function countAnswer() {
    const found = await ask("/api/count", { board: game.state().board, at_most: MOST, seconds: SECONDS }, signal);
    const n = found.number;
    const key = !found.complete ? (n ? "least" : "unknown") : ["none", "one"][n] ?? "some";
    return () => tell(t(`count.${key}`, { n: number(n) }));
  }

  async function forcedAnswer() {
    const found = await ask("/api/forced", body(), signal);
    const key = found.status !== "solved" ? found.status : found.cells.length ? "some" : found.open ? "open" : "all";
    return () => {
      const take = found.state && el("button", { type: "button", class: "main", test: "ask-take", text: t("forced.take"), on: { click: () => game.adopt(found.state) } });
      if (found.cells.length) board.draw(found.svg);
      tell(t(`forced.${key}`), found.cells.length ? [el("div", { class: "row" }, take, backButton())] : []);
    };
  }

  async function whyAnswer() {
    const found = await ask("/api/why-not", body(), signal);
    return () => {
      if (found.reasons.length) board.draw(found.svg);
      tell(t(`why.${found.status}`), found.reasons.length ? [list(found.reasons, "ask-reasons"), el("div", { class: "row" }, backButton())] : []);
      if (found.reasons.length) say([t(`why.${found.status}`), ...found.reasons.map((one) => one.text)].join(" "));
    };
  }

  return {
    element, open, close,
    /** Open it with a question put already. */
    put(name) {
      open();
      return put(name);
    },
  };
}
