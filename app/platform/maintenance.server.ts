import { sql } from "kysely";
import type { Database } from "./database/database.server.ts";

/** What is done again and again, and missed by nobody until it is needed. */
export type MaintenanceTask = "retention" | "backup";

/**
 * Does it and writes down, for all nodes, when it was last done (or the moment that `work` gives) or failed. What the database
 * does not take down, as a standby or one that is away, is not known, and no fault of the work.
 */
export async function runMaintenance(db: Database, chore: MaintenanceTask, work: () => Promise<Date | void>): Promise<void> {
  const note = (column: "done_at" | "failed_at", at: Date | null) =>
    sql`insert into chores (name, ${sql.ref(column)}) values (${chore}, coalesce(${at}, now()))
      on conflict (name) do update set ${sql.ref(column)} = excluded.${sql.ref(column)}`.execute(db).catch(() => undefined);
  let moment: Date | void;
  try {
    moment = await work();
  } catch (error) {
    await note("failed_at", null);
    throw error;
  }
  await note("done_at", moment ?? null);
}
