import { sql } from "kysely";
import type { Database, Tx } from "../../platform/database/database.server.ts";

/** Whether nobody ever chose a password for the account `u`. One whose person did, and that ended, waits for another invitation. */
export const isUnused = sql<boolean>`not exists (select from auth.audit_events e where e.subject = u.audit_id and e.event = 'password_changed')`;

/** Whether the account `u` is an invitation that was withdrawn before anybody took it over: it gives way to the owner of its address. */
export const givesWay = sql<boolean>`(u.terms_due and u.invited_by is null and ${isUnused})`;

/**
 * Whether an address cannot be given to an account, or to one other than `ownId`: another has it, or had it until a change that its owner
 * may still undo. A withdrawn invitation gives way (`freeAddress`).
 */
export async function isAddressTaken(db: Database | Tx, email: string, ownId: string | null = null): Promise<boolean> {
  const user = sql`select from auth.users u where u.email = ${email} and not ${givesWay}`;
  return (await user.execute(db)).rows.length > 0 || isFormerAddress(db, email, ownId);
}

/** Whether an account, other than `ownId`, had an address until a change that its owner may still undo. */
export async function isFormerAddress(db: Database | Tx, email: string, ownId: string | null = null): Promise<boolean> {
  const link = await db
    .selectFrom("auth.undo_links")
    .select("id")
    .where("email", "=", email)
    .where("expires_at", ">", sql<Date>`now()`)
    .where(sql<boolean>`user_id is distinct from ${ownId}::uuid`)
    .limit(1)
    .executeTakeFirst();
  return link !== undefined;
}
