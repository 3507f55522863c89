// Pages also work without it. Storage, which may be refused, comes last.

const { dataset } = document.currentScript;
// The policy's only script URL from text.
globalThis.trustedTypes?.createPolicy("default", { createScriptURL: (url) => (url === "/offline.js" ? url : null) });
if ("worker" in dataset) navigator.serviceWorker?.register("/offline.js").catch(() => undefined);

// A photo that fails to load is removed, showing the initials behind it.
for (const photo of document.querySelectorAll("img[data-photo]"))
  if (photo.complete && !photo.naturalWidth) photo.remove();
addEventListener("error", ({ target }) => target.dataset?.photo !== undefined && target.remove(), true);

// As app/client/personal-storage.ts.
const keep = (area, key, value) => area.setItem(key, JSON.stringify({ ...value, person: "", at: Date.now() }));
const keepStory = (story) => keep(sessionStorage, "sign-story", story);

addEventListener("click", (event) => {
  const link = event.target.closest?.("a");
  if (!link) return;
  const { role, kine: id, name, share: text, pain } = link.dataset;
  // Rejects when the menu is closed.
  if (text && navigator.share) {
    event.preventDefault();
    const url = document.querySelector("link[rel=canonical]").href;
    navigator.share({ title: text, text, url }).catch(() => undefined);
  }
  if (role) sessionStorage.setItem("chosen-role", role);
  else sessionStorage.removeItem("chosen-role");
  if (id) keep(sessionStorage, "chosen-kine", { id, name });
  if (pain) keepStory({ injury_area: pain });
});

addEventListener("focusin", ({ target }) => target.list && import("/suggest-places.js"));

addEventListener("submit", (event) => {
  const description = event.target.elements.duele?.value.trim();
  if (description === undefined) return;
  event.preventDefault();
  try {
    if (description) keepStory({ description });
  } finally {
    location.assign("/contar");
  }
});

const hasSession = () => /^{.*}$/.test(localStorage.session);

const COOKIE = "has_session=1";
function showSession({ persisted, key, oldValue } = {}) {
  for (const part of document.querySelectorAll("[data-session]"))
    part.hidden = (part.dataset.session === "in") !== hasSession();
  if (!("application" in dataset) || !hasSession()) return;
  const isNew = persisted || (key === "session" && oldValue === null) || !document.cookie.includes(COOKIE);
  document.cookie = COOKIE + "; path=/kines; samesite=lax; max-age=15552000";
  if (isNew && document.cookie.includes(COOKIE)) location.reload();
}
showSession();
addEventListener("storage", showSession);
addEventListener("pageshow", showSession);

// The notice of the application's sign-out, unless somebody has signed in since.
const notice = sessionStorage.getItem("notice");
sessionStorage.removeItem("notice");
if (notice !== null && !hasSession()) {
  sessionStorage.clear();
  const place = document.querySelector("[data-notice]");
  place.textContent = notice;
  setTimeout(() => (place.textContent = ""), 6_000);
}
