// Collections: boards from files, up to thousands. They are stored in IndexedDB, a hundred to a record,
// so that only the records that are shown need to be read.

import { requestStream } from "./api.js";

const BATCH = 100;
const MAX_ERRORS = 200; // stored errors; all are counted
export const OWN = "own"; // the collection of boards composed here
const fallback = new Map(); // fallback without a database, lost when the page closes

/**
 * @typedef {{ kind: string, rows: number, cols: number, called: string, level: string, board: string, line: number }} Kept
 * @typedef {{ id: string, name: string, count: number, faults: { line: number, error: string }[], faultCount: number }} Collection
 */

/**
 * Read a file and store its boards; reading the same file again gives the same collection.
 * @param {{ name: string, text: string, kind: string | null, progress?: (collection: Collection) => void, signal: AbortSignal }} given
 * @returns {Promise<Collection>}
 */
export async function readCollection({ name, text, kind, progress = () => {}, signal }) {
  /** @type {Collection} */
  const collection = { id: fingerprint(text), name, count: 0, faults: [], faultCount: 0 };
  for await (const { boards = [] } of requestStream("/api/collection", { text, kind }, signal)) {
    const faults = boards.filter((row) => row.error !== null);
    collection.faultCount += faults.length;
    collection.faults.push(...faults.slice(0, MAX_ERRORS - collection.faults.length).map(({ line, error }) => ({ line, error })));
    await append(collection, boards.filter((row) => row.error === null));
    if (collection.count) await put("collections", collection.id, collection); // playable while the rest is read
    progress(collection);
  }
  return collection;
}

/** Append boards to a collection; the caller stores its record. */
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

/** Save a composed board; one of the same name and puzzle is replaced. */
export async function saveBoard(name, board) {
  const own = await getCollection(OWN) ?? { id: OWN, name, count: 0, faults: [], faultCount: 0 };
  const before = await getBoards(own, 0, own.count);
  const place = before.findIndex((item) => item.called === board.called && item.kind === board.kind);
  const after = place < 0 ? [...before, board] : before.map((item, at) => (at === place ? board : item));
  const changed = { ...own, name, count: 0 };
  await append(changed, after);
  await put("collections", OWN, changed);
  return changed;
}

/** Return the stored collections, the newest last. @returns {Promise<Collection[]>} */
export async function listCollections() {
  return getAll("collections");
}

/** @returns {Promise<Collection | null>} */
export async function getCollection(id) {
  return await get("collections", id) ?? null;
}

/** Return the boards of a collection from position `from` up to `to`. @returns {Promise<Kept[]>} */
export async function getBoards({ id, count }, from, to) {
  const last = Math.min(to, count);
  const boards = [];
  for (let batch = Math.floor(from / BATCH); batch * BATCH < last; batch++) {
    const rows = await get("batches", key(id, batch)) ?? [];
    boards.push(...rows.slice(Math.max(0, from - batch * BATCH), last - batch * BATCH));
  }
  return boards;
}

/** Delete a collection; the best times of its boards are kept. */
export async function deleteCollection({ id, count }) {
  await remove("collections", id);
  for (let batch = 0; batch * BATCH < count; batch++) await remove("batches", key(id, batch));
}

/** Return the name under which the best time of a board is stored. */
export function timeKey(id, place) {
  return `${id}#${place + 1}`;
}

/** Return a short hash of a text (FNV-1a and djb2). */
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
    request.onerror = () => resolve(null); // storage is disabled
    return undefined;
  });
  return opening;
}

/** @param {(store: IDBObjectStore) => IDBRequest} act */
async function runTransaction(name, mode, act) {
  const db = await database();
  if (!db) return undefined;
  return new Promise((resolve, reject) => {
    const request = act(db.transaction(name, mode).objectStore(name));
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

async function get(name, id) {
  return fallback.get(`${name}/${id}`) ?? runTransaction(name, "readonly", (store) => store.get(id));
}

async function put(name, id, value) {
  const isKept = await runTransaction(name, "readwrite", (store) => store.put(value, id)).catch(() => undefined);
  if (isKept === undefined) fallback.set(`${name}/${id}`, value); // no space left
}

async function remove(name, id) {
  fallback.delete(`${name}/${id}`);
  await runTransaction(name, "readwrite", (store) => store.delete(id));
}

async function getAll(name) {
  const here = [...fallback].filter(([id]) => id.startsWith(`${name}/`)).map(([, value]) => value);
  return [...await runTransaction(name, "readonly", (store) => store.getAll()) ?? [], ...here];
}
