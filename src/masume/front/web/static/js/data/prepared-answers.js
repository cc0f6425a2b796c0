// Answers without Python: those that were written with the site, and the last game of an earlier visit.
// They are used while Python is loading, so that a board appears immediately.

import { applyDifference } from "./patch.js";
import { siteUrl } from "../app/edition.js";

const KEPT = "masume-last"; // name of the browser cache
const GAME = "/api/play";
let written = null; // the answers written with the site
let shown = null; // the last answer about the game
let storing = Promise.resolve();

/** Return the answer to a request if it is known, else undefined. */
export async function findAnswer(path, body) {
  const known = (await answers()).answers[requestKey(path, body)];
  if (path === GAME && known) shown = known.whole;
  return known ?? (await loadGame(path, body));
}

/** Return the paths of the quick requests. */
export async function quickPaths() {
  return (await answers()).quick;
}

function answers() {
  written ??= fetch(siteUrl("answers.json")).then((response) => response.json());
  return written;
}

/** Return the key of a request: its path, and its sorted fields without the clock. */
export function requestKey(path, body) {
  const fields = body ? Object.entries(JSON.parse(body)).filter(isSent) : [];
  return path + JSON.stringify(fields.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function isSent([name, value]) {
  return value !== null && value !== "" && name !== "seconds";
}

async function loadGame(path, body) {
  const address = path === GAME && body ? gameAddress(JSON.parse(body)) : null;
  if (!address || !globalThis.caches) return undefined;
  const response = await caches.match(address, { cacheName: KEPT }).catch(() => null);
  if (!response) return undefined;
  shown = await response.json();
  return { version: "kept", whole: shown, changed: null };
}

/** Store the last answer about a game for the next visit. */
export function storeAnswer(path, body, response) {
  if (path === GAME && response.ok && globalThis.caches) {
    const { theme } = JSON.parse(body);
    const answer = response.clone().json();
    storing = storing.then(async () => storeGame(await answer, theme)).catch(() => {}); // a full cache must not stop the game
  }
  return response;
}

async function storeGame({ version, whole, changed }, theme) {
  if (!version) return;
  shown = whole ?? (shown && applyDifference(shown, changed));
  if (!shown) return;
  const address = gameAddress({ state: shown.state, theme });
  const cache = await caches.open(KEPT);
  const old = await cache.keys();
  await cache.put(address, new Response(JSON.stringify(shown)));
  for (const request of old) if (request.url !== address) await cache.delete(request);
}

/**
 * Return the cache address of a game by its board and moves, or null if the request has an action.
 * @param {{ state: any, action?: any, theme: string }} asked
 */
function gameAddress({ state, action, theme }) {
  if (!state || (action && action.do !== "none")) return null;
  const played = JSON.stringify([state.board, state.moves, state.at, state.trials, theme]);
  let hash = 5381;
  for (let place = 0; place < played.length; place++) hash = (hash * 33 + played.charCodeAt(place)) | 0;
  return new URL(`game-${hash >>> 0}-${played.length}`, location.href).href;
}
