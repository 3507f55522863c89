/** The storage key of the user's last view; `public/last-seen.js` reads it while offline. */
const LAST_SEEN_KEY = "last-seen";

/** A contact from one of the user's cases: the phone as displayed, and the link that calls it. */
export type SeenContact = { name: string; phone: string | null; call: string | null; email: string | null };
export type SeenCase = { id: string; title: string; state: string; contacts: SeenContact[] };
/** The data readable offline: display texts only, nothing that the offline page does not show. */
export type Seen = { heading: string; cases: SeenCase[] };
/** `person` is the owner's id, `at` the time of saving (ms). */
type OfflineSnapshot = Seen & { person: string; at: number };

/** This user's last snapshot in this browser, or null. */
export function readOfflineSnapshot(person: string): OfflineSnapshot | null {
  const seen = read();
  return seen?.person === person ? seen : null;
}

/** Stores the user's current view, replacing the previous snapshot. */
export function keepOfflineSnapshot(person: string, { heading, cases }: Seen): void {
  try {
    localStorage.setItem(
      LAST_SEEN_KEY,
      JSON.stringify({ person, at: Date.now(), heading, cases } satisfies OfflineSnapshot),
    );
  } catch {
    // Storage is unavailable: there is no offline view.
  }
}

/** Deletes the snapshot unless it belongs to this user. */
export function forgetOfflineSnapshot(unlessOf?: string): void {
  const seen = read();
  if (seen && seen.person === unlessOf) return;
  try {
    localStorage.removeItem(LAST_SEEN_KEY);
  } catch {
    // Storage is unavailable, so nothing was stored.
  }
}

function read(): OfflineSnapshot | null {
  try {
    return JSON.parse(localStorage.getItem(LAST_SEEN_KEY) ?? "null") as OfflineSnapshot | null;
  } catch {
    return null;
  }
}
