// The verdict on one criterion: its points, each board, and the film of the first failing run.

import { el, picture, replace } from "../ui/dom.js";
import { number, t } from "../app/messages.js";

const FRAME_MS = 400;

/**
 * Return the element of a verdict; lines of the solution that it names can be shown in the editor.
 * @param {any} row
 * @param {{ file: string, showLine: (line: number) => void, signal: AbortSignal }} given
 */
export function showVerdict(row, { file, showLine, signal }) {
  const passed = row.earned === row.points;
  const boards = row.cases.map((item) => el("li", { class: item.passed ? "passed" : "failed" },
    withLines(`${item.board}: ${item.text}`), item.expected ? el("span", { class: "muted", text: ` ${t("assignment.expected", { what: item.expected })}` }) : null));
  const claims = row.claims.map((claim) => el("li", { class: "failed", text: t("assignment.claim", { claim }) }));
  const shown = row.film.length ? createFrames(row.film, signal) : row.svg ? el("figure", { class: "preview" }, picture(row.svg)) : null;
  return el("section", { class: "criterion", test: "assignment-verdict" },
    el("h3", { class: passed ? "passed" : "failed" }, el("span", { text: row.name }), el("span", { class: "points", text: `${number(row.earned)}/${number(row.points)}` })),
    row.error ? el("p", { class: "failed" }, withLines(row.error)) : null,
    el("ul", {}, boards, claims), shown);

  /** Return a text in which "solution.py, line 12" is a button that shows the line. */
  function withLines(text) {
    const pattern = new RegExp(`${file.replace(/\W/g, "\\$&")}, line (\\d+)`);
    const found = pattern.exec(text);
    if (!found) return [text];
    const jump = el("button", { type: "button", class: "plain", test: "assignment-jump", text: found[0], on: { click: () => showLine(Number(found[1])) } });
    return [text.slice(0, found.index), jump, text.slice(found.index + found[0].length)];
  }
}

/** Return a player of frames, each {svg, caption}. */
function createFrames(frames, signal) {
  const view = el("figure", { class: "preview", test: "assignment-film" });
  const caption = el("p", { class: "visually-hidden", role: "status", test: "assignment-caption" });
  const slider = el("input", { type: "range", min: 0, max: frames.length - 1, value: 0, test: "assignment-frame", "aria-label": t("assignment.film.place"), on: { input: () => { stop(); show(Number(slider.value)); } } });
  const play = el("button", { type: "button", test: "assignment-play", on: { click: () => (timer ? stop() : start()) } });
  const step = (test, by) => el("button", { type: "button", test: `assignment-${test}`, text: t(`assignment.film.${test}`), on: { click: () => { stop(); show(place + by); } } });
  let place = 0;
  let timer = null;
  signal.addEventListener("abort", stop);
  stop();
  show(0);
  return el("div", { class: "vertical" }, el("h4", { text: t("assignment.film") }), view, caption,
    el("div", { class: "row" }, step("back", -1), play, step("next", 1), slider));

  function show(wanted) {
    place = Math.max(0, Math.min(wanted, frames.length - 1));
    slider.value = String(place);
    replace(view, picture(frames[place].svg));
    caption.textContent = frames[place].caption;
  }

  function start() {
    if (place === frames.length - 1) show(0);
    timer = setInterval(() => (place < frames.length - 1 ? show(place + 1) : stop()), FRAME_MS);
    play.textContent = t("assignment.film.pause");
  }

  function stop() {
    clearInterval(timer);
    timer = null;
    play.textContent = t("assignment.film.play");
  }
}
