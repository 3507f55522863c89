// Part of /offline.html: shows the last snapshot of the person's cases, which the dashboard stored in this browser.
const LASTS_MS = 7 * 24 * 60 * 60 * 1000;
const relative = new Intl.RelativeTimeFormat("es-AR", { numeric: "auto", style: "short" });
const day = new Intl.DateTimeFormat("en-CA", { dateStyle: "short", timeZone: "America/Argentina/Buenos_Aires" });
const exact = new Intl.DateTimeFormat("es-AR", { dateStyle: "long", timeStyle: "short" });

// A snapshot is deleted instead of shown when it is too old, or when the session is missing or somebody else's.
function read() {
  try {
    const snapshot = JSON.parse(localStorage.getItem("offline-snapshot"));
    const session = JSON.parse(localStorage.getItem("session"));
    const age = Date.now() - snapshot.at;
    if (snapshot.person === session.user.id && age >= 0 && age < LASTS_MS) return snapshot;
  } catch {
    // No snapshot, or an unreadable one.
  }
  try {
    localStorage.removeItem("offline-snapshot");
  } catch {
    // A browser without storage.
  }
  return null;
}

const dayOf = (at) => Date.parse(`${day.format(at)}T00:00:00Z`);

function ago(at) {
  // As formatRelative of the application: days are those of the calendar in Buenos Aires.
  const minutes = Math.floor((Date.now() - at) / 60_000);
  if (minutes < 1) return "recién";
  if (minutes < 60) return relative.format(-minutes, "minute");
  if (minutes < 24 * 60) return relative.format(-Math.floor(minutes / 60), "hour");
  return relative.format((dayOf(at) - dayOf(Date.now())) / (24 * 60 * 60 * 1000), "day");
}

function element(tag, text, more = {}) {
  return Object.assign(document.createElement(tag), { textContent: text, ...more });
}

function link(href, text) {
  return /^(tel|mailto):/.test(href) ? [element("a", text, { href })] : [];
}

function contactPart({ name, phone, call, email }) {
  const part = element("div", "", { className: "contact" });
  part.append(element("p", name));
  if (phone && call)
    part.append(...link(call, `Llamar al ${phone.replaceAll(" ", "\u00a0").replaceAll("-", "\u2011")}`));
  if (email) part.append(...link(`mailto:${email}`, email));
  return part;
}

function casePart({ title, state, contacts }) {
  const part = element("li", "");
  part.append(element("h3", title), element("p", state, { className: "state" }), ...contacts.map(contactPart));
  return part;
}

/** The notice that the application left at sign-out, such as "Sesión cerrada". */
function said() {
  try {
    const notice = localStorage.getItem("session") === null ? sessionStorage.getItem("notice") : null;
    return notice === null ? [] : [element("p", notice, { role: "status" })];
  } catch {
    return [];
  }
}

function show() {
  const place = document.getElementById("offline-snapshot");
  // The page's own URL can be opened with a network, too; there it shows nobody's data.
  const snapshot = location.pathname === "/offline.html" ? null : read();
  const isTheirs = location.pathname.startsWith("/dashboard");
  document.documentElement.classList.toggle("has-snapshot", snapshot !== null && isTheirs);
  place.replaceChildren();
  if (!snapshot) return place.append(...said());
  if (!isTheirs) return place.append(element("a", "Ver lo último de tus casos", { href: "/dashboard" }));
  const when = element("p", "Visto por última vez ");
  when.append(
    element("time", ago(snapshot.at), {
      dateTime: new Date(snapshot.at).toISOString(),
      title: exact.format(snapshot.at),
    }),
  );
  when.append(". Es solo para leer: puede haber cambiado.");
  const list = element("ul", "");
  list.append(...snapshot.cases.map(casePart));
  place.append(
    element("h2", snapshot.heading),
    when,
    snapshot.cases.length > 0 ? list : element("p", "No tenías casos en curso."),
  );
}

// Also on Back to this page and when somebody signs out in another tab: data that may not be shown any more leaves the screen.
addEventListener("pageshow", show);
addEventListener("storage", show);
setInterval(() => {
  const time = document.querySelector("#offline-snapshot time");
  if (time) time.textContent = ago(Date.parse(time.dateTime));
}, 30_000);
addEventListener("online", () => location.reload());
// A browser does not notice that the server is back, and not always that the network is.
setInterval(async () => {
  const isBack = await fetch("/healthz", { cache: "no-store" }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (isBack) location.reload();
}, 5_000);
