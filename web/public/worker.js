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

// Somebody is told something while the page is closed, or not in front.
self.addEventListener("push", (event) => event.waitUntil(show(event.data?.json())));

async function show(message) {
  if (!message) return;
  const windows = await self.clients.matchAll({ type: "window" });
  for (const window of windows) window.postMessage({ type: "notification" });
  // Whoever looks at that very page sees it there.
  if (windows.some((window) => window.focused && new URL(window.url).pathname === message.path)) return;
  await self.navigator.setAppBadge?.().catch(() => undefined);
  const { title, body, path, tag, lang } = message;
  await self.registration.showNotification(title, { body, tag, lang, icon: "/icon.svg", badge: "/icon.svg", data: { path } });
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(lead(new URL(event.notification.data?.path ?? "/", location.origin)));
});

/** To the page where it goes on: one that is open already, or a new one. Only pages of this house. */
async function lead(url) {
  if (url.origin !== location.origin) return;
  const windows = await self.clients.matchAll({ type: "window" });
  const open = windows.find((window) => new URL(window.url).pathname === url.pathname);
  await (open ? open.focus() : self.clients.openWindow(url.href));
}

// Browsers change where they are reached now and then: the house is told.
self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew(event)));

async function renew(event) {
  const options = event.oldSubscription?.options;
  const made = event.newSubscription ?? (options && (await self.registration.pushManager.subscribe(options)));
  if (!made) return;
  const { endpoint, keys } = made.toJSON();
  const body = JSON.stringify({ endpoint, p256dh: keys.p256dh, auth: keys.auth });
  await fetch("/api/me/notifications/devices", { method: "POST", headers: { "Content-Type": "application/json" }, body });
}

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
