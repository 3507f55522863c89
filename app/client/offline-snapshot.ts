/** Where the browser keeps what a person saw last; `public/last-seen.js` reads it without a network. */
const LAST_SEEN_KEY = "last-seen";

/** Whom a case brought together with the person: the phone as it is read, and the address that calls it. */
export type SeenContact = { name: string; phone: string | null; call: string | null; email: string | null };
export type SeenCase = { id: string; title: string; state: string; contacts: SeenContact[] };
/** What stays readable without a network: words ready to be read, and nothing that is not shown there. */
export type Seen = { heading: string; cases: SeenCase[] };
/** `person` is whose it is, `at` when the server said so (ms). */
type OfflineSnapshot = Seen & { person: string; at: number };

/** What this person saw last in this browser, or null. */
export function readOfflineSnapshot(person: string): OfflineSnapshot | null {
  const seen = read();
  return seen?.person === person ? seen : null;
}

/** Keeps what this person sees now in place of whatever was kept before. */
export function keepOfflineSnapshot(person: string, { heading, cases }: Seen): void {
  try {
    localStorage.setItem(LAST_SEEN_KEY, JSON.stringify({ person, at: Date.now(), heading, cases } satisfies OfflineSnapshot));
  } catch {
    // A browser that keeps nothing has nothing to show without a network.
  }
}

/** Forgets what is kept, unless it is of this person. */
export function forgetOfflineSnapshot(unlessOf?: string): void {
  const seen = read();
  if (seen && seen.person === unlessOf) return;
  try {
    localStorage.removeItem(LAST_SEEN_KEY);
  } catch {
    // What cannot be reached was not kept by this page.
  }
}

function read(): OfflineSnapshot | null {
  try {
    return JSON.parse(localStorage.getItem(LAST_SEEN_KEY) ?? "null") as OfflineSnapshot | null;
  } catch {
    return null;
  }
}
