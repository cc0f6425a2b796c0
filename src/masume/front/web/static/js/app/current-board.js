// The current board, shared by all views: it is played, searched, explained and converted. Instances of
// classic problems can only be searched; other views continue with the last board of a puzzle.

import { request, ServerError } from "../data/api.js";
import { read, write } from "../data/storage.js";

const listeners = new Set();
let current = read("desk");
let lastPuzzle = read("desk-puzzle"); // the last current board that is of a puzzle
let problemNames = [];
let latestRequest = 0; // answers to older requests are discarded

/** Return the current board {kind, title, rows, cols, name, board, example}, or null before the first one is chosen. */
export function currentBoard() {
  return current;
}

/** Make a board the current one, store it and notify the listeners. */
export function setCurrentBoard(board) {
  latestRequest += 1;
  current = board;
  write("desk", board);
  if (!problemNames.includes(board.kind)) {
    lastPuzzle = board;
    write("desk-puzzle", board);
  }
  for (const listener of [...listeners]) listener(board);
}

/** Call a listener whenever the current board changes, until the signal aborts. */
export function onBoardChange(listener, signal) {
  listeners.add(listener);
  signal.addEventListener("abort", () => listeners.delete(listener));
}

/** Load an example by its full name, such as hitori/first, and make it the current board. */
export async function loadExample(kind, name, signal) {
  const thisRequest = (latestRequest += 1);
  const { boards } = await request("/api/load", { text: fullName(kind, name), kind: null }, signal);
  const [board] = boards;
  if (!board || board.error) throw new ServerError(board?.error ?? name, 400);
  if (thisRequest !== latestRequest) return;
  // Choosing the current board again must not stop a search that is running on it.
  if (current?.example === name && current.board === board.board) return;
  setCurrentBoard({ ...board, example: name });
}

function fullName(kind, name) {
  return name.includes("/") ? name : `${kind}/${name}`;
}

/** Set the names of the classic problems, before the first view is shown. */
export function setProblems(about) {
  problemNames = about.problems.map((problem) => problem.name);
  if (current && !problemNames.includes(current.kind)) lastPuzzle = current;
}

/** Return a kind of puzzle or a classic problem by its name. */
export function findKind(about, name) {
  return [...about.puzzles, ...about.problems].find((kind) => kind.name === name);
}

/** Return whether a kind is a classic problem: it can be searched, but not played. */
export function isProblem(name) {
  return problemNames.includes(name);
}

/**
 * Ensure that there is a current board; by default the first example of the default puzzle.
 * Without `problems`, an instance of a classic problem gives way to the last board of a puzzle.
 */
export async function ensureBoard(about, signal, { problems = false } = {}) {
  // The stored board may be of another version.
  const isUsable = (board) => typeof board?.board === "string" && Boolean(findKind(about, board.kind)) && (problems || !isProblem(board.kind));
  if (isUsable(current)) return;
  if (isUsable(lastPuzzle)) return void setCurrentBoard(lastPuzzle);
  current = null;
  const puzzle = defaultPuzzle(about.puzzles);
  await loadExample(puzzle.name, firstExample(puzzle), signal);
}

/** Return the puzzle that is shown until one is chosen: the one with the most examples. */
export function defaultPuzzle(puzzles) {
  return puzzles.reduce((best, puzzle) => (puzzle.examples.length > best.examples.length ? puzzle : best));
}

/** Return the next solvable example that is not solved yet, or else the next solvable one; wraps around. */
export function nextExample(puzzle, name, solved) {
  const place = puzzle.examples.findIndex((example) => example.name === name) + 1;
  const later = [...puzzle.examples.slice(place), ...puzzle.examples].filter((example) => example.solutions);
  return (later.find((example) => !(example.name in solved)) ?? later[0]).name;
}

/** Return the name of the example to start with. */
export function firstExample(puzzle) {
  const names = puzzle.examples.map((example) => example.name);
  return names.find((name) => /(^|\/)first$/.test(name)) ?? names[0];
}
