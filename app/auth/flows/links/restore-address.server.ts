import { sql } from "kysely";
import type { Tx } from "../../../platform/database/database.server.ts";
import { addressee } from "../../../platform/mail/mail.server.ts";
import { noteTombstone } from "../../../platform/storage/tombstones.server.ts";
import { recordEvent } from "../../core/audit.server.ts";
import { markConfirmed } from "../../core/users.server.ts";
import { emailRestored } from "../../mails/messages.server.ts";
import { hasVerifiedFactor } from "../../sessions/assurance.server.ts";
import { forgetDevices, newWaysIn } from "../../sessions/recovery.server.ts";
import { endSessions } from "../../sessions/sessions.server.ts";
import type { AuthDeps, Mailboxes } from "../deps.server.ts";
import { withdrawInvitations } from "../invitations.server.ts";
import { removeWayIn } from "../ways-in.server.ts";

const ASKED_BEFORE_MS = 60 * 60 * 1000;

type FormerAddress = { user_id: string; email: string; claimed_at: Date | null; created_at: Date };
const startOf = ({ created_at }: FormerAddress): Date => new Date(created_at.getTime() - ASKED_BEFORE_MS);

/**
 * Gives a locked account its former address back, and removes what an intruder may have opened: the password, every session and link, and
 * the ways in added since an hour before the change, when its link was asked for at the earliest, with the invitations made and the roles given since then. A recovery decides about other new ways in,
 * which are held back until then. Later addresses cannot be restored any more. Notifies both addresses.
 */
export async function restoreAddress(
  deps: Pick<AuthDeps, "mail" | "limiter" | "providers" | "takeRolesBack" | "mailboxes">,
  tx: Tx,
  former: FormerAddress & { id: string },
): Promise<void> {
  const { user_id, email } = former;
  const { email: left } = await tx
    .selectFrom("auth.users")
    .select("email")
    .where("id", "=", user_id)
    .executeTakeFirstOrThrow();
  for (const way of await newWaysIn(tx, user_id))
    if (way.added_at > startOf(former)) await removeWayIn(deps, tx, { user_id, session_id: null }, way);
  await deps.takeRolesBack(tx, user_id, startOf(former));
  // Who comes back without a place keeps that of the later mailbox: one account after the other would otherwise prove it, and be counted.
  if (!(await deps.mailboxes.hasPlace(tx, user_id, email))) await deps.mailboxes.leave(tx, user_id);
  await putAddressBack(tx, former, deps.mailboxes);
  await noteTombstone(tx, "address_restored", former.id);
  await recordEvent(tx, { event: "email_restored", user_id, actor_id: null });
  for (const address of new Set([email, left]))
    await deps.mail.post(tx, emailRestored, { user_id, to: addressee(address), told: { email } });
}

/**
 * The part that no other note of a restored backup does: ways in, roles and licences have theirs. An account that had not proven the mailbox, which has as many as
 * may, comes back to it unproven: it would otherwise prove it by way of another one.
 */
export async function putAddressBack(
  tx: Tx,
  former: FormerAddress,
  mailboxes: Pick<Mailboxes, "hasPlace">,
): Promise<void> {
  const { user_id, email, claimed_at, created_at } = former;
  await withdrawInvitations(tx, user_id, startOf(former));
  await endSessions(tx, { id: "", user_id }, "global", "signed_out");
  await tx.deleteFrom("auth.one_time_tokens").where("user_id", "=", user_id).execute();
  // Those of new ways in went to the later addresses, whose readers would undo what the owner does now.
  await tx
    .deleteFrom("auth.undo_links")
    .where("user_id", "=", user_id)
    .where("kind", "<>", "admin")
    .where("created_at", ">=", created_at)
    .execute();
  const isHeld = (await newWaysIn(tx, user_id)).length > 0;
  // A claim is never taken from who has a second factor.
  const claim = (await hasVerifiedFactor(tx, user_id)) ? {} : { claimed_at };
  await tx
    .updateTable("auth.users")
    .set({
      email,
      email_confirmed_at: null,
      encrypted_password: null,
      must_change_password: sql`terms_due or ${isHeld}`,
      recovered_at: isHeld ? sql`now()` : null,
      ...claim,
    })
    .where("id", "=", user_id)
    .execute();
  if (await mailboxes.hasPlace(tx, user_id)) await markConfirmed(tx, { user_id, email });
  await forgetDevices(tx, user_id);
}
