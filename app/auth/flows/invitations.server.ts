import type { Tx } from "../../platform/database/database.server.ts";
import { AuthFailure } from "../core/auth-errors.server.ts";

/** An account whose person has yet to accept the terms opens only while its invitation stands. */
export const isWithdrawn = ({ terms_due, invited_by }: { terms_due: boolean; invited_by: string | null }): boolean =>
  terms_due && invited_by === null;

/**
 * Withdraws the invitations that nobody accepted, of and to a person whose access an admin takes or changes: their links, those of a
 * recovery and the sessions that they opened lead to nothing. Another invitation restores the way in.
 */
export async function withdrawInvitations(tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable("auth.users")
    .set({ invited_by: null })
    .where("terms_due", "=", true)
    .where((eb) => eb.or([eb("invited_by", "=", userId), eb("id", "=", userId)]))
    .execute();
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
