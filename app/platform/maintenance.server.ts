import { sql } from "kysely";
import type { Database } from "./database/database.server.ts";

/** Periodic tasks whose failure would go unnoticed until they are needed. */
export type MaintenanceTask = "retention" | "backup" | "backup_verified";

/**
 * Runs a task and records, for all nodes, when it last succeeded (or the time that `work` returns) or failed. A database that cannot record
 * it, such as a standby or one that is away, does not make the task fail.
 */
export async function runMaintenance(
  db: Database,
  task: MaintenanceTask,
  work: () => Promise<Date | void>,
): Promise<void> {
  const note = (column: "done_at" | "failed_at", at: Date | null) =>
    sql`insert into chores (name, ${sql.ref(column)}) values (${task}, coalesce(${at}, now()))
      on conflict (name) do update set ${sql.ref(column)} = excluded.${sql.ref(column)}`
      .execute(db)
      .catch(() => undefined);
  let moment: Date | void;
  try {
    moment = await work();
  } catch (error) {
    await note("failed_at", null);
    throw error;
  }
  await note("done_at", moment ?? null);
}
