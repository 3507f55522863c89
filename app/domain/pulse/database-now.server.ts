import { sql } from "kysely";
import type { Database } from "../../platform/database/database.server.ts";

/** The database's time, in milliseconds since 1970. */
export async function databaseNow(db: Database): Promise<number> {
  const { rows } = await sql<{ now: number }>`select (extract(epoch from now()) * 1000)::float8 as now`.execute(db);
  const [clock] = rows;
  if (!clock) throw new Error("the database tells the time");
  return clock.now;
}
