import { sql } from "kysely";
import type { Database } from "./database/database.server.ts";

/** Periodic tasks whose failure would go unnoticed until they are needed. */
export type MaintenanceTask = "retention" | "backup" | "backup_verified" | "weekly" | "kine_pulse" | "directory";

/** What a task says of itself: the moment that counts, where it is not the end, and figures. */
type Done = { at?: Date; detail?: { bytes: number; files: number; seconds: number } };

/**
 * Runs a task and records, for all nodes, when it last succeeded (or the time that `work` returns) or failed. A database that cannot record
 * it, such as a standby or one that is away, does not make the task fail.
 */
export async function runMaintenance(
  db: Database,
  task: MaintenanceTask,
  work: () => Promise<Done | Date | void>,
): Promise<void> {
  const note = (column: "done_at" | "failed_at", { at, detail }: Done) =>
    sql`insert into chores (name, ${sql.ref(column)}, detail) values (${task}, coalesce(${at ?? null}, now()), ${detail ? JSON.stringify(detail) : null})
      on conflict (name) do update set ${sql.ref(column)} = excluded.${sql.ref(column)},
        detail = case when ${column === "done_at"}::boolean then excluded.detail else chores.detail end`
      .execute(db)
      .catch(() => undefined);
  let done: Done | Date | void;
  try {
    done = await work();
  } catch (error) {
    await note("failed_at", {});
    throw error;
  }
  await note("done_at", done instanceof Date ? { at: done } : (done ?? {}));
}
