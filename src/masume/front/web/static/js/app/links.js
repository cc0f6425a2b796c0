// Links to what is shown. Explanations: the board. Watch: also algorithm, space, heuristic, seed and
// step. Race: also its lanes.

import { loadExample, setCurrentBoard, currentBoard } from "./current-board.js";
import { request } from "../data/api.js";
import { packGame, unpackGame } from "../data/game-link.js";

/**
 * Return the query of `#/watch?` or `#/explain?` for the current board.
 * @param {{ algorithm?: string, space?: string, heuristic?: string, seed?: number, step?: number }} given
 */
export async function createLink({ algorithm, space, heuristic, seed, step }) {
  const query = await boardQuery();
  const given = { algorithm, space, heuristic, seed, step };
  for (const [name, value] of Object.entries(given)) if (value !== null && value !== undefined && value !== "") query.set(name, String(value));
  return query.toString();
}

/** Return the query of `#/race?`: the searches, what synchronises them, the position and the time limit. */
export async function createRaceLink({ ways, by, at, seconds }) {
  const query = await boardQuery();
  for (const { algorithm, space, heuristic } of ways) query.append("lane", [algorithm, space, heuristic ?? ""].join("|"));
  for (const [name, value] of Object.entries({ by, at, seconds })) query.set(name, String(value));
  return query.toString();
}

async function boardQuery() {
  const { kind, example, board } = currentBoard();
  const query = new URLSearchParams();
  if (example) query.set("board", example.includes("/") ? example : `${kind}/${example}`);
  else query.set("b", await packGame({ board, moves: [], at: 0 }));
  return query;
}

/** Load the board of a race link and return {wishes, by, at, seconds}, or null if the link names no lanes. */
export async function openRaceLink(query, signal) {
  await openBoard(query, signal);
  const wishes = query.getAll("lane").map((text) => {
    const [algorithm, space, heuristic] = text.split("|");
    return { ...parseAlgorithm(algorithm), space, heuristic };
  });
  if (wishes.length < 2) return null;
  return { wishes, by: query.get("by") === "time" ? "time" : "steps", at: Number(query.get("at")) || 0, seconds: Number(query.get("seconds")) || 5 };
}

/** Split an algorithm such as `astar:weight=2` into its name and options. */
export function parseAlgorithm(spec) {
  const [algorithm, ...options] = spec.split(/[:,]/);
  return { algorithm, options: Object.fromEntries(options.map((option) => option.split("="))) };
}

async function openBoard(query, signal) {
  if (query.has("board")) {
    const name = query.get("board");
    await loadExample(name.split("/")[0], name, signal);
  } else if (query.has("b")) {
    const { board } = await unpackGame(query.get("b"));
    const { boards } = await request("/api/load", { text: board, kind: null }, signal);
    if (boards[0]?.board) setCurrentBoard({ ...boards[0], shared: true });
  }
}

/** Load the board of a link and return the search that it names, or null if it names none. */
export async function openLink(query, signal) {
  await openBoard(query, signal);
  if (!query.has("algorithm")) return null;
  return {
    ...parseAlgorithm(query.get("algorithm")), space: query.get("space"), heuristic: query.get("heuristic"),
    seed: Number(query.get("seed")) || 0, step: Number(query.get("step")) || null,
  };
}
