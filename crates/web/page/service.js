// The page without a network: what was loaded once is kept, and the latest is fetched where there is a
// network. The list of files and their fingerprint are written by `tabuleiro page`.

const KEPT = "tabuleiro-FINGERPRINT";
/** @type {string[]} */
const FILES = [];

/** The worker itself. @type {any} */
const service = self;

service.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(
    caches
      .open(KEPT)
      .then((cache) => cache.addAll(FILES.map((name) => new Request(name, { cache: "no-cache" }))))
      .then(() => service.skipWaiting()),
  );
});

service.addEventListener("activate", (/** @type {any} */ event) => {
  const old = (/** @type {string[]} */ names) => names.filter((name) => name.startsWith("tabuleiro-") && name !== KEPT);
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(old(names).map((name) => caches.delete(name))))
      .then(() => service.clients.claim()),
  );
});

service.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  const kept = () => caches.open(KEPT).then((cache) => cache.match(request, { ignoreSearch: true }));
  event.respondWith(kept().then((found) => found ?? fetch(request)));
});
