// What a page does in the browser when it comes without the application. It works without this too.
// What a browser may refuse, its storage, comes last.

const { dataset } = document.currentScript;
// The page's policy allows no script address from text, save that of the worker that answers without a network.
globalThis.trustedTypes?.createPolicy("default", { createScriptURL: (url) => (url === "/offline.js" ? url : null) });
if ("worker" in dataset) navigator.serviceWorker?.register("/offline.js").catch(() => undefined);

// A photo that does not load leaves its place to the initials behind it.
const isBroken = (photo) => photo.complete && photo.naturalWidth === 0;
for (const photo of document.querySelectorAll("img[data-photo]")) if (isBroken(photo)) photo.remove();
addEventListener(
  "error",
  ({ target }) => {
    if (target instanceof HTMLImageElement && "photo" in target.dataset) target.remove();
  },
  true,
);

addEventListener("click", (event) => {
  const link = event.target instanceof Element && event.target.closest("a");
  if (!link) return;
  const { role, kine: id, name, share: text } = link.dataset;
  // The device's own menu, which rejects when it is closed.
  if (text && navigator.share) {
    event.preventDefault();
    const url = document.querySelector("link[rel=canonical]").href;
    navigator.share({ title: text, text, url }).catch(() => undefined);
  }
  // What the sign-up and the new case ask for: the role that a link is for, and the specialist for whose sake one goes there.
  if (role) sessionStorage.setItem("chosen-role", role);
  else sessionStorage.removeItem("chosen-role");
  if (id) sessionStorage.setItem("chosen-kine", JSON.stringify({ id, name }));
});

const hasSession = () => localStorage.getItem("session") !== null;

// The bar: the way to one's own pages, or to sign-in. A page that the application has too comes with it, by a cookie.
const COOKIE = "has_session=1";
function showSession({ persisted, key, oldValue } = {}) {
  for (const part of document.querySelectorAll("[data-session]")) {
    part.hidden = (part.dataset.session === "in") !== hasSession();
  }
  if (!("application" in dataset) || !hasSession()) return;
  const isNew = persisted || (key === "session" && oldValue === null) || !document.cookie.includes(COOKIE);
  document.cookie = COOKIE + "; path=/kines; samesite=lax; max-age=15552000";
  if (isNew && document.cookie.includes(COOKIE)) location.reload();
}
showSession();
addEventListener("storage", showSession);
addEventListener("pageshow", showSession);

// What the application said as it was left; nothing that it noted then stays. Somebody may have signed in since.
const notice = sessionStorage.getItem("notice");
sessionStorage.removeItem("notice");
if (notice !== null && !hasSession()) {
  sessionStorage.clear();
  const place = document.querySelector("[data-notice]");
  place.textContent = notice;
  setTimeout(() => (place.textContent = ""), 6_000);
}
