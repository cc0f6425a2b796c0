// A film: the frames of a search as they arrive, and their pictures, which are asked for only when
// they are about to be seen, many at a time.

import { ask, askStream } from "./api.js";
import { theme } from "./theme.js";

const AHEAD = 24; // pictures fetched with the one that is wanted
const MOST_KEPT = 1500; // pictures
const NOTHING = { depth: 0, g: 0, h: null, generated: 0, kept: 0, frontier: 0, stored: 0, round: 1, position: null };

export function createFilm(board, signal) {
  const frames = [];
  const rounds = []; // {round, reason, first}: where each begins
  const pictures = new Map();
  let end = null;
  let asking = false;

  function add(row) {
    if (row.end) {
      end = row;
      // A board that conclusions alone have solved has no step, but an answer to be seen.
      if (frames.length || row.position) frames.push(closing(row));
    } else if (row.restart !== undefined) rounds.push({ round: row.round, reason: row.restart, first: frames.length });
    else if (row.step !== undefined) frames.push(row);
  }

  /** The last frame tells how it ended; with the answer, even if its expansion was left out. */
  function closing(row) {
    const last = frames.at(-1) ?? NOTHING;
    const { depth, g, h } = row.goal ?? last;
    const f = h === null ? null : g + h;
    return { ...last, step: row.expanded, ms: row.seconds * 1000, depth, g, h, f, move: null, id: null, isAnswer: true, position: row.position ?? last.position };
  }

  return {
    frames, rounds,
    end: () => end,
    /** Read the search from the server; `grown` is called after each row. */
    async run(way, grown) {
      for await (const row of askStream("/api/search", { board, ...way }, signal)) {
        add(row);
        grown(row);
      }
    },
    picture: (place) => pictures.get(place) ?? null,
    forget: () => pictures.clear(), // they have the colours of another theme
    /** Fetch a picture and those after it; false if a request is under way already. */
    async fetch(place, step = 1) {
      if (asking || pictures.has(place)) return !asking;
      const places = [];
      for (let next = place; places.length < AHEAD && next >= 0 && next < frames.length; next += step) {
        if (!pictures.has(next)) places.push(next);
      }
      asking = true;
      try {
        const look = theme();
        const positions = places.map((one) => frames[one].position);
        const { svgs } = await ask("/api/picture", { board, positions, theme: look }, signal);
        if (look === theme()) svgs.forEach((svg, number) => pictures.set(places[number], svg));
        for (const old of pictures.keys()) {
          if (pictures.size <= MOST_KEPT) break;
          pictures.delete(old);
        }
      } finally {
        asking = false;
      }
      return true;
    },
    busy: () => asking,
  };
}
