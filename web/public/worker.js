// Keeps the shell of the page, so that it opens without a network; what the house says of tables is never kept.
const CACHE = "tablee-shell";

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin || url.pathname.startsWith("/api/")) return;
  if (event.request.mode === "navigate") event.respondWith(newest(event.request));
  else if (url.pathname.startsWith("/assets/")) event.respondWith(kept(event.request));
});

/** The page as the house has it now; without a network, as it was. All addresses share one page. */
async function newest(request) {
  const cache = await caches.open(CACHE);
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put("/", answer.clone());
    return answer;
  } catch (error) {
    const before = await cache.match("/");
    if (before) return before;
    throw error;
  }
}

/** Files whose names change with what is in them. */
async function kept(request) {
  const cache = await caches.open(CACHE);
  const before = await cache.match(request);
  if (before) return before;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}
