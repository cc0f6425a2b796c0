// The argument of a step, sentence by sentence: one picture, which shows the board as it would be.

import { el } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { say } from "../app/status.js";
import { t } from "../app/messages.js";

/**
 * The sentences, of which one at a time is shown; `show(place)` draws it, or the whole step without a place.
 * @param {Server.StageRow[]} stages
 * @param {(place: number | null) => void} show
 */
export function createStages(stages, show) {
  /** @type {number | null} */
  let at = null;
  const isOne = stages.length === 1; // of a technique that looks ahead: its sentence is told already
  const lines = stages.map((stage, place) => el("button", {
    type: "button", class: isOne ? "" : "plain", "aria-pressed": "false", test: `stage-${place}`, text: isOne ? t("argument.show") : stage.text,
    on: { click: () => go(at === place ? null : place) },
  }));
  const step = (name, sign, by) => el("button", {
    type: "button", test: `stages-${name}`, "aria-label": t(`argument.${name}`), title: t(`argument.${name}`), on: { click: () => go(next(by)) },
  }, icon(sign));
  const element = isOne ? el("div", { class: "row" }, lines) : el("div", { class: "stages" },
    el("div", { class: "row" }, step("back", "back", -1), step("forward", "forward", 1), el("span", { class: "quiet", text: t("argument.about") })),
    el("ol", { class: "stage-lines" }, lines.map((line) => el("li", {}, line))));

  /** The place before or behind; between the last and the first is the whole step. */
  function next(by) {
    const place = (at ?? (by > 0 ? -1 : stages.length)) + by;
    return place in stages ? place : null;
  }

  function go(place) {
    at = place;
    lines.forEach((line, n) => line.setAttribute("aria-pressed", String(n === at)));
    show(at);
    if (at !== null) {
      lines[at].scrollIntoView?.({ block: "nearest" });
      say(stages[at].text);
    }
  }

  return element;
}

/** What the lines and signs of a picture mean, of those that are in it. */
export function legend(svg) {
  const seen = ["marked", "ground", "barrier", "part", "order", "fault"].filter((name) => svg.includes(`class="${name}"`));
  return seen.map((name) => t(`legend.${name}`)).join(" · ");
}
