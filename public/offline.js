// Shows /offline.html where a page cannot be had for want of a network. Nothing else is kept: no answer of the API, no
// personal page, no code of the product.
const KEPT = "offline-3";
const PAGE = "/offline.html";
const SCRIPT = "/offline-snapshot.js";

addEventListener("install", (event) => {
  const fresh = [PAGE, SCRIPT].map((path) => new Request(path, { cache: "reload" }));
  event.waitUntil(
    caches
      .open(KEPT)
      .then((cache) => cache.addAll(fresh))
      .then(() => skipWaiting()),
  );
});

addEventListener("activate", (event) => {
  const clean = async () => {
    const others = (await caches.keys()).filter((name) => name !== KEPT);
    await Promise.all(others.map((name) => caches.delete(name)));
    // The page is asked for while this starts, not after.
    await registration.navigationPreload?.enable();
  };
  event.waitUntil(clean());
});

addEventListener("fetch", (event) => {
  const { request } = event;
  // The page and its script are of one installation, also when the network comes and goes.
  if (new URL(request.url).pathname === SCRIPT)
    event.respondWith(caches.match(SCRIPT).then((kept) => kept ?? fetch(request)));
  if (request.mode !== "navigate") return;
  const answer = async () => {
    try {
      return (await event.preloadResponse) ?? (await fetch(request));
    } catch {
      return (await caches.match(PAGE)) ?? Response.error();
    }
  };
  event.respondWith(answer());
});
