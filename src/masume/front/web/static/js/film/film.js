// A film: the frames of a search as they arrive, the tree of its nodes, and the pictures of boards, which
// are requested in batches shortly before they are shown.

import { request, requestStream } from "../data/api.js";
import { createNodes } from "./nodes.js";
import { theme } from "../app/theme.js";

const AHEAD = 24; // pictures per request
const MOST_KEPT = 1500; // pictures kept
const NOTHING = { depth: 0, g: 0, h: null, generated: 0, kept: 0, frontier: 0, stored: 0, round: 1, id: null, first: 0, head: [] };

/** Create the film of a search on a board; it may outlive the view that shows it. */
export function createFilm(board) {
  const frames = [];
  const rounds = []; // {round, reason, first}: the rounds
  const nodes = createNodes();
  const pictures = new Map();
  let end = null;
  let about = null;
  let asking = false;

  function add(row) {
    if (row.search) {
      about = row;
      nodes.isBlind = row.search.heuristic === null; // without a heuristic, f = g
      nodes.factors = row.f;
    }
    else if (row.end) {
      end = row;
      // A board that conclusions alone solve has no step, but an answer to show.
      if (frames.length || row.position) frames.push(finalFrame(row));
      nodes.add({ ...row, step: undefined }, frames.length - 1);
      if (row.goal) nodes.addGoal(row.goal, frames.length - 1, frames.at(-1).round);
    } else if (row.restart !== undefined) rounds.push({ round: row.round, reason: row.restart, first: frames.length });
    else if (row.step !== undefined) {
      nodes.add(row, frames.length);
      frames.push({ ...row, f: row.h === null ? null : nodes.value(row.g, row.h) });
    }
  }

  /** Add the final frame with the answer, even if its expansion was left out. */
  function finalFrame(row) {
    const last = frames.at(-1) ?? NOTHING;
    const { id, parent, move, depth, g, h } = row.goal ?? last;
    const f = h === null ? null : nodes.value(g, h);
    const { frontier, stored, open, closed, round, head } = { ...last, ...row };
    return { step: row.expanded, ms: row.seconds * 1000, id: id ?? null, parent, move: row.goal ? move : null, depth, g, h, f, generated: null, kept: 0, frontier, stored, open, closed, round, head, first: last.first, isAnswer: true, children: [], answer: row.position };
  }

  function shot(place) {
    const frame = frames[place];
    if (frame.isAnswer && (frame.answer || frame.id === null)) return { position: frame.answer ?? null };
    return nodes.shot(frame.id);
  }

  return {
    frames, rounds, nodes, board,
    end: () => end,
    about: () => about,
    /** Return the number of nodes known at a frame. */
    upto(place) {
      const frame = frames[place];
      return frame.isAnswer ? nodes.count() : frame.first + frame.children.length;
    },
    add,
    /** Read the search from the server; `grown` is called after each row. */
    async run(way, grown, signal) {
      for await (const row of requestStream("/api/search", { board, ...way }, signal)) {
        add(row);
        grown(row);
      }
    },
    picture: (place) => pictures.get(place) ?? null,
    forget: () => pictures.clear(), // they are in another theme
    /** Request a picture and the following ones; returns false while a request is running. */
    async fetch(place, step = 1) {
      if (asking || pictures.has(place)) return !asking;
      const places = [];
      for (let next = place; places.length < AHEAD && next >= 0 && next < frames.length; next += step) {
        if (!pictures.has(next)) places.push(next);
      }
      asking = true;
      try {
        const look = theme();
        const { svgs } = await request("/api/picture", { board, shots: places.map(shot), theme: look });
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
