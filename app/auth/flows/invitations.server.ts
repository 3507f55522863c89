import { type RawBuilder, sql } from "kysely";
import type { Database, Tx } from "../../platform/database/database.server.ts";
import { AuthFailure } from "../core/auth-errors.server.ts";
import { endSessions } from "../sessions/sessions.server.ts";

/** An account whose person has yet to accept the terms opens only while its invitation stands. */
export const isWithdrawn = ({ terms_due, invited_by }: { terms_due: boolean; invited_by: string | null }): boolean =>
  terms_due && invited_by === null;

/** How long an invitation stands: its link for a week, and then a recovery. */
export const INVITATION_DAYS = 30;

/**
 * Withdraws the invitations that nobody accepted, of and to a person whose access an admin takes or changes: their links, those of a
 * recovery and the sessions that they opened lead to nothing. Another invitation restores the way in. The same ends the accounts that the person
 * made with a temporary password, also where somebody replaced it, until their mailbox has claimed them: the one who made it may have. These owe
 * the terms from then on, and are not public before, except those whose person replaced the password and that are older than 30 days, or who administers. `since` ends
 * those too, but spares those of before, and who is invited.
 */
export async function withdrawInvitations(tx: Tx, userId: string, since: Date | null = null): Promise<void> {
  const isMade = sql<boolean>`invited_by = ${userId} and invited_at > coalesce(${since}::timestamptz, '-infinity')`;
  const isRecent = sql`(must_change_password or created_at > now() - make_interval(days => ${INVITATION_DAYS}))`;
  // Somebody else made an admin of them.
  const isNoAdmin = sql`not exists (select from user_roles r where r.user_id = auth.users.id and r.role = 'admin')`;
  await endUnclaimed(tx, since ? isMade : sql`${isMade} and ${isRecent} and ${isNoAdmin}`);
  await tx
    .updateTable("auth.users")
    .set({ invited_by: null })
    .where("terms_due", "=", true)
    .where((eb) => (since ? isMade : eb.or([isMade, eb("id", "=", userId)])))
    .execute();
}

/** Withdraws, as `withdrawInvitations` does, what nobody took over in time since they were invited last: not who replaced the temporary password. */
export async function lapseInvitations(db: Database): Promise<void> {
  const isOver = sql<boolean>`invited_by is not null and invited_at < now() - make_interval(days => ${INVITATION_DAYS})`;
  await db.transaction().execute(async (tx) => {
    await endUnclaimed(tx, sql`must_change_password and ${isOver}`);
    await tx.updateTable("auth.users").set({ invited_by: null }).where("terms_due", "=", true).where(isOver).execute();
  });
}

/** Ends those of these accounts, with their sessions, that somebody made with a password and no mailbox has claimed. */
async function endUnclaimed(tx: Tx, isMeant: RawBuilder<boolean>): Promise<void> {
  const unclaimed = await tx
    .updateTable("auth.users")
    .set({ terms_due: true, must_change_password: true, encrypted_password: null })
    .where(isMeant)
    .where("terms_due", "=", false)
    .where("claimed_at", "is", null)
    .returning("id")
    .execute();
  for (const { id } of unclaimed) {
    await endSessions(tx, { id: "", user_id: id }, "global", "password_changed");
    await tx
      .updateTable("profiles")
      .set({ publish_asked_at: sql`now()` })
      .where("id", "=", id)
      .execute();
  }
}

/**
 * Whether the first password of an invited account also accepts the terms. Locks the account. Throws AuthFailure: 422 terms_required unless
 * they are accepted with it, 403 otp_expired when the invitation was withdrawn.
 */
export async function settleTerms(tx: Tx, userId: string, isAccepted: boolean): Promise<boolean> {
  const account = await tx
    .selectFrom("auth.users")
    .select(["terms_due", "invited_by"])
    .where("id", "=", userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  if (!account.terms_due) return false;
  if (isWithdrawn(account))
    throw new AuthFailure(403, "otp_expired", "La invitación se retiró. Pedí otra a quien te invitó.");
  if (!isAccepted)
    throw new AuthFailure(422, "terms_required", "Debes aceptar los términos y condiciones para continuar");
  return true;
}
