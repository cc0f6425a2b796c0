// The one board that all views look at: it is played, searched, explained and converted.

import { ask, ServerError } from "../data/api.js";
import { read, write } from "../data/storage.js";

const listeners = new Set();
let onDesk = read("desk");
let wish = 0; // an answer that comes after a newer wish is not wanted any more

/** The board: {kind, title, rows, cols, name, board, example}; nothing before the first one. */
export function desk() {
  return onDesk;
}

/** Put a board on the desk. */
export function putOnDesk(board) {
  wish += 1;
  onDesk = board;
  write("desk", board);
  for (const listener of [...listeners]) listener(board);
}

/** Call a function when another board is put there, as long as a view is there. */
export function onDeskChange(listener, signal) {
  listeners.add(listener);
  signal.addEventListener("abort", () => listeners.delete(listener));
}

/** Read an example by its full name, such as hitori/first, and put it on the desk. */
export async function takeExample(kind, name, signal) {
  const mine = (wish += 1);
  const { boards } = await ask("/api/load", { text: fullName(kind, name), kind: null }, signal);
  const [board] = boards;
  if (!board || board.error) throw new ServerError(board?.error ?? name, 400);
  if (mine !== wish) return;
  // Taking what is there already disturbs nobody: a search that was begun meanwhile goes on.
  if (onDesk?.example === name && onDesk.board === board.board) return;
  putOnDesk({ ...board, example: name });
}

function fullName(kind, name) {
  return name.includes("/") ? name : `${kind}/${name}`;
}

/** See to it that there is a board: at first the first example of the puzzle with the shortest rules. */
export async function someBoard(about, signal) {
  // What was kept may be of another version.
  const isUsable = typeof onDesk?.board === "string" && about.puzzles.some((one) => one.name === onDesk.kind);
  if (isUsable) return;
  onDesk = null;
  const [puzzle] = [...about.puzzles].sort((a, b) => a.rules.length - b.rules.length);
  await takeExample(puzzle.name, firstExample(puzzle), signal);
}

/** The solvable example after another one, or the first that was not solved yet if that was the last. */
export function nextExample(puzzle, name, solved) {
  const place = puzzle.examples.findIndex((one) => one.name === name) + 1;
  const later = [...puzzle.examples.slice(place), ...puzzle.examples].filter((one) => one.solutions);
  return (later.find((one) => !(one.name in solved)) ?? later[0]).name;
}

/** The example to begin with. */
export function firstExample(puzzle) {
  const names = puzzle.examples.map((one) => one.name);
  return names.find((name) => /(^|\/)first$/.test(name)) ?? names[0];
}
