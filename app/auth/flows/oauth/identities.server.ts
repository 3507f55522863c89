import { sql } from "kysely";
import type { Database, Tx } from "../../../platform/database/database.server.ts";
import {
  addProof,
  lacksFactor,
  lockAccount,
  requireFullAssurance,
  requireMayAddWayIn,
  requireRecentProof,
} from "../../sessions/assurance.server.ts";
import { recordEvent } from "../../core/audit.server.ts";
import type { AuthDeps } from "../deps.server.ts";
import { AuthFailure, mailboxFull } from "../../core/auth-errors.server.ts";
import { notify } from "../security-notifications.server.ts";
import {
  dataOf,
  findIdentity,
  insertIdentity,
  type ProvenIdentity,
  subOf,
  unprovenOf,
} from "./identity-rows.server.ts";
import type { Device, OpenedSession, Session } from "../../core/session.server.ts";
import { identityLinked } from "../../mails/messages.server.ts";
import { isFormerAddress } from "../../core/addresses.server.ts";
import { requireNotHeld } from "../../sessions/recovery.server.ts";
import { markConfirmed } from "../../core/users.server.ts";
import { issueUndoLink } from "../links/undo-links.server.ts";
import { providerName, removeWayIn } from "../ways-in.server.ts";

type NotifyDeps = Pick<AuthDeps, "mail" | "limiter" | "providers">;
type AdoptDeps = NotifyDeps & Pick<AuthDeps, "freeAddress" | "mailboxes">;

const identityAlreadyExists = () =>
  new AuthFailure(422, "identity_already_exists", "Esa cuenta ya está vinculada a una cuenta de acá");

/** Serialises, across nodes, transactions that concern one account at a provider. */
async function lockIdentity(tx: Tx, provider: string, sub: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${provider} ${sub}`}, 0))`.execute(tx);
}

/**
 * The id of the linked user, with the account locked: waits for a concurrent revocation of access, which deletes the account's
 * identities. Throws AuthFailure way_in_held.
 */
async function lockedOwnerOf(tx: Tx, identity: ProvenIdentity): Promise<string | null> {
  const before = await findIdentity(tx, identity);
  if (!before) return null;
  await tx.selectFrom("auth.users").select("id").where("id", "=", before.user_id).forNoKeyUpdate().execute();
  const owner = await findIdentity(tx, identity);
  if (!owner) return null;
  await requireNotHeld(tx, owner.user_id, { kind: "identity", id: owner.id });
  return owner.user_id;
}

/** Adds an identity to an existing account and notifies its user. */
async function joinIdentity(
  deps: NotifyDeps,
  tx: Tx,
  userId: string,
  identity: ProvenIdentity,
  session: Session | null,
) {
  const id = await insertIdentity(tx, userId, identity, await lacksFactor(tx, userId, session));
  const token = await issueUndoLink(tx, { user_id: userId, session_id: session?.id ?? null }, { kind: "identity", id });
  await notify(deps, tx, identityLinked, userId, { name: providerName(deps, identity.provider), token });
}

/**
 * The account to sign in to for a provider identity, in order: the linked account; the claimed account with the same
 * address, if the provider has verified it; or a new account, which still lacks its profile. Throws AuthFailure:
 * provider_email_needs_verification, email_exists, mailbox_full.
 */
export async function accountOf(deps: AdoptDeps, tx: Tx, identity: ProvenIdentity, device: Device): Promise<string> {
  await lockIdentity(tx, identity.provider, identity.claims.sub);
  const owner = (await lockedOwnerOf(tx, identity)) ?? (await adopt(deps, tx, identity, device));
  const found = await findIdentity(tx, identity);
  await tx
    .updateTable("auth.identities")
    .set({
      issuer: identity.issuer,
      identity_data: dataOf(identity),
      last_sign_in_at: sql`now()`,
      updated_at: sql`now()`,
    })
    .where("id", "in", found ? [found.id] : [])
    .execute();
  await tx
    .updateTable("auth.users")
    .set({ last_sign_in_at: sql`now()` })
    .where("id", "=", owner)
    .execute();
  return owner;
}

async function adopt(deps: AdoptDeps, tx: Tx, identity: ProvenIdentity, device: Device): Promise<string> {
  const name = providerName(deps, identity.provider);
  const { email, email_verified } = identity.claims;
  const unproven = await tx.selectFrom("auth.identities").select("id").where(unprovenOf(identity)).executeTakeFirst();
  if (unproven) {
    throw new AuthFailure(
      422,
      "provider_email_needs_verification",
      `Tu cuenta de ${name} tiene ahora otro email. Ingresá con tu contraseña y vinculá ${name} en Seguridad.`,
    );
  }
  // Do not reveal whether the address has an account here to a caller who has not proven they own it.
  if (!email || email_verified !== true) {
    throw new AuthFailure(
      422,
      "provider_email_needs_verification",
      `${name} no confirma que tu email sea tuyo. Ingresá con tu contraseña y vinculá ${name} en Seguridad, o registrate con tu email.`,
    );
  }
  const emailExists = () =>
    new AuthFailure(
      422,
      "email_exists",
      `Ya hay una cuenta con ese email. Ingresá con tu contraseña y vinculá ${name} en Seguridad.`,
    );
  if (await isFormerAddress(tx, email)) throw emailExists();
  await deps.freeAddress(tx, email);
  const created = await tx
    .insertInto("auth.users")
    .values({
      email,
      claimed_at: sql`now()`,
      profile_due: true,
      raw_user_meta_data: JSON.stringify(identity.claims.name ? { name: identity.claims.name } : {}),
    })
    .onConflict((conflict) => conflict.column("email").doNothing())
    .returning("id")
    .executeTakeFirst();
  const account =
    created ??
    (await tx
      .selectFrom("auth.users")
      .select("id")
      .where("email", "=", email)
      .where("claimed_at", "is not", null)
      .where("joined_by_address", "=", true)
      .forNoKeyUpdate()
      .executeTakeFirst());
  // A stranger may have created an unclaimed account, and the address's owner confirmed it through an unrequested link, so
  // its user must sign in by password or recover it. The same holds for an account whose user unlinked a provider.
  if (!account) throw emailExists();
  await recordEvent(tx, { event: created ? "signed_up" : "identity_linked", user_id: account.id, device });
  if (created) {
    if (!(await deps.mailboxes.hasPlace(tx, account.id))) throw mailboxFull();
    await insertIdentity(tx, account.id, identity, await lacksFactor(tx, account.id, null));
    await markConfirmed(tx, { user_id: account.id, email });
  } else await joinIdentity(deps, tx, account.id, identity, null);
  return account.id;
}

/** Requires that a session may begin to add a sign-in method. Throws AuthFailure: insufficient_aal, reauthentication_needed. */
export async function requireSure(db: Database | Tx, session: Session): Promise<void> {
  await requireMayAddWayIn(db, session);
  requireRecentProof(session);
}

/**
 * Links an identity to the account of an existing session, which gets a new refresh token. Throws AuthFailure:
 * identity_already_exists, session_not_found, insufficient_aal, password_change_required.
 */
export async function linkIdentity(
  deps: NotifyDeps & Pick<AuthDeps, "renew">,
  tx: Tx,
  claims: { session_id: string; user_id: string },
  identity: ProvenIdentity,
): Promise<OpenedSession> {
  await lockIdentity(tx, identity.provider, identity.claims.sub);
  const session = await lockAccount(tx, { id: claims.session_id, user_id: claims.user_id });
  // The account may have been recovered since the user was redirected to the provider.
  await requireMayAddWayIn(tx, session);
  if (await findIdentity(tx, identity)) throw identityAlreadyExists();
  // Linked again, since the provider names another address than before issuers were stored.
  await tx.deleteFrom("auth.identities").where("user_id", "=", claims.user_id).where(unprovenOf(identity)).execute();
  await recordEvent(tx, { event: "identity_linked", user_id: claims.user_id, session_id: session.id });
  await joinIdentity(deps, tx, claims.user_id, identity, session);
  const proofs = await addProof(tx, session, "oauth");
  return { session: { ...session, proofs }, refresh_token: await deps.renew(tx, session.id) };
}

/** Fails early when the identity is already linked. Throws AuthFailure identity_already_exists. */
export async function requireUnlinked(db: Database | Tx, identity: ProvenIdentity): Promise<void> {
  if (await findIdentity(db, identity)) throw identityAlreadyExists();
}

/**
 * Removes a sign-in method and ends the other sessions, which may have used it; removing the e-mail identity also removes
 * the password. Throws AuthFailure: identity_not_found, single_identity_not_deletable, insufficient_aal,
 * reauthentication_needed.
 */
export async function unlinkIdentity(
  deps: NotifyDeps & Pick<AuthDeps, "db">,
  claimed: Session,
  id: string,
): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const requested = await tx
      .selectFrom("auth.identities")
      .select(["provider", subOf.as("sub")])
      .where("id", "=", id)
      .where("user_id", "=", claimed.user_id)
      .executeTakeFirst();
    // Same lock order as a sign-in, to avoid deadlocks.
    if (requested) await lockIdentity(tx, requested.provider, requested.sub);
    const session = await lockAccount(tx, claimed);
    // Allowed before a recovery's new password is set: a linked provider account may be somebody else's.
    await requireFullAssurance(tx, session, 403);
    requireRecentProof(session);
    const own = await tx.selectFrom("auth.identities").select("id").where("user_id", "=", session.user_id).execute();
    if (!own.some((identity) => identity.id === id))
      throw new AuthFailure(422, "identity_not_found", "Identity doesn't exist");
    if (own.length < 2) {
      throw new AuthFailure(
        422,
        "single_identity_not_deletable",
        "Es tu única forma de ingresar. Antes poné una contraseña o vinculá otra cuenta",
      );
    }
    await removeWayIn(deps, tx, { user_id: session.user_id, session_id: session.id }, { kind: "identity", id });
  });
}
