import { sql } from "kysely";
import type { Database } from "../../platform/database/database.server.ts";

/** Counts what came into the admins' queues, and what they decided, in this week and the last one. */
export async function countQueueWeeks(db: Database): Promise<void> {
  await sql`select count_queue_weeks(week_of(now() - interval '7 days'))`.execute(db);
}
