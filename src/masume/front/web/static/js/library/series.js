// Boards in sequence: packs of the library, and collections.

import { request } from "../data/api.js";
import { getBoards, getCollection, timeKey } from "../data/collections.js";
import { nextExample, setCurrentBoard, loadExample } from "../app/current-board.js";
import { solvedTimes } from "../data/storage.js";
import { t, tOr } from "../app/messages.js";
import { routeTo } from "../app/routes.js";

let asked = null; // never changes

/** Return all packs. @returns {Promise<Server.PackRow[]>} */
export async function loadPacks() {
  asked ??= request("/api/library", {}).then((answer) => answer.packs).catch((fault) => {
    asked = null;
    throw fault;
  });
  return asked;
}

/** @param {Server.PackRow} pack */
export function packTitle({ size, level }) {
  return t("library.pack", { size: t(`size.${size}`), level: tOr(`level.${level}`, level) });
}

/** Count the solved boards of a pack. @param {Server.PackRow} pack */
export function countSolved({ boards }, times = solvedTimes()) {
  return boards.filter((board) => board.name in times).length;
}

/** Return the position of the first unsolved board at or after `from`, wrapping around; -1 if all are solved. */
export function findUnsolved(count, isSolved, from = 0) {
  for (let step = 0; step < count; step++) {
    const place = (from + step) % count;
    if (!isSolved(place)) return place;
  }
  return -1;
}

/** Make a board of a collection the current one. */
export async function playFrom(opened, place, about) {
  const [board] = await getBoards(opened, place, place + 1);
  if (!board) return;
  const { title } = about.puzzles.find((puzzle) => puzzle.name === board.kind) ?? { title: board.kind };
  setCurrentBoard({ ...board, title, name: board.called || t("library.number", { n: place + 1 }), key: timeKey(opened.id, place), collection: { id: opened.id, place } });
}

/**
 * Return the position of a board in its sequence and the next board.
 * @param {any} board the current board
 * @param {Server.About} about
 * @returns {Promise<{ text: string, isDone: boolean, next: (() => Promise<void>) | null, link: string }>}
 */
export async function findPosition(board, about, signal) {
  if (board.collection) return inCollection(board.collection, about);
  return board.example ? inPack(board, about, signal) : { text: "", isDone: false, next: null, link: "" };
}

async function inCollection({ id, place }, about) {
  const opened = await getCollection(id);
  if (!opened) return { text: "", isDone: false, next: null, link: "" };
  const times = solvedTimes();
  const open = findUnsolved(opened.count, (index) => timeKey(id, index) in times, place + 1);
  return {
    text: t("library.position", { name: opened.name, n: place + 1, all: opened.count }),
    isDone: open < 0,
    next: open < 0 ? null : () => playFrom(opened, open, about),
    link: routeTo("library", `collection=${id}`),
  };
}

async function inPack({ kind, example }, about, signal) {
  const every = (await loadPacks()).filter((item) => item.kind === kind);
  const pack = every.find(({ boards }) => boards.some((board) => board.name === example));
  const times = solvedTimes();
  const take = (name) => () => loadExample(kind, name, signal);
  if (!pack) { // such as a board with several solutions
    const puzzle = about.puzzles.find((puzzle) => puzzle.name === kind);
    return { text: "", isDone: false, next: take(nextExample(puzzle, example, times)), link: "" };
  }
  const place = pack.boards.findIndex((board) => board.name === example);
  const open = findUnsolved(pack.boards.length, (index) => pack.boards[index].name in times, place + 1);
  const other = every[(every.indexOf(pack) + 1) % every.length];
  return {
    text: t("library.position", { name: packTitle(pack), n: place + 1, all: pack.boards.length }),
    isDone: open < 0,
    next: take(open < 0 ? other.boards[0].name : pack.boards[open].name),
    link: routeTo("library", `pack=${pack.name}`),
  };
}
