// The argument of a step, one sentence at a time, each with a picture of the hypothetical board.

import { el } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { announce } from "../app/status.js";
import { t } from "../app/messages.js";

/**
 * Create the list of sentences; `show(place)` draws the picture of one, or of the whole step for null.
 * @param {Server.StageRow[]} stages
 * @param {(place: number | null) => void} show
 */
export function createArgument(stages, show) {
  /** @type {number | null} */
  let at = null;
  const isOne = stages.length === 1; // a look-ahead technique, whose sentence is already on the page
  const lines = stages.map((stage, place) => el("button", {
    type: "button", class: isOne ? "" : "plain", "aria-pressed": "false", test: `stage-${place}`, text: isOne ? t("argument.show") : stage.text,
    on: { click: () => go(at === place ? null : place) },
  }));
  const step = (name, sign, by) => el("button", {
    type: "button", test: `stages-${name}`, "aria-label": t(`argument.${name}`), title: t(`argument.${name}`), on: { click: () => go(next(by)) },
  }, icon(sign));
  const element = isOne ? el("div", { class: "row" }, lines) : el("div", { class: "argument" },
    el("div", { class: "row" }, step("back", "back", -1), step("forward", "forward", 1), el("span", { class: "muted", text: t("argument.about") })),
    el("ol", { class: "argument-lines" }, lines.map((line) => el("li", {}, line))));

  /** Return the next or previous position; the whole step (null) comes between the last and the first. */
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
      announce(stages[at].text);
    }
  }

  return element;
}

/** Describe the lines and signs that occur in a picture. */
export function legendText(svg) {
  const seen = ["marked", "ground", "arm", "barrier", "part", "order", "fault"].filter((name) => svg.includes(`class="${name}"`));
  return seen.map((name) => t(`legend.${name}`)).join(" · ");
}
