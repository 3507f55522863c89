// Shows /offline.html where a page cannot be had for want of a network. Nothing else is kept: no answer of the API, no personal page.
const KEPT = "offline-1";
const PAGE = "/offline.html";

addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((cache) => cache.add(new Request(PAGE, { cache: "reload" }))).then(() => skipWaiting()));
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
  if (event.request.mode !== "navigate") return;
  const answer = async () => {
    try {
      return (await event.preloadResponse) ?? (await fetch(event.request));
    } catch {
      return (await caches.match(PAGE)) ?? Response.error();
    }
  };
  event.respondWith(answer());
});
