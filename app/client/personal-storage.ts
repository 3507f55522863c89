import type { Session } from "@supabase/auth-js";
import { SESSION_KEY } from "./stored-session.ts";

const DAY_MS = 24 * 3_600_000;

/** Everything that this browser stores about a person, by the name before the colon of its key. */
type Name =
  | "case-draft"
  | "case-story"
  | "case-edit"
  | "case-zone"
  | "message-draft"
  | "offer-draft"
  | "seen-cases"
  | "last-route"
  | "offline-snapshot"
  | "offline-bookings"
  | "push-asked-at"
  | "pushes-of"
  | "chosen-kine"
  | "sign-story"
  | "sign-up-draft";
export type PersonalKey = Name | `${Name}:${string}`;
/** These names, and those of earlier versions: a list of words costs every screen more. */
const PERSONAL = /^(case|mess|seen|last|off|push|chosen-k|sign-)/;

/** Kept in the tab, where a visitor, too, stores values, which outlive the sign-up. */
const IN_TAB = /^(chosen|sign)/;
/** What a visitor tells before the account, kept on the device until the account, a sign-out, or a week. */
const STORY = "case-story";
const TOLD_HERE = "sign-story";
/** No text: the next session of the same person resubscribes, so it outlives a session that ended unasked, until another person signs in. */
const WAITS = "pushes-of";

/** What is stored with each value: the owner's id, empty for a visitor, and the time of writing (ms since 1970). */
type Stamp = { person: string; at: number };

/** How long a value lasts: a week, and the answer "Ahora no" thirty days. */
const daysOf = (key: string) => (key === "push-asked-at" ? 30 : 7);
const areaOf = (key: string) => (IN_TAB.test(key) ? sessionStorage : localStorage);
const parsed = (text: string | null): unknown => {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
};

/** The id of the person of the stored session, or an empty text. */
const personHere = () => (parsed(localStorage.getItem(SESSION_KEY)) as Partial<Session> | null)?.user?.id ?? "";

/** The stored value if it is recent and of `person`, or of the visitor whom they were before; else null. */
function read(area: Storage, key: string, person: string): Stamp | null {
  const kept = parsed(area.getItem(key)) as Stamp | null;
  if (!kept || !(["", person].includes(kept.person) || (key === WAITS && !person))) return null;
  const age = Date.now() - kept.at;
  return age >= 0 && age < daysOf(key) * DAY_MS ? kept : null;
}

/**
 * Stores a value, replacing the previous one; null removes it. It is of the session's person, and is not stored when that is not
 * `owner`. Where storage is full, it does nothing.
 */
export function keepPersonal(key: PersonalKey, value: object | null, owner?: string): void {
  try {
    const person = personHere();
    if (value === null) areaOf(key).removeItem(key);
    // Without a session, a form that is still open may not leave its text to the next person.
    else if ((owner ?? person) === person && (person || key === STORY || IN_TAB.test(key)))
      areaOf(key).setItem(key, JSON.stringify({ ...value, person, at: Date.now() } satisfies Stamp));
  } catch {
    // Everything works without it.
  }
}

/** The stored value if it is recent and of the person of the session, or of the visitor whom they were before; else null. Unchecked. */
export const readPersonal = (key: PersonalKey): unknown => read(areaOf(key), key, personHere());

/** Removes what is too old, and what belongs neither to `person` (empty for nobody; by default the session's) nor to a visitor. */
export function sweepPersonal(person = personHere()): void {
  for (const area of [localStorage, sessionStorage])
    for (const key of Object.keys(area)) if (PERSONAL.test(key) && !read(area, key, person)) area.removeItem(key);
  // A person who signs in without having told it in this tab is not known to be its author.
  if (person && !sessionStorage.getItem(TOLD_HERE)) localStorage.removeItem(STORY);
}

/** The cache in which the service worker stores the files that another app shared; the worker repeats this name. */
export const SHARED_FILES = "shared-files";

/** The session is over: removes its person's values, all of this tab, and the files that another app shared and no screen took. */
export function forgetPerson(): void {
  sweepPersonal("");
  localStorage.removeItem(STORY);
  sessionStorage.clear();
  void globalThis.caches?.delete(SHARED_FILES);
}

/** Removes everything that this browser stores, the session and the device's settings included. */
export function forgetEverything(): void {
  localStorage.clear();
  forgetPerson();
}
