// Links to what is shown. Explanations: the board. Watch: also algorithm, space, heuristic, seed and
// step. Race: also its lanes.

import { loadExample, setCurrentBoard, currentBoard } from "./current-board.js";
import { request } from "../data/api.js";
import { packGame, unpackGame } from "../data/game-link.js";
import { LOCALE, t } from "./messages.js";

const DAILY = /^daily\/(\d{4}-\d\d-\d\d)$/; // name of the board of a day

/**
 * Return the query of a search, or only that of the current board.
 * @param {{ algorithm?: string, space?: string, heuristic?: string, seed?: number, step?: number }} given
 */
export async function createLink({ algorithm, space, heuristic, seed, step }) {
  const query = await boardQuery();
  const given = { algorithm, space, heuristic, seed, step };
  for (const [name, value] of Object.entries(given)) if (value !== null && value !== undefined && value !== "") query.set(name, String(value));
  return query.toString();
}

/** Return the query of a race: the searches, what synchronises them, the position and the time limit. */
export async function createRaceLink({ ways, by, at, seconds }) {
  const query = await boardQuery();
  for (const { algorithm, space, heuristic } of ways) query.append("lane", [algorithm, space, heuristic ?? ""].join("|"));
  for (const [name, value] of Object.entries({ by, at, seconds })) query.set(name, String(value));
  return query.toString();
}

/** Return the query that names the current board: an example, the board of a day, or its packed text. */
export async function boardQuery() {
  const { kind, example, board, name } = currentBoard();
  const query = new URLSearchParams();
  if (example) query.set("board", example.includes("/") ? example : `${kind}/${example}`);
  else if (DAILY.test(name ?? "")) query.set("day", name.match(DAILY)[1]);
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

/** Make the board of a query the current one; return whether the query names a board. */
export async function openBoard(query, signal) {
  if (query.has("board")) {
    const name = query.get("board");
    await loadExample(name.split("/")[0], name, signal);
  } else if (query.has("day")) {
    const board = await loadDaily(query.get("day"), signal);
    if (currentBoard()?.board !== board.board) setCurrentBoard(board);
  } else if (query.has("b")) {
    const { board } = await unpackGame(query.get("b"));
    if (currentBoard()?.board === board) return true; // as it is, with its name
    const { boards } = await request("/api/load", { text: board, kind: null }, signal);
    if (boards[0]?.board) setCurrentBoard({ ...boards[0], shared: query.has("shared") });
  } else return false;
  return true;
}

/** Return the board of a day (YYYY-MM-DD) as a current board. */
export async function loadDaily(day, signal) {
  const answer = await request("/api/daily", { day }, signal);
  const date = new Date(`${day}T12:00`).toLocaleDateString(LOCALE, { weekday: "short", day: "numeric", month: "short", year: "numeric" });
  return { ...answer, key: answer.name, called: t("daily.name", { date }), date };
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
