// Part of /offline.html: shows the person's next turnos and their cases as they were last seen, which the dashboard stored in this browser.
const LASTS_MS = 7 * 24 * 60 * 60 * 1000;
const relative = new Intl.RelativeTimeFormat("es-AR", { numeric: "auto", style: "short" });
const day = new Intl.DateTimeFormat("en-CA", { dateStyle: "short", timeZone: "America/Argentina/Buenos_Aires" });
const exact = new Intl.DateTimeFormat("es-AR", { dateStyle: "long", timeStyle: "short" });

const weekday = new Intl.DateTimeFormat("es-AR", { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" });

// What was stored is deleted instead of shown when it is too old, or when the session is missing or somebody else's.
function read(key) {
  try {
    const snapshot = JSON.parse(localStorage.getItem(key));
    const session = JSON.parse(localStorage.getItem("session"));
    const age = Date.now() - snapshot.at;
    if (snapshot.person === session.user.id && age >= 0 && age < LASTS_MS) return snapshot;
  } catch {
    // No snapshot, or an unreadable one.
  }
  try {
    localStorage.removeItem(key);
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

// A wall time has no zone: it is formatted as if it were one of UTC.
const momentOf = (local) => `${weekday.format(Date.parse(`${local.slice(0, 10)}T00:00:00Z`))}, ${local.slice(11, 16)}`;

function bookingPart({ local_start, with: other, place }) {
  const part = element("li", "");
  const lines = [other && `Con ${other}`, place].filter(Boolean);
  part.append(element("h3", momentOf(local_start)), ...lines.map((line) => element("p", line, { className: "state" })));
  return part;
}

/** A heading with what is under it, and when it was seen. */
function section(heading, at, parts, empty) {
  const when = element("p", "Visto por última vez ");
  when.append(element("time", ago(at), { dateTime: new Date(at).toISOString(), title: exact.format(at) }));
  when.append(". Es solo para leer: puede haber cambiado.");
  const list = element("ul", "");
  list.append(...parts);
  return [element("h2", heading), when, parts.length > 0 ? list : element("p", empty)];
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
  const isOwn = location.pathname === "/offline.html";
  const [snapshot, agreed] = isOwn ? [null, null] : [read("offline-snapshot"), read("offline-bookings")];
  const isTheirs = location.pathname.startsWith("/dashboard");
  const hasSome = snapshot !== null || agreed !== null;
  document.documentElement.classList.toggle("has-snapshot", hasSome && isTheirs);
  place.replaceChildren();
  if (!hasSome) return place.append(...said());
  if (!isTheirs) return place.append(element("a", "Ver lo último de tus casos", { href: "/dashboard" }));
  const ahead = agreed?.bookings.filter(({ ends_at }) => ends_at > Date.now()) ?? [];
  if (ahead.length > 0) place.append(...section("Turnos", agreed.at, ahead.map(bookingPart)));
  if (snapshot)
    place.append(...section(snapshot.heading, snapshot.at, snapshot.cases.map(casePart), "No tenías casos en curso."));
}

// Also on Back to this page and when somebody signs out in another tab: data that may not be shown any more leaves the screen.
addEventListener("pageshow", show);
addEventListener("storage", show);
setInterval(() => {
  for (const time of document.querySelectorAll("#offline-snapshot time"))
    time.textContent = ago(Date.parse(time.dateTime));
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
