import { sql } from "kysely";
import type { Database } from "../../platform/database/database.server.ts";

/** How many directory numbers one file of the sitemap covers, which bounds its number of profiles. */
const NUMBERS_A_FILE = 10_000;

/** The numbers of the sitemap's files that have profiles, counted from 1. */
export async function profileFiles(db: Database): Promise<number[]> {
  const { rows } = await sql<{ file: number }>`
    select file from generate_series(1, (select coalesce(max(number), 0) from directory) / ${NUMBERS_A_FILE} + 1) file
    where exists (select from directory d join profiles p on p.id = d.kine_id
      where d.number > (file - 1) * ${NUMBERS_A_FILE} and d.number <= file * ${NUMBERS_A_FILE} and ${isPublic})
    order by file`.execute(db);
  return rows.map(({ file }) => file);
}

/** The specialists of a file with a public profile, and the day on which their listed data last changed. */
export async function profilesOfFile(db: Database, file: number): Promise<{ id: string; changed_on: string }[]> {
  return db
    .selectFrom("directory as d")
    .innerJoin("profiles as p", "p.id", "d.kine_id")
    .select(["d.kine_id as id", sql<string>`to_char(d.changed_at at time zone 'UTC', 'YYYY-MM-DD')`.as("changed_on")])
    .where("d.number", ">", (file - 1) * NUMBERS_A_FILE)
    .where("d.number", "<=", file * NUMBERS_A_FILE)
    .where(isPublic)
    .orderBy("d.number")
    .execute();
}

// Avoids has_role, which would be a function call for each row.
const isPublic = sql<boolean>`p.approval_status = 'approved' and p.suspended_at is null and p.publish_asked_at is null
  and exists (select from user_roles r where r.user_id = p.id and r.role = 'kine')`;
