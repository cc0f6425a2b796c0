// Addresses of what is shown: the board of an explanation; of a moment of a film also algorithm,
// space, heuristic, seed and step.

import { takeExample, putOnDesk, desk } from "./desk.js";
import { ask } from "./api.js";
import { packGame, unpackGame } from "./share.js";

/**
 * The text behind `#/watch?` or `#/explain?` for the board on the desk.
 * @param {{ algorithm?: string, space?: string, heuristic?: string, seed?: number, step?: number }} given
 */
export async function linkOf({ algorithm, space, heuristic, seed, step }) {
  const { kind, example, board } = desk();
  const found = new URLSearchParams();
  if (example) found.set("board", example.includes("/") ? example : `${kind}/${example}`);
  else found.set("b", await packGame({ board, moves: [], at: 0 }));
  const given = { algorithm, space, heuristic, seed, step };
  for (const [name, value] of Object.entries(given)) if (value !== null && value !== undefined && value !== "") found.set(name, String(value));
  return found.toString();
}

/** Put the board of an address on the desk; what else it says of a search, or null if it says nothing. */
export async function openLink(query, signal) {
  if (query.has("board")) {
    const name = query.get("board");
    await takeExample(name.split("/")[0], name, signal);
  } else if (query.has("b")) {
    const { board } = await unpackGame(query.get("b"));
    const { boards } = await ask("/api/load", { text: board, kind: null }, signal);
    if (boards[0]?.board) putOnDesk({ ...boards[0], shared: true });
  }
  if (!query.has("algorithm")) return null;
  const [algorithm, ...options] = query.get("algorithm").split(/[:,]/);
  return {
    algorithm, space: query.get("space"), heuristic: query.get("heuristic"),
    options: Object.fromEntries(options.map((one) => one.split("="))),
    seed: Number(query.get("seed")) || 0, step: Number(query.get("step")) || null,
  };
}
