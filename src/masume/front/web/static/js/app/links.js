// Addresses of what is shown: the board of an explanation; of a moment of a film also algorithm,
// space, heuristic, seed and step; of a moment of a race its lanes.

import { takeExample, putOnDesk, desk } from "./current-board.js";
import { ask } from "../data/api.js";
import { packGame, unpackGame } from "../data/game-link.js";

/**
 * The text behind `#/watch?` or `#/explain?` for the board on the desk.
 * @param {{ algorithm?: string, space?: string, heuristic?: string, seed?: number, step?: number }} given
 */
export async function linkOf({ algorithm, space, heuristic, seed, step }) {
  const query = await boardOf();
  const given = { algorithm, space, heuristic, seed, step };
  for (const [name, value] of Object.entries(given)) if (value !== null && value !== undefined && value !== "") query.set(name, String(value));
  return query.toString();
}

/** The text behind `#/race?`: the ways of all lanes, what they are in step by, and where. */
export async function raceLinkOf({ ways, by, at, seconds }) {
  const query = await boardOf();
  for (const { algorithm, space, heuristic } of ways) query.append("lane", [algorithm, space, heuristic ?? ""].join("|"));
  for (const [name, value] of Object.entries({ by, at, seconds })) query.set(name, String(value));
  return query.toString();
}

async function boardOf() {
  const { kind, example, board } = desk();
  const query = new URLSearchParams();
  if (example) query.set("board", example.includes("/") ? example : `${kind}/${example}`);
  else query.set("b", await packGame({ board, moves: [], at: 0 }));
  return query;
}

/** What the address of a race says: {wishes, by, at, seconds}; null if it has no lanes. Its board comes to the desk. */
export async function openRaceLink(query, signal) {
  await openBoard(query, signal);
  const wishes = query.getAll("lane").map((text) => {
    const [algorithm, space, heuristic] = text.split("|");
    return { ...optionsOf(algorithm), space, heuristic };
  });
  if (wishes.length < 2) return null;
  return { wishes, by: query.get("by") === "time" ? "time" : "steps", at: Number(query.get("at")) || 0, seconds: Number(query.get("seconds")) || 5 };
}

/** The name of an algorithm and its options, as `astar:weight=2` has them. */
export function optionsOf(spec) {
  const [algorithm, ...options] = spec.split(/[:,]/);
  return { algorithm, options: Object.fromEntries(options.map((one) => one.split("="))) };
}

async function openBoard(query, signal) {
  if (query.has("board")) {
    const name = query.get("board");
    await takeExample(name.split("/")[0], name, signal);
  } else if (query.has("b")) {
    const { board } = await unpackGame(query.get("b"));
    const { boards } = await ask("/api/load", { text: board, kind: null }, signal);
    if (boards[0]?.board) putOnDesk({ ...boards[0], shared: true });
  }
}

/** Put the board of an address on the desk; what else it says of a search, or null if it says nothing. */
export async function openLink(query, signal) {
  await openBoard(query, signal);
  if (!query.has("algorithm")) return null;
  return {
    ...optionsOf(query.get("algorithm")), space: query.get("space"), heuristic: query.get("heuristic"),
    seed: Number(query.get("seed")) || 0, step: Number(query.get("step")) || null,
  };
}
