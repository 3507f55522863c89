import { keepPersonal, readPersonal } from "./personal-storage.ts";

/** A contact from one of the user's cases: the phone as displayed, and the link that calls it. */
export type SnapshotContact = { name: string; phone: string | null; call: string | null; email: string | null };
export type SnapshotCase = { id: string; title: string; state: string; contacts: SnapshotContact[] };
/** The data readable offline: display texts only, nothing that the offline page does not show. */
export type SnapshotContent = { heading: string; cases: SnapshotCase[] };

/** A turno that is agreed on, as its wall time; `ends_at` in ms since 1970. */
export type SnapshotBooking = { ends_at: number; local_start: string; with: string | null; place: string };

/** The next turnos, with the heading of the role's cases. */
type BookingsContent = { heading: string; bookings: SnapshotBooking[] };

/** The headings of what this browser has stored of the user: those of their role at that time. */
export function storedHeadings(): string[] {
  const stored = [readPersonal("offline-snapshot"), readPersonal("offline-bookings")] as ({ heading: string } | null)[];
  return stored.flatMap((content) => content?.heading ?? []);
}

/** Stores the user's current view, replacing the previous snapshot; `public/offline-snapshot.js` reads it while offline. */
export function keepOfflineSnapshot(person: string, content: SnapshotContent): void {
  keepPersonal("offline-snapshot", content, person);
}

/** Stores the user's next turnos, replacing the previous ones; the same page reads them. */
export function keepOfflineBookings(person: string, content: BookingsContent): void {
  keepPersonal("offline-bookings", content, person);
}

/** Deletes the snapshot and the turnos. */
export function forgetOfflineSnapshot(): void {
  keepPersonal("offline-snapshot", null);
  keepPersonal("offline-bookings", null);
}
