import { sql } from "kysely";
import { AppError } from "../shared/errors.ts";
import type { Database } from "./database/database.server.ts";

export type Readiness = {
  /** Throws UNAVAILABLE when requests had better go to another node, and what an unreachable database throws. */
  check(): Promise<void>;
  /** From now on this node is not ready any more, though it answers. */
  drain(): void;
};

/** Whether this node should be sent requests: its database answers, is as new as it was at the start, and no end is near. */
export async function openReadiness(db: Database): Promise<Readiness> {
  let isDraining = false;
  const started = await sql<{ newest: string | null }>`select max(name) as newest from public.schema_migrations`.execute(db);
  const newest = started.rows[0]?.newest;
  return {
    async check() {
      if (isDraining) throw new AppError("UNAVAILABLE");
      // An older backup that was brought back under a running node has to be migrated first, by a start.
      const { rows } = await sql`select from public.schema_migrations where name = ${newest}`.execute(db);
      if (rows.length === 0) throw new AppError("UNAVAILABLE");
    },
    drain() {
      isDraining = true;
    },
  };
}
