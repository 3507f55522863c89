import { sql } from "kysely";
import type { Database } from "../../app/platform/database/database.server.ts";

/** Runs statements without triggers, to change rows as the passing of time would. */
async function planted(db: Database, ...statements: ReturnType<typeof sql>[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    for (const statement of statements) await statement.execute(tx);
  });
}

type Known = { id: string };

/** Confirms the addresses of users. */
export async function confirmAddresses(db: Database, ...people: Known[]): Promise<void> {
  const ids = people.map(({ id }) => id);
  await sql`update auth.users set email_confirmed_at = now() where id = any(${ids}::uuid[])`.execute(db);
}

/** Moves the sign-up of users to a month ago. */
export async function ageAccounts(db: Database, ...people: Known[]): Promise<void> {
  const ids = people.map(({ id }) => id);
  const at = sql`now() - interval '30 days'`;
  await planted(
    db,
    sql`update auth.users set created_at = ${at} where id = any(${ids}::uuid[])`,
    sql`update profiles set created_at = ${at} where id = any(${ids}::uuid[])`,
  );
}

/** Moves the applications of specialists, the decisions on them and what began with them to 8 days earlier. */
export async function ageRelations(db: Database, ...kines: Known[]): Promise<void> {
  const ids = sql`any(${kines.map(({ id }) => id)}::uuid[])`;
  await planted(
    db,
    sql`update case_alerts set told_at = told_at - interval '8 days' where kine_id = ${ids}`,
    sql`update cases set created_at = created_at - interval '8 days' where id in (select case_id from matches where kine_id = ${ids})`,
    sql`update matches set created_at = created_at - interval '8 days', decided_at = decided_at - interval '8 days' where kine_id = ${ids}`,
    sql`update reviews set accepted_at = accepted_at - interval '8 days' where kine_id = ${ids}`,
  );
}

/** Makes admins who became one a week ago. */
export async function ageAdmins(db: Database, ...people: Known[]): Promise<void> {
  const ids = people.map(({ id }) => id);
  await sql`update user_roles set given_at = now() - interval '7 days' where role = 'admin' and user_id = any(${ids}::uuid[])`.execute(
    db,
  );
}
