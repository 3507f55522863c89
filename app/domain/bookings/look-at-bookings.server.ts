import type { Tx } from "../../platform/database/database.server.ts";
import { addJob, YIELDING } from "../../platform/jobs.server.ts";

/** The kind of a booking's job. It stands apart from what it runs, since what it runs looks at bookings again. */
export const BOOKING_LEVEL = { name: "booking_level", priority: YIELDING };

/** Runs the job of bookings that were made or changed. */
export async function lookAtBookings(tx: Tx, ids: readonly string[]): Promise<void> {
  for (const id of ids) await addJob(tx, BOOKING_LEVEL, { id });
}
