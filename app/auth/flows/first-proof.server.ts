import { sql } from "kysely";
import type { Tx } from "../../platform/database/database.server.ts";
import { hasFullAssurance, hasVerifiedFactor } from "../sessions/assurance.server.ts";
import { recordEvent } from "../core/audit.server.ts";
import type { AuthDeps } from "./deps.server.ts";
import { notify } from "./security-notifications.server.ts";
import type { Proven, TokenKind } from "./links/one-time-tokens.server.ts";
import { forgetDevices } from "../sessions/recovery.server.ts";
import { endSessions } from "../sessions/sessions.server.ts";
import type { Session } from "../core/session.server.ts";
import { insertEmailIdentity } from "../core/users.server.ts";
import { accessRevoked } from "../mails/messages.server.ts";

/**
 * Decides who owns an account whose address was just proven. A link other than a recovery's, used in a fully assured session of the
 * account, claims it: one person holds the account and the address. A recovery, or an invitation without such a session, claims it for the
 * reader of the address; the first one revokes all earlier access. A change of address without such a session leaves the account
 * unclaimed, unless a second factor guards it: then no account at a provider joins by the address. Returns whether the link recovers.
 */
export async function settleClaim(
  deps: Pick<AuthDeps, "mail">,
  tx: Tx,
  kind: TokenKind,
  { user_id }: Proven,
  holder: Session | null,
): Promise<boolean> {
  const isHeld = kind !== "recovery" && holder?.user_id === user_id && (await hasFullAssurance(tx, holder));
  const recovers = kind === "recovery" || (kind === "invitation" && !isHeld);
  if (isHeld) {
    await claim(tx, user_id);
  } else if (recovers) {
    // The account's creator may not be the reader of its address.
    if (await claim(tx, user_id)) await revokeAccess(deps, tx, user_id, "first_proof");
  } else if (kind === "email_change") {
    const isGuarded = await hasVerifiedFactor(tx, user_id);
    const change = isGuarded ? { joined_by_address: false } : { claimed_at: null };
    await tx.updateTable("auth.users").set(change).where("id", "=", user_id).execute();
  }
  return recovers;
}

/** Claims an account, which from then on is its person's and of no admin who made it; false when it was claimed before. */
async function claim(tx: Tx, user_id: string): Promise<boolean> {
  const claimed = await tx
    .updateTable("auth.users")
    .set({ claimed_at: sql`now()`, invited_by: sql<string | null>`case when terms_due then invited_by end` })
    .where("id", "=", user_id)
    .where("claimed_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  if (!claimed) return false;
  await tx.deleteFrom("auth.one_time_tokens").where("user_id", "=", user_id).where("kind", "=", "invitation").execute();
  await recordEvent(tx, { event: "account_claimed", user_id, actor_id: null });
  return true;
}

/**
 * Revokes all access to an account except recovery by e-mail: password, passkeys, factors, identities, sessions, links.
 * Notifies its address. The account's row must be locked.
 */
export async function revokeAccess(
  deps: Pick<AuthDeps, "mail">,
  tx: Tx,
  user_id: string,
  why: "first_proof" | "support",
): Promise<void> {
  const { email } = await tx
    .updateTable("auth.users")
    .set({ encrypted_password: null, updated_at: sql`now()` })
    .where("id", "=", user_id)
    .returning("email")
    .executeTakeFirstOrThrow();
  await endSessions(tx, { id: "", user_id }, "global", "password_changed");
  const passkeys = await tx
    .deleteFrom("auth.webauthn_credentials")
    .where("user_id", "=", user_id)
    .where("factor_id", "is", null)
    .returning("id")
    .execute();
  const factors = await tx.deleteFrom("auth.mfa_factors").where("user_id", "=", user_id).returning("status").execute();
  const identities = await tx
    .deleteFrom("auth.identities")
    .where("user_id", "=", user_id)
    .where("provider", "<>", "email")
    .returning("provider")
    .execute();
  // Clients expect an e-mail identity; its password is set next.
  await insertEmailIdentity(tx, user_id, email);
  await tx.deleteFrom("auth.one_time_tokens").where("user_id", "=", user_id).execute();
  // The owner of a former address may still restore it, and disown the ways in of before, unless support decided whose the account is.
  const movedAt = sql<Date>`coalesce((select min(l.created_at) from auth.undo_links l
    where l.user_id = ${user_id} and l.kind = 'address' and l.expires_at > now()), '-infinity')`;
  await tx
    .deleteFrom("auth.undo_links")
    .where("user_id", "=", user_id)
    .$if(why === "first_proof", (query) =>
      query.where("kind", "not in", ["address", "admin"]).where("created_at", ">=", movedAt),
    )
    .execute();
  await forgetDevices(tx, user_id);
  for (const _ of passkeys) await recordEvent(tx, { event: "passkey_removed", user_id, actor_id: null });
  for (const { status } of factors) {
    if (status === "verified") await recordEvent(tx, { event: "factor_removed", user_id, actor_id: null });
  }
  for (const _ of identities) await recordEvent(tx, { event: "identity_unlinked", user_id, actor_id: null });
  await notify(deps, tx, accessRevoked, user_id, { why });
}
