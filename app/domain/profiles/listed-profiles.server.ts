import { sql } from "kysely";
import type { Database } from "../../platform/database/database.server.ts";

/** The most addresses of a sitemap's file. */
export const PROFILES_A_FILE = 10_000;

/** The specialists with a public profile and when what is listed of them last changed, newest first, a file's worth; the first file is 1. */
export async function listedProfiles(db: Database, file: number): Promise<{ id: string; changed_on: string | null }[]> {
  return db
    .selectFrom("user_roles as r")
    .innerJoin("profiles as p", "p.id", "r.user_id")
    .leftJoin("directory as d", "d.kine_id", "r.user_id")
    .select([
      "r.user_id as id",
      sql<string | null>`to_char(d.changed_at at time zone 'UTC', 'YYYY-MM-DD')`.as("changed_on"),
    ])
    .where("r.role", "=", "kine")
    .where("p.approval_status", "=", "approved")
    .where("p.suspended_at", "is", null)
    .orderBy("r.user_id", "desc")
    .offset((file - 1) * PROFILES_A_FILE)
    .limit(PROFILES_A_FILE)
    .execute();
}
