// A film: the frames of a search as they arrive, the tree of its nodes, and the pictures of boards,
// which are asked for only when they are about to be seen, many at a time.

import { ask, askStream } from "./api.js";
import { theme } from "./theme.js";

const AHEAD = 24; // pictures fetched with the one that is wanted
const MOST_KEPT = 1500; // pictures
const NOTHING = { depth: 0, g: 0, h: null, generated: 0, kept: 0, frontier: 0, stored: 0, round: 1, id: null, children: [], head: [] };

/** The nodes of a film by their numbers: parents, moves, values, fates, and when each was expanded. */
export function createNodes() {
  const [parent, move, g, h, fate, same, place, round, left] = [[], [], [], [], [], [], [], [], []];
  const positions = new Map(); // what is on the board, where it was told

  function set(id, above, text, cost, estimate, what, now) {
    parent[id] = above ?? -1;
    move[id] = text ?? null;
    g[id] = cost;
    h[id] = estimate;
    fate[id] = what;
    place[id] ??= -1;
    round[id] = now;
  }

  return {
    parent, move, g, h, fate, round,
    same, // the node that had the same state first
    place, // the frame in which it was expanded; -1: none
    left, // [frame, fate] where it was taken out without being expanded
    positions,
    count: () => parent.length,
    /** Take in a frame; `at` is its number. */
    add(row, at) {
      const now = row.round ?? 1;
      for (const [id, above, text, cost, estimate] of row.way ?? []) set(id, above, text, cost, estimate, "kept", now);
      for (const [id, what] of row.dropped ?? []) left[id] = [at, what];
      if (row.step === undefined) return;
      if (parent[row.id] === undefined) set(row.id, row.parent, row.move, row.g, row.h, "kept", now);
      if (place[row.id] < 0) place[row.id] = at;
      if (row.position) positions.set(row.id, row.position);
      (row.children ?? []).forEach(([text, what, cost, estimate, first], number) => {
        set(row.first + number, row.id, text, cost, estimate, what, now);
        if (first !== undefined) same[row.first + number] = first;
      });
    },
    /** The goal, which may be a node that no frame has told. */
    addGoal(goal, at, now) {
      if (parent[goal.id] === undefined) set(goal.id, goal.parent, goal.move, goal.g, goal.h, "kept", now);
      if (place[goal.id] < 0) place[goal.id] = at;
    },
    /** The numbers of the nodes from the root to this one. */
    path(id) {
      const found = [];
      for (let one = id; one >= 0; one = parent[one]) found.push(one);
      return found.reverse();
    },
    /** Where the board of a node is told, and the moves from there on. */
    way(id) {
      const moves = [];
      let one = id;
      while (one >= 0 && !positions.has(one)) {
        if (move[one] !== null) moves.push(move[one]);
        one = parent[one];
      }
      return { position: one >= 0 ? positions.get(one) : null, moves: moves.reverse() };
    },
    /** What a picture of a node is made from. */
    shot(id) {
      if (!positions.has(id)) return this.way(id);
      const before = positions.get(parent[id]) ?? null;
      return { position: positions.get(id), before, move: before ? move[id] : null };
    },
  };
}

export function createFilm(board, signal) {
  const frames = [];
  const rounds = []; // {round, reason, first}: where each begins
  const nodes = createNodes();
  const pictures = new Map();
  let end = null;
  let about = null;
  let asking = false;

  function add(row) {
    if (row.about) about = row;
    else if (row.end) {
      end = row;
      // A board that conclusions alone have solved has no step, but an answer to be seen.
      if (frames.length || row.position) frames.push(closing(row));
      nodes.add({ ...row, step: undefined, round: frames.at(-1)?.round }, frames.length - 1);
      if (row.goal) nodes.addGoal(row.goal, frames.length - 1, frames.at(-1).round);
    } else if (row.restart !== undefined) rounds.push({ round: row.round, reason: row.restart, first: frames.length });
    else if (row.step !== undefined) {
      nodes.add(row, frames.length);
      frames.push({ ...row, f: row.h === null ? null : row.g + row.h });
    }
  }

  /** The last frame tells how it ended; with the answer, even if its expansion was left out. */
  function closing(row) {
    const last = frames.at(-1) ?? NOTHING;
    const { id, parent, move, depth, g, h } = row.goal ?? last;
    const f = h === null ? null : g + h;
    return { ...last, step: row.expanded, ms: row.seconds * 1000, id: id ?? null, parent, move: row.goal ? move : null, depth, g, h, f, isAnswer: true, children: [], answer: row.position };
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
    add,
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
        const { svgs } = await ask("/api/picture", { board, shots: places.map(shot), theme: look }, signal);
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
