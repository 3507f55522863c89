import { sql } from "kysely";
import { AppError } from "../shared/app-error.server.ts";
import type { Database } from "./database/database.server.ts";

export type Readiness = {
  /** Throws UNAVAILABLE when requests should go to another node, or the error of an unreachable database. */
  check(): Promise<void>;
  /** Marks this node as not ready, though it still answers. */
  drain(): void;
};

/**
 * Whether this node should receive requests: its database answers, has at least the schema it had at the start, and the node is not
 * draining.
 */
export async function openReadiness(db: Database): Promise<Readiness> {
  let isDraining = false;
  let looking: Promise<void> | null = null;
  const started = await sql<{
    newest: string | null;
  }>`select max(name) as newest from public.schema_migrations`.execute(db);
  const newest = started.rows[0]?.newest;

  async function look() {
    // An older backup restored under a running node has to be migrated first, which happens at a start.
    const { rows } = await sql`select from public.schema_migrations where name = ${newest}`.execute(db);
    if (rows.length === 0) throw new AppError("UNAVAILABLE");
  }

  return {
    async check() {
      if (isDraining) throw new AppError("UNAVAILABLE");
      // The endpoint is public and not rate limited: concurrent checks share one statement.
      await (looking ??= look().finally(() => (looking = null)));
    },
    drain() {
      isDraining = true;
    },
  };
}
