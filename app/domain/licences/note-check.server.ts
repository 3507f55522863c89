import { sql } from "kysely";
import type { Tx } from "../../platform/database/database.server.ts";

/** Records that the viewer, an admin, checked the licence which a specialist's profile shows: its badge has today's date. */
export async function noteCheck(tx: Tx, kineId: string): Promise<void> {
  await tx
    .updateTable("profiles")
    .set({ license_checked_at: sql<Date>`clock_timestamp()` })
    .where("id", "=", kineId)
    .where("license_number", "is not", null)
    .execute();
}
