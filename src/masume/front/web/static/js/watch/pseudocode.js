// The pseudocode of an algorithm, with the executed lines highlighted.

import { el, replace } from "../ui/dom.js";
import { number, t } from "../app/messages.js";

export function createPseudocode({ test }) {
  const list = el("ol", { class: "code", test });
  const structures = el("dl", { class: "structures" });
  const none = el("p", { class: "muted", text: t("code.none"), hidden: true });
  const element = el("div", { class: "panel" }, list, structures, none);
  let rows = []; // {item, events, times}
  let shown = null;

  /** Show the pseudocode of a film. */
  function set(code) {
    if (shown === code) return;
    shown = code;
    none.hidden = Boolean(code) || code === undefined;
    rows = (code?.lines ?? []).map(([text, indent, events]) => {
      const times = el("span", { class: "times" });
      const item = el("li", {}, el("span", { text }), times);
      item.style.setProperty("--indent", String(indent));
      return { item, events, times };
    });
    replace(list, rows.map((row) => row.item));
  }

  /** Highlight the lines of these events, each with its count. */
  function light(events, frame) {
    for (const { item, events: own, times } of rows) {
      const count = own.reduce((sum, event) => sum + (events.get(event) ?? 0), 0);
      item.classList.toggle("executed", count > 0);
      if (count > 0) item.setAttribute("aria-current", "step");
      else item.removeAttribute("aria-current");
      times.textContent = count > 1 ? t("code.times", { n: count }) : "";
    }
    replace(structures, Object.entries(shown?.structures ?? {}).flatMap(([name, what]) => {
      const count = name === "frontier" && frame ? ` (${number(frame.frontier)})` : "";
      return [el("dt", { text: name + count }), el("dd", { text: what })];
    }));
  }

  return { element, set, light };
}

/** Count the events of a frame: the expansion, the fate of each child, and the end of the film. */
export function countEvents(film, place, detail = null) {
  const frame = film.frames[place];
  if (frame.isAnswer) return new Map([[film.end().end, 1]]);
  if (detail !== null) return new Map([[detail === 0 ? "take" : frame.children[detail - 1][1], 1]]);
  const counts = new Map([["take", 1]]);
  const add = (event) => counts.set(event, (counts.get(event) ?? 0) + 1);
  for (const [, fate] of frame.children) add(fate);
  for (const [, fate] of frame.dropped ?? []) add(fate);
  if (frame.parent === null) add(frame.round > 1 ? "round" : "start");
  return counts;
}
