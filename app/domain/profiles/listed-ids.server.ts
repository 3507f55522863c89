import type { Database } from "../../platform/database/database.server.ts";

const MOST = 10_000;

/** The ids of the specialists with a public profile, newest first, 10,000 at most. */
export async function listedIds(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom("user_roles as r")
    .innerJoin("profiles as p", "p.id", "r.user_id")
    .select("r.user_id")
    .where("r.role", "=", "kine")
    .where("p.approval_status", "=", "approved")
    .where("p.suspended_at", "is", null)
    .orderBy("r.user_id", "desc")
    .limit(MOST)
    .execute();
  return rows.map(({ user_id }) => user_id);
}
