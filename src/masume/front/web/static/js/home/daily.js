// The board of the day: its card, the days in a row on which it was solved, and a result to share.

import { setCurrentBoard } from "../app/current-board.js";
import { copyText } from "../ui/clipboard.js";
import { el, replace } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { thumbnail } from "../board/previews.js";
import { loadDaily } from "../app/links.js";
import { routeTo } from "../app/routes.js";
import { reportError, showMessage } from "../app/status.js";
import { saveDay, solvedDays, solvedTimes } from "../data/storage.js";
import { onTheme } from "../app/theme.js";
import { clockText, LOCALE, t, tOr } from "../app/messages.js";

const NAME = /^daily\/(.*)$/; // name of a board of the day
const WEEK = 7; // days in a result

/** Create the card of the board of the day. */
export function createDaily({ signal }) {
  let day = new Date();
  const when = el("p", { test: "daily-date" });
  const line = el("p", { class: "muted", test: "daily-line", role: "status" });
  const streak = el("p", { class: "streak", test: "daily-streak" });
  const small = el("div", { class: "thumbnail" });
  const go = el("button", { type: "button", class: "primary", test: "daily-play", disabled: true }, icon("play"), el("span", { text: t("daily.play") }));
  const share = el("button", { type: "button", test: "daily-share", hidden: true, on: { click: () => shareResult(board) } }, icon("share"), el("span", { text: t("daily.share") }));
  const step = (sign, key, days) => el("button", { type: "button", class: "plain", test: `daily-${key}`, "aria-label": t(`daily.${key}`), title: t(`daily.${key}`), text: sign, on: { click: () => move(days) } });
  const after = step("›", "next", 1);
  let turn = 0;
  let board = null;
  go.addEventListener("click", () => {
    setCurrentBoard(board);
    location.hash = routeTo("play");
  });
  const card = el("article", { class: "card daily", test: "daily" },
    el("div", {}, el("h2", { text: t("daily.title") }), el("div", { class: "day" }, step("‹", "previous", -1), when, after), line, streak, el("div", { class: "row" }, go, share)), small);
  onTheme(() => draw().catch(reportError), signal);
  move(0);
  return card;

  function move(days) {
    day = addDays(day, days);
    show().catch((fault) => { if (fault.name !== "AbortError") line.textContent = fault.message; });
  }

  async function show() {
    const mine = (turn += 1);
    when.textContent = day.toLocaleDateString(LOCALE, { weekday: "short", day: "numeric", month: "short", year: day.getFullYear() === new Date().getFullYear() ? undefined : "numeric" });
    after.disabled = formatDay(day) === formatDay(new Date());
    go.disabled = true;
    line.textContent = t("daily.busy");
    const answer = await loadDaily(formatDay(day), signal);
    if (mine !== turn) return;
    board = answer;
    const level = tOr(`level.${answer.level}`, answer.level);
    const time = solvedTimes()[answer.name];
    line.textContent = [`${answer.title} ${answer.rows}×${answer.cols}`, level, time === undefined ? "" : t("library.time", { time: clockText(time) })].filter(Boolean).join(" · ");
    share.hidden = time === undefined;
    const days = countStreak(solvedDays());
    const solved = lastDays().filter((day) => day in solvedDays()).length;
    replace(streak, solved ? [weekMarks(), el("span", { text: days > 1 ? t("daily.streak", { n: days }) : t("daily.week", { n: solved }) })] : null);
    go.disabled = false;
    await draw();
  }

  async function draw() {
    if (board) replace(small, await thumbnail(board.board, signal));
  }
}

/** Show on which of the last seven days the board was solved. */
function weekMarks() {
  const marks = lastDays().map((day) => el("span", { class: day in solvedDays() ? "done" : "" }));
  return el("span", { class: "week", "aria-hidden": "true" }, marks);
}

/** Remember that the board of today was solved today; boards of other days count for no streak. */
export function recordDaily(board, seconds) {
  const day = board?.name?.match(NAME)?.[1];
  if (day === formatDay(new Date())) saveDay(day, seconds);
}

/** Return whether a board is that of a day. */
export function isDaily(board) {
  return NAME.test(board?.name ?? "");
}

/** Copy the result of a board of the day, without its solution. */
export async function shareResult(board) {
  const day = board.name.match(NAME)[1];
  const lines = [
    t("daily.result", { date: new Date(`${day}T12:00`).toLocaleDateString(LOCALE, { day: "numeric", month: "long", year: "numeric" }), title: board.title, rows: board.rows, cols: board.cols }),
    t("daily.result.time", { time: clockText(solvedTimes()[board.name] ?? 0) }),
    `${lastDays().map((item) => (item in solvedDays() ? "🟩" : "⬜")).join("")} ${t("daily.streak", { n: countStreak(solvedDays()) })}`,
    `${location.origin}${location.pathname}${routeTo("play", new URLSearchParams({ day }))}`,
  ];
  if (await copyText(lines.join("\n"))) showMessage(t("daily.copied"));
}

/** Count the days in a row up to today, or up to yesterday while today's board is open. */
export function countStreak(days, today = new Date()) {
  let day = formatDay(today) in days ? today : addDays(today, -1);
  let count = 0;
  for (; formatDay(day) in days; day = addDays(day, -1)) count += 1;
  return count;
}

function lastDays() {
  return Array.from({ length: WEEK }, (_, n) => formatDay(addDays(new Date(), n + 1 - WEEK)));
}

function addDays(day, count) {
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + count);
}

/** Format a day as YYYY-MM-DD in local time. */
function formatDay(day) {
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
}
