import { keepPersonal, readPersonal } from "./personal-storage.ts";

/** A contact from one of the user's cases: the phone as displayed, and the link that calls it. */
export type SnapshotContact = { name: string; phone: string | null; call: string | null; email: string | null };
export type SnapshotCase = { id: string; title: string; state: string; contacts: SnapshotContact[] };
/** The data readable offline: display texts only, nothing that the offline page does not show. */
export type SnapshotContent = { heading: string; cases: SnapshotCase[] };

/** The user's last snapshot in this browser, or null. */
export function readOfflineSnapshot(): SnapshotContent | null {
  return readPersonal("offline-snapshot") as SnapshotContent | null;
}

/** Stores the user's current view, replacing the previous snapshot; `public/offline-snapshot.js` reads it while offline. */
export function keepOfflineSnapshot(person: string, content: SnapshotContent): void {
  keepPersonal("offline-snapshot", content, person);
}

/** Deletes the snapshot. */
export function forgetOfflineSnapshot(): void {
  keepPersonal("offline-snapshot", null);
}
