// The verdict on one criterion: its points, each board, and the film of the first failing run.

import { el, picture, replace } from "../ui/dom.js";
import { createPlayer } from "../film/player.js";
import { number, t } from "../app/messages.js";

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
  const player = createPlayer({ length: () => frames.length, moved: show, speed: 2, signal, test: "assignment" });
  player.grown();
  player.go(0);
  return el("div", { class: "vertical" }, el("h4", { text: t("assignment.film") }), view, caption, player.element);

  function show(place) {
    replace(view, picture(frames[place].svg));
    caption.textContent = frames[place].caption;
  }
}
