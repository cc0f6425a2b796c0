// Boards that people bring along in files, thousands of them. They are kept in the browser's
// database, a hundred to a record, so that only those are read that are looked at.

import { askStream } from "./api.js";

const BATCH = 100;
const MOST_FAULTS = 200; // that are kept; how many there were is told
export const OWN = "own"; // the collection of boards that were composed here
const onlyHere = new Map(); // what a browser without a database has, as long as the page is open

/**
 * @typedef {{ kind: string, rows: number, cols: number, called: string, level: string, board: string, line: number }} Kept
 * @typedef {{ id: string, name: string, count: number, faults: { line: number, error: string }[], faultCount: number }} Collection
 */

/**
 * Read a file and keep its boards; the same file once more is the same collection.
 * @param {{ name: string, text: string, kind: string | null, progress?: (collection: Collection) => void, signal: AbortSignal }} given
 * @returns {Promise<Collection>}
 */
export async function readCollection({ name, text, kind, progress = () => {}, signal }) {
  /** @type {Collection} */
  const collection = { id: fingerprint(text), name, count: 0, faults: [], faultCount: 0 };
  for await (const { boards = [] } of askStream("/api/collection", { text, kind }, signal)) {
    const faults = boards.filter((row) => row.error !== null);
    collection.faultCount += faults.length;
    collection.faults.push(...faults.slice(0, MOST_FAULTS - collection.faults.length).map(({ line, error }) => ({ line, error })));
    await append(collection, boards.filter((row) => row.error === null));
    if (collection.count) await put("collections", collection.id, collection); // it can be played while the rest is read
    progress(collection);
  }
  return collection;
}

/** Boards behind those that a collection has already; its record is for the caller to keep. */
async function append(collection, rows) {
  let [batch, start] = [Math.floor(collection.count / BATCH), collection.count % BATCH];
  let kept = start ? (await get("batches", key(collection.id, batch)) ?? []).slice(0, start) : [];
  for (const { kind, rows: high, cols, called, level, board, line } of rows) {
    kept.push({ kind, rows: high, cols, called, level, board, line });
    collection.count += 1;
    if (kept.length === BATCH) {
      await put("batches", key(collection.id, batch), kept);
      [kept, batch] = [[], batch + 1];
    }
  }
  if (kept.length) await put("batches", key(collection.id, batch), kept);
}

/** Keep a board of one's own; one of the same name is replaced. */
export async function keepBoard(name, board) {
  const own = await collection(OWN) ?? { id: OWN, name, count: 0, faults: [], faultCount: 0 };
  const before = await boardsOf(own, 0, own.count);
  const place = before.findIndex((one) => one.called === board.called && one.kind === board.kind);
  const after = place < 0 ? [...before, board] : before.map((one, at) => (at === place ? board : one));
  const changed = { ...own, name, count: 0 };
  await append(changed, after);
  await put("collections", OWN, changed);
  return changed;
}

/** The collections that were opened, the newest last. @returns {Promise<Collection[]>} */
export async function collections() {
  return every("collections");
}

/** @returns {Promise<Collection | null>} */
export async function collection(id) {
  return await get("collections", id) ?? null;
}

/** Some boards of a collection. @returns {Promise<Kept[]>} */
export async function boardsOf({ id, count }, from, to) {
  const last = Math.min(to, count);
  const boards = [];
  for (let batch = Math.floor(from / BATCH); batch * BATCH < last; batch++) {
    const rows = await get("batches", key(id, batch)) ?? [];
    boards.push(...rows.slice(Math.max(0, from - batch * BATCH), last - batch * BATCH));
  }
  return boards;
}

/** Forget a collection; the times of its boards are kept. */
export async function forget({ id, count }) {
  await remove("collections", id);
  for (let batch = 0; batch * BATCH < count; batch++) await remove("batches", key(id, batch));
}

/** The name under which the time of a board is kept. */
export function timeKey(id, place) {
  return `${id}#${place + 1}`;
}

/** A short name for a text: two sums of its letters. */
export function fingerprint(text) {
  let [a, b] = [0x811c9dc5, 5381];
  for (let place = 0; place < text.length; place++) {
    const letter = text.charCodeAt(place);
    a = Math.imul(a ^ letter, 0x01000193);
    b = (Math.imul(b, 33) + letter) | 0;
  }
  return [a, b].map((sum) => (sum >>> 0).toString(36)).join("");
}

function key(id, batch) {
  return `${id}/${batch}`;
}

// The database

let opening = null;

/** @returns {Promise<IDBDatabase | null>} */
function database() {
  opening ??= new Promise((resolve) => {
    if (!globalThis.indexedDB) return resolve(null);
    const request = indexedDB.open("masume", 1);
    request.onupgradeneeded = () => ["collections", "batches"].forEach((name) => request.result.createObjectStore(name));
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => resolve(null); // forbidden
    return undefined;
  });
  return opening;
}

/** @param {(store: IDBObjectStore) => IDBRequest} act */
async function within(name, mode, act) {
  const db = await database();
  if (!db) return undefined;
  return new Promise((resolve, reject) => {
    const request = act(db.transaction(name, mode).objectStore(name));
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

async function get(name, id) {
  return onlyHere.get(`${name}/${id}`) ?? within(name, "readonly", (store) => store.get(id));
}

async function put(name, id, value) {
  const isKept = await within(name, "readwrite", (store) => store.put(value, id)).catch(() => undefined);
  if (isKept === undefined) onlyHere.set(`${name}/${id}`, value); // no room
}

async function remove(name, id) {
  onlyHere.delete(`${name}/${id}`);
  await within(name, "readwrite", (store) => store.delete(id));
}

async function every(name) {
  const here = [...onlyHere].filter(([id]) => id.startsWith(`${name}/`)).map(([, value]) => value);
  return [...await within(name, "readonly", (store) => store.getAll()) ?? [], ...here];
}
