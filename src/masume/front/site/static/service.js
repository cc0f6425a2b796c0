// Service worker: caches the site for offline use. Files are cached under the version of the whole site, so
// a page never gets files of two versions, and unchanged files are not requested again.

const version = "VERSION";
const files = FILES;
const store = `masume-${version}`;

addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(caches.open(store).then((cache) => cache.addAll(["./", ...files].map(uncachedRequest))));
});

addEventListener("activate", (event) => {
  event.waitUntil(deleteOldCaches().then(() => clients.claim()));
});

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(registration.scope)) return;
  event.respondWith(respond(request));
});

/** Return a cached file; anything else, such as the documentation, is fetched and then cached. */
async function respond(request) {
  const cache = await caches.open(store);
  const cached = await cache.match(request, { ignoreSearch: request.mode === "navigate" });
  if (cached) return cached;
  const response = await fetch(request);
  if (response.ok && response.status === 200) await cache.put(request, response.clone());
  return response;
}

/** Return a request that bypasses the browser's HTTP cache. */
function uncachedRequest(path) {
  return new Request(new URL(path, registration.scope), { cache: "no-cache" });
}

async function deleteOldCaches() {
  for (const name of await caches.keys()) {
    if (/^masume-[0-9a-f]{16}$/.test(name) && name !== store) await caches.delete(name);
  }
}
