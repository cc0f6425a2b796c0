// The name of a board and its place in a sequence, and the card that ends a solved game: the time, the days
// in a row, and the next board.

import { currentBoard } from "../app/current-board.js";
import { el, replace } from "../ui/dom.js";
import { countStreak, isDaily, recordDaily, shareResult } from "../home/daily.js";
import { feedback } from "../ui/feedback.js";
import { icon } from "../ui/icons.js";
import { findPosition } from "../library/series.js";
import { routeTo } from "../app/routes.js";
import { reportError, announce } from "../app/status.js";
import { saveTime, solvedDays, solvedTimes } from "../data/storage.js";
import { clockText, rating, t } from "../app/messages.js";

/** @param {{ about: Server.About, game: any, signal: AbortSignal }} given */
export function createBoardHeader({ about, game, signal }) {
  const name = el("p", { class: "muted board-name", test: "board-name" });
  const words = el("h2", { test: "finished-time" });
  const streak = el("p", { class: "streak", test: "finished-streak" });
  const next = el("button", { type: "button", class: "primary", test: "next-board", on: { click: () => openNext?.().catch(reportError) } }, icon("forward"), el("span", { text: t("play.next") }));
  const share = el("button", { type: "button", test: "share-result", on: { click: () => shareResult(currentBoard()).catch(reportError) } }, icon("share"), el("span", { text: t("daily.share") }));
  const ending = el("section", { class: "card ending", test: "finished", hidden: true, "aria-label": t("play.solved") },
    words, streak, el("div", { class: "row" }, next, share, el("a", { class: "button", href: routeTo("explain"), test: "finished-explain" }, icon("steps"), el("span", { text: t("nav.explain") }))));
  let openNext = null;
  let shown = null; // the board whose name is shown

  /** Show a game, given its state before. */
  function show(answer, before) {
    const board = currentBoard();
    if (answer.finished && (!before || !before.finished)) end(board, Boolean(before));
    ending.hidden = !answer.finished;
    if (shown !== board || answer.finished) place(board, answer.finished).catch(reportError);
  }

  /** Show the ending; `isNow` says that the board was solved in this view, not opened again. */
  function end(board, isNow) {
    const seconds = game.clock.seconds();
    const key = board?.example ?? board?.key;
    const best = key ? solvedTimes()[key] : undefined;
    let text = t("play.finished", { time: clockText(seconds) });
    if (isNow) recordDaily(board, seconds);
    const isFirst = isNow && key && saveTime(key, seconds);
    if (best !== undefined && isNow) text = t(isFirst ? "play.finished.best" : "play.finished.slower", { time: clockText(seconds), best: clockText(best) });
    words.textContent = text;
    const days = countStreak(solvedDays());
    streak.textContent = isDaily(board) && days ? t("daily.streak", { n: days }) : "";
    share.hidden = !isDaily(board);
    announce(text);
    if (isNow) feedback("finished");
  }

  async function place(board, isFinished) {
    if (shown !== board) replace(name, nameText(board, about));
    shown = board;
    if (!board) return;
    const { text, isDone, next: step, link } = await findPosition(board, about, signal);
    if (shown !== board || signal.aborted) return;
    openNext = step;
    next.hidden = !step;
    next.lastElementChild.textContent = t(isDone ? "play.next.pack" : "play.next");
    replace(name, nameText(board, about), text ? [" · ", el("a", { href: link, test: "board-series", text })] : null,
      isFinished && isDone ? el("strong", { class: "done", test: "series-done", text: t("library.done") }) : null);
  }

  return { name, ending, show };
}

/** Return the name of a board and its rating. */
function nameText(board, about) {
  if (!board) return "";
  const puzzle = about.puzzles.find((puzzle) => puzzle.name === board.kind);
  const example = puzzle?.examples.find((example) => example.name === board.example);
  return [board.called || board.name, rating({ ...board, ...example })].filter(Boolean).join(" · ");
}
