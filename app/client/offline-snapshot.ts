/** The storage key of the user's offline snapshot; `public/offline-snapshot.js` reads it while offline. */
const SNAPSHOT_KEY = "offline-snapshot";

/** A contact from one of the user's cases: the phone as displayed, and the link that calls it. */
export type SnapshotContact = { name: string; phone: string | null; call: string | null; email: string | null };
export type SnapshotCase = { id: string; title: string; state: string; contacts: SnapshotContact[] };
/** The data readable offline: display texts only, nothing that the offline page does not show. */
export type SnapshotContent = { heading: string; cases: SnapshotCase[] };
/** `person` is the owner's id, `at` the time of saving (ms). */
type OfflineSnapshot = SnapshotContent & { person: string; at: number };

/** This user's last snapshot in this browser, or null. */
export function readOfflineSnapshot(person: string): OfflineSnapshot | null {
  const snapshot = read();
  return snapshot?.person === person ? snapshot : null;
}

/** Stores the user's current view, replacing the previous snapshot. */
export function keepOfflineSnapshot(person: string, { heading, cases }: SnapshotContent): void {
  try {
    localStorage.setItem(
      SNAPSHOT_KEY,
      JSON.stringify({ person, at: Date.now(), heading, cases } satisfies OfflineSnapshot),
    );
  } catch {
    // Storage is unavailable: there is no offline view.
  }
}

/** Deletes the snapshot unless it belongs to this user. */
export function forgetOfflineSnapshot(unlessOf?: string): void {
  const snapshot = read();
  if (snapshot && snapshot.person === unlessOf) return;
  try {
    localStorage.removeItem(SNAPSHOT_KEY);
  } catch {
    // Storage is unavailable, so nothing was stored.
  }
}

function read(): OfflineSnapshot | null {
  try {
    // The key of earlier versions: its contact data must not stay behind.
    localStorage.removeItem("last-seen");
    return JSON.parse(localStorage.getItem(SNAPSHOT_KEY) ?? "null") as OfflineSnapshot | null;
  } catch {
    return null;
  }
}
