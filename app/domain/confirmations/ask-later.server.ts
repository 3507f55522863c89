import { sql } from "kysely";
import type { Tx } from "../../platform/database/database.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { addJob } from "../../platform/jobs.server.ts";

export const MONTH_S = 30 * 86_400;

/**
 * Marks the last monthly question as answered, and schedules the next in a month. Call it after coverages or prices are stated or confirmed.
 */
export async function askLater(tx: Tx, kineId: string): Promise<void> {
  await markAnswered.run(tx, { kineId });
  await addJob(tx, "ask_confirmation", { id: kineId }, MONTH_S);
}

const markAnswered = prepared("confirmation answered", (db, { kineId }: { kineId: string }) =>
  db
    .updateTable("kine_confirmations")
    .set({ answered_at: sql`coalesce(answered_at, now())`, unanswered: 0 })
    .where("kine_id", "=", kineId)
    .where("asked_at", "is not", null),
);
