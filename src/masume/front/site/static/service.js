// Service worker: caches the site for offline use. Files are cached under the version of the whole site, so
// a page never gets files of two versions, and unchanged files are not requested again.

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

/** Return a cached file; anything else, such as the documentation, is fetched and then cached. */
async function answer(request) {
  const cache = await caches.open(store);
  const kept = await cache.match(request, { ignoreSearch: request.mode === "navigate" });
  if (kept) return kept;
  const found = await fetch(request);
  if (found.ok && found.status === 200) await cache.put(request, found.clone());
  return found;
}

/** Return a request that bypasses the browser's HTTP cache. */
function fresh(path) {
  return new Request(new URL(path, registration.scope), { cache: "no-cache" });
}

async function forget() {
  for (const name of await caches.keys()) {
    if (/^masume-[0-9a-f]{16}$/.test(name) && name !== store) await caches.delete(name);
  }
}
