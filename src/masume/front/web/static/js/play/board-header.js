// The line above a board: its name and its position in the sequence; once solved, the time and the next board.

import { currentBoard } from "../app/current-board.js";
import { recordDaily } from "../home/daily.js";
import { el, replace } from "../ui/dom.js";
import { findPosition } from "../library/series.js";
import { reportError, announce } from "../app/status.js";
import { saveTime, solvedTimes } from "../data/storage.js";
import { clockText, rating, t } from "../app/messages.js";

/** @param {{ about: Server.About, game: any, signal: AbortSignal }} given */
export function createBoardHeader({ about, game, signal }) {
  const name = el("p", { class: "muted board-name", test: "board-name" });
  const banner = el("p", { class: "banner", test: "finished", hidden: true });
  const next = el("button", { type: "button", class: "primary", test: "next-board", hidden: true, text: t("play.next"), on: { click: () => openNext?.().catch(reportError) } });
  let openNext = null;
  let shown = null; // the board whose name is shown

  /** Show a game, given its state before. */
  function show(answer, before) {
    const board = currentBoard();
    const seconds = game.clock.seconds();
    const key = board?.example ?? board?.key;
    let text = t("play.finished", { time: clockText(seconds) });
    if (answer.finished && (!before || !before.finished)) {
      const best = key ? solvedTimes()[key] : undefined;
      if (before) recordDaily(board, seconds);
      const isFirst = before && key && saveTime(key, seconds); // not when a solved game is opened again
      if (best !== undefined && before) text = t(isFirst ? "play.finished.best" : "play.finished.slower", { time: clockText(seconds), best: clockText(best) });
      banner.textContent = text;
      announce(text);
    }
    banner.hidden = !answer.finished;
    if (!answer.finished) next.hidden = true;
    if (shown !== board || answer.finished) place(board, answer.finished).catch(reportError);
  }

  async function place(board, isFinished) {
    if (shown !== board) replace(name, nameText(board, about));
    shown = board;
    if (!board) return;
    const { text, isDone, next: step, link } = await findPosition(board, about, signal);
    if (shown !== board || signal.aborted) return;
    openNext = step;
    next.hidden = !isFinished || !step;
    next.textContent = t(isDone ? "play.next.pack" : "play.next");
    replace(name, nameText(board, about), text ? [" · ", el("a", { href: link, test: "board-series", text })] : null,
      isFinished && isDone ? el("strong", { class: "done", test: "series-done", text: t("library.done") }) : null);
  }

  return { name, banner, next, show };
}

/** Return the name of a board and its rating. */
function nameText(board, about) {
  if (!board) return "";
  const puzzle = about.puzzles.find((puzzle) => puzzle.name === board.kind);
  const example = puzzle?.examples.find((example) => example.name === board.example);
  return [board.called || board.name, rating({ ...board, ...example })].filter(Boolean).join(" · ");
}
