import { sql } from "kysely";
import type { Tx } from "../../platform/database/database.server.ts";
import { hasFullAssurance } from "../sessions/assurance.server.ts";
import { recordEvent } from "../core/audit.server.ts";
import type { AuthDeps } from "./deps.server.ts";
import { notify } from "./security-notifications.server.ts";
import type { Proven, TokenKind } from "./links/one-time-tokens.server.ts";
import { endSessions } from "../sessions/sessions.server.ts";
import type { Session } from "../core/session.server.ts";
import { insertEmailIdentity } from "../core/users.server.ts";
import { accessRevoked } from "../mails/messages.server.ts";

/**
 * Decides who owns an account whose address was just proven. A recovery of an unclaimed account revokes all earlier access and
 * claims the account for the reader of the address. Any other link used in a fully assured session of the account claims it: one
 * person holds the account and the address. A change of address without such a session leaves the account unclaimed.
 */
export async function settleClaim(
  deps: Pick<AuthDeps, "mail">,
  tx: Tx,
  kind: TokenKind,
  { user_id }: Proven,
  holder: Session | null,
): Promise<void> {
  if (kind === "recovery") {
    await revokeUnlessClaimed(deps, tx, user_id);
  } else if (holder?.user_id === user_id && (await hasFullAssurance(tx, holder))) {
    await claim(tx, user_id);
  } else if (kind === "email_change") {
    await tx.updateTable("auth.users").set({ claimed_at: null }).where("id", "=", user_id).execute();
  }
}

const claim = (tx: Tx, userId: string) =>
  tx
    .updateTable("auth.users")
    .set({ claimed_at: sql`coalesce(claimed_at, now())` })
    .where("id", "=", userId)
    .execute();

/** The account's creator may not be the reader of its address, so a first recovery revokes all access that the creator set up. */
async function revokeUnlessClaimed(deps: Pick<AuthDeps, "mail">, tx: Tx, user_id: string): Promise<void> {
  const unclaimed = await tx
    .updateTable("auth.users")
    .set({ claimed_at: sql`now()` })
    .where("id", "=", user_id)
    .where("claimed_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  if (unclaimed) await revokeAccess(deps, tx, user_id, "first_proof");
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
  for (const _ of passkeys) await recordEvent(tx, { event: "passkey_removed", user_id, actor_id: null });
  for (const { status } of factors) {
    if (status === "verified") await recordEvent(tx, { event: "factor_removed", user_id, actor_id: null });
  }
  for (const _ of identities) await recordEvent(tx, { event: "identity_unlinked", user_id, actor_id: null });
  await notify(deps, tx, accessRevoked, user_id, { why });
}
