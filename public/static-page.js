// The behaviour of static pages, which also work without it. Storage, which a browser may refuse, comes last.

const { dataset } = document.currentScript;
// The page's policy allows no script URL from text, except the offline worker's.
globalThis.trustedTypes?.createPolicy("default", { createScriptURL: (url) => (url === "/offline.js" ? url : null) });
if ("worker" in dataset) navigator.serviceWorker?.register("/offline.js").catch(() => undefined);

// A photo that fails to load is removed, which shows the initials behind it.
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
  // The device's share menu; its promise rejects when the menu is closed.
  if (text && navigator.share) {
    event.preventDefault();
    const url = document.querySelector("link[rel=canonical]").href;
    navigator.share({ title: text, text, url }).catch(() => undefined);
  }
  // Stored for the sign-up and the new case: the role that the link is for, and the specialist whom the visitor chose.
  if (role) sessionStorage.setItem("chosen-role", role);
  else sessionStorage.removeItem("chosen-role");
  if (id) sessionStorage.setItem("chosen-kine", JSON.stringify({ id, name, person: "", at: Date.now() }));
});

// What a visitor tells is kept on the device, as the application's personal storage reads it, and goes on there.
const keepStory = (story) => {
  sessionStorage.setItem("chosen-story", JSON.stringify({ person: "", at: Date.now() }));
  localStorage.setItem("case-story", JSON.stringify({ ...story, person: "", at: Date.now() }));
};
addEventListener("click", ({ target }) => {
  const pain = target instanceof Element && target.closest("[data-pain]")?.dataset.pain;
  if (pain) keepStory({ injury_area: pain });
});
addEventListener("submit", (event) => {
  const form = event.target;
  if (!("story" in form.dataset)) return;
  event.preventDefault();
  const description = form.elements.duele.value.trim();
  if (description) keepStory({ description });
  location.assign(form.action);
});

const hasSession = () => localStorage.getItem("session") !== null;

// The bar links to the dashboard or to the sign-in. The cookie makes the server send the application's version of a page, if there is one.
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

// The notice that the application left at sign-out, unless somebody has signed in since. The application's other notes are cleared.
const notice = sessionStorage.getItem("notice");
sessionStorage.removeItem("notice");
if (notice !== null && !hasSession()) {
  sessionStorage.clear();
  const place = document.querySelector("[data-notice]");
  place.textContent = notice;
  setTimeout(() => (place.textContent = ""), 6_000);
}
