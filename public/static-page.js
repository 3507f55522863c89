// What a page does in the browser when it comes without the application's scripts. Everything on it works without this too.
// What a browser may refuse, its storage, comes last.

// The page's policy allows no script address from text, save that of the worker that answers without a network.
globalThis.trustedTypes?.createPolicy("default", { createScriptURL: (url) => (url === "/offline.js" ? url : null) });
if ("worker" in document.currentScript.dataset) navigator.serviceWorker?.register("/offline.js").catch(() => undefined);

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

// What the sign-up and the new case ask for later: the role that a link is for, and the specialist for whose sake one goes there.
addEventListener("click", ({ target }) => {
  const link = target instanceof Element && target.closest("a");
  if (!link) return;
  const { role, kine: id, name } = link.dataset;
  if (role) sessionStorage.setItem("chosen-role", role);
  else sessionStorage.removeItem("chosen-role");
  if (id) sessionStorage.setItem("chosen-kine", JSON.stringify({ id, name }));
});

const hasSession = () => localStorage.getItem("session") !== null;

// The bar: the way to one's own pages, or to sign-in, also after signing in or out in another tab or on the way back.
function showSession() {
  for (const part of document.querySelectorAll("[data-session]")) {
    part.hidden = (part.dataset.session === "in") !== hasSession();
  }
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
