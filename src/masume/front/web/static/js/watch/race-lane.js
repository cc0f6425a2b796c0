// One lane of a race: film, counters, the way to its finish, and picture.

import { el, picture, replace } from "../ui/dom.js";
import { createFilm } from "../film/film.js";
import { reportError } from "../app/status.js";
import { ServerError } from "../data/api.js";
import { frameAt } from "./race-timeline.js";
import { duration, number, t, tOr } from "../app/messages.js";
import { searchText } from "../film/search-form.js";

export function createLane({ way, board, number: lane, signal }) {
  const film = createFilm(board);
  const name = (part) => `race-${lane}-${part}`;
  const view = el("div", { class: "frame-picture", test: name("picture") });
  const verdict = el("p", { class: "verdict", test: name("verdict"), text: t("race.waiting") });
  const facts = Object.fromEntries(["steps", "time", "frontier", "h"].map((key) => [key, el("dd", { test: name(key), text: "–" })]));
  const list = el("dl", { class: "facts" }, Object.entries(facts).map(([key, value]) => el("div", {}, el("dt", { text: t(`race.${key}`) }), value)));
  const track = el("span", { class: "race-track", "aria-hidden": "true" });
  const element = el("article", { class: "card lane", test: name("lane") }, el("h2", { text: searchText(way) }), track, list, view, verdict);
  let place = 0;
  let stride = 1;
  let row = null;
  let refusal = ""; // why there is no film
  let last = 1; // the end of the race, on its clock

  function tell(frame) {
    facts.steps.textContent = number(frame.step);
    facts.time.textContent = duration(frame.ms / 1000);
    facts.frontier.textContent = number(frame.frontier);
    facts.h.textContent = number(frame.h);
  }

  function paint() {
    const svg = film.picture(place);
    if (svg) replace(view, picture(svg));
    else if (film.frames.length && !film.busy()) film.fetch(place, stride).then(paintNearest).catch(reportError);
  }

  /** Show the last available picture, and request the current one if it is missing. */
  function paintNearest() {
    for (let at = place; at >= 0; at--) {
      if (!film.picture(at)) continue;
      replace(view, picture(film.picture(at)));
      break;
    }
    if (!film.picture(place)) paint();
  }

  return {
    element, way,
    /** Run the search, updating the counters. */
    async search(seconds) {
      verdict.textContent = "";
      try {
        await film.run({ ...way, seed: 0, seconds }, () => {
          if (film.frames.length) tell(film.frames.at(-1));
        }, signal);
      } catch (fault) {
        if (!(fault instanceof ServerError)) throw fault;
        refusal = fault.message; // the other lanes still run
      }
      const end = film.end();
      if (end) row = { ...way, ...end, status: end.end };
      verdict.textContent = refusal;
      verdict.classList.toggle("error-line", Boolean(refusal));
    },
    frames: () => film.frames,
    /** Mark the finish of this lane on a clock that ends at `end`. */
    setClock(measure, end) {
      last = end || 1;
      track.style.setProperty("--finish", String((film.frames.at(-1)?.[measure] ?? 0) / last));
      track.classList.toggle("solved", row?.status === "solved");
    },
    /** Show the last frame at a step or time; at the end also the outcome, as text. */
    show(measure, at) {
      if (refusal) return;
      track.style.setProperty("--at", String(Math.min(at, film.frames.at(-1)?.[measure] ?? 0) / last));
      const next = frameAt(film.frames, measure, at);
      stride = Math.max(1, next - place); // pictures are requested at the playback stride
      place = next;
      if (film.frames.length) {
        tell(film.frames[place]);
        paint();
      }
      const isOver = Boolean(row) && place >= film.frames.length - 1;
      const status = isOver ? tOr(`outcome.${row.status}`, row.status) : "";
      verdict.textContent = isOver && row.place !== "–" ? t("race.place", { status, place: row.place }) : status;
      element.classList.toggle("won", isOver && row.place === 1);
      element.classList.toggle("over", isOver);
    },
    row: () => row,
    repaint() {
      film.forget();
      paint();
    },
  };
}
