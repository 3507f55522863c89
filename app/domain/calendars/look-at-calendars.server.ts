import type { Tx } from "../../platform/database/database.server.ts";
import { addJob, YIELDING } from "../../platform/jobs.server.ts";

/** The kind of the job that keeps a patient's calendar. It stands apart from what it runs, since the course of a booking schedules it. */
export const CALENDAR_ENTRY = { name: "calendar_entry", priority: YIELDING };

/** Mails the patient's calendar about bookings that were confirmed, moved or cancelled. */
export async function lookAtCalendars(tx: Tx, bookingIds: readonly string[]): Promise<void> {
  for (const id of bookingIds) await addJob(tx, CALENDAR_ENTRY, { id });
}
