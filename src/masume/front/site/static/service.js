// Keeps the site for visits without a network. Its files are stored together, by the version of the
// whole: a page never gets files of two versions, and what has not changed costs nothing to check.

const version = "VERSION";
const files = FILES;
const store = `masume-${version}`;

addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(caches.open(store).then((cache) => cache.addAll(["./", ...files].map(fresh))));
});

addEventListener("activate", (event) => {
  event.waitUntil(forget().then(() => clients.claim()));
});

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(registration.scope)) return;
  event.respondWith(answer(request));
});

/** What is stored; anything else, such as the documentation, from the network, and stored then. */
async function answer(request) {
  const cache = await caches.open(store);
  const kept = await cache.match(request, { ignoreSearch: request.mode === "navigate" });
  if (kept) return kept;
  const found = await fetch(request);
  if (found.ok && found.status === 200) await cache.put(request, found.clone());
  return found;
}

/** From the server, not from what the browser has of an earlier version. */
function fresh(path) {
  return new Request(new URL(path, registration.scope), { cache: "no-cache" });
}

async function forget() {
  for (const name of await caches.keys()) {
    if (/^masume-[0-9a-f]{16}$/.test(name) && name !== store) await caches.delete(name);
  }
}
