// Answers that need no Python: those that were written when the pages were made, and the last
// picture of a game, kept from an earlier visit. They serve as long as Python is being loaded, so
// that a board can be seen and marked at once.

import { patched } from "./patch.js";
import { beside } from "../app/edition.js";

const KEPT = "masume-last"; // a cache of the browser's
const GAME = "/api/play";
let written = null; // the answers that were written with the pages
let shown = null; // the game as it was last answered
let keeping = Promise.resolve();

/** The answer to a request if it is known already; undefined if not. */
export async function prepared(path, body) {
  const known = (await answers()).answers[key(path, body)];
  if (path === GAME && known) shown = known.whole;
  return known ?? (await keptGame(path, body));
}

/** The addresses of what is quick. */
export async function quickPaths() {
  return (await answers()).quick;
}

function answers() {
  written ??= fetch(beside("answers.json")).then((response) => response.json());
  return written;
}

/** What stands for a request: its path, and what it says in an order of its own, but for the clock. */
export function key(path, body) {
  const said = body ? Object.entries(JSON.parse(body)).filter(isSaid) : [];
  return path + JSON.stringify(said.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function isSaid([name, value]) {
  return value !== null && value !== "" && name !== "seconds";
}

async function keptGame(path, body) {
  const address = path === GAME && body ? gameAddress(JSON.parse(body)) : null;
  if (!address || !globalThis.caches) return undefined;
  const response = await caches.match(address, { cacheName: KEPT }).catch(() => null);
  if (!response) return undefined;
  shown = await response.json();
  return { version: "kept", whole: shown, changed: null };
}

/** Keep the answer about a game for the next visit; only the last one. */
export function remember(path, body, response) {
  if (path === GAME && response.ok && globalThis.caches) {
    const { theme } = JSON.parse(body);
    const answer = response.clone().json();
    keeping = keeping.then(async () => keep(await answer, theme)).catch(() => {}); // a full store keeps nobody from playing
  }
  return response;
}

async function keep({ version, whole, changed }, theme) {
  if (!version) return;
  shown = whole ?? (shown && patched(shown, changed));
  if (!shown) return;
  const address = gameAddress({ state: shown.state, theme });
  const cache = await caches.open(KEPT);
  const old = await cache.keys();
  await cache.put(address, new Response(JSON.stringify(shown)));
  for (const one of old) if (one.url !== address) await cache.delete(one);
}

/**
 * Where the picture of a game is kept: by its board and moves; none if something is to be done first.
 * @param {{ state: any, action?: any, theme: string }} asked
 */
function gameAddress({ state, action, theme }) {
  if (!state || (action && action.do !== "none")) return null;
  const played = JSON.stringify([state.board, state.moves, state.at, state.trials, theme]);
  let hash = 5381;
  for (let place = 0; place < played.length; place++) hash = (hash * 33 + played.charCodeAt(place)) | 0;
  return new URL(`game-${hash >>> 0}-${played.length}`, location.href).href;
}
