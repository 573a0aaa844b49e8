// Keeps what was used for visits without a network. tools/site_pages.py writes two constants
// above: VERSION, that of the site, and FILES, the paths whose names change with their content.

const cacheName = `linclass ${self.registration.scope}`;
const files = new Set(FILES.map((path) => new URL(path, self.registration.scope).href));
const coming = new Set(); // addresses of what is being fetched and kept

self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("activate", (event) => {
  event.waitUntil(forget().then(() => self.clients.claim()));
});

// forget drops what belongs to an earlier version of the site.
async function forget() {
  const cache = await caches.open(cacheName);
  const mark = new URL(`version-${VERSION}`, self.registration.scope).href;
  if (await cache.match(mark)) return;
  for (const request of await cache.keys()) if (!files.has(request.url)) await cache.delete(request);
  await cache.put(mark, new Response());
}

self.addEventListener("message", (event) => {
  event.waitUntil(keep(event.data.urls));
});

async function keep(urls) {
  const cache = await caches.open(cacheName);
  for (const url of urls) {
    if (!url.startsWith(self.registration.scope) || coming.has(url) || (await cache.match(url))) continue;
    coming.add(url);
    await cache.add(url).catch(() => {});
    coming.delete(url);
  }
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(self.registration.scope)) return;
  // The toolchain keeps its files itself, decompressed.
  if (request.url.endsWith(".bin")) return event.respondWith(caches.match(request.url).then((kept) => kept ?? fetch(request)));
  event.respondWith(files.has(request.url) ? keptFirst(event) : networkFirst(event));
});

async function keptFirst(event) {
  const cache = await caches.open(cacheName);
  return (await cache.match(event.request.url)) ?? fetchAndKeep(cache, event);
}

async function networkFirst(event) {
  const { request } = event;
  const cache = await caches.open(cacheName);
  try {
    return await fetchAndKeep(cache, event);
  } catch (error) {
    const kept = await cache.match(request.url, { ignoreSearch: request.mode === "navigate" });
    if (kept) return kept;
    throw error;
  }
}

async function fetchAndKeep(cache, event) {
  const { url } = event.request, end = () => coming.delete(url);
  coming.add(url);
  try {
    const response = await fetch(event.request);
    if (response.status === 200) event.waitUntil(cache.put(url, response.clone()).then(end, end));
    else end();
    return response;
  } catch (error) {
    end();
    throw error;
  }
}
