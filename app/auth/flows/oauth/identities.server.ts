import { sql } from "kysely";
import type { Database, Tx } from "../../../platform/database/database.server.ts";
import {
  addProof,
  lockAccount,
  requireFullAssurance,
  requireMayAddWayIn,
  requireRecentProof,
} from "../../sessions/assurance.server.ts";
import { recordEvent } from "../../core/audit.server.ts";
import type { AuthDeps } from "../deps.server.ts";
import { AuthFailure } from "../../core/auth-errors.server.ts";
import { notify } from "../security-notifications.server.ts";
import { dropToken } from "../links/one-time-tokens.server.ts";
import {
  dataOf,
  findIdentity,
  insertIdentity,
  ownerOf,
  type ProvenIdentity,
  subOf,
  unprovenOf,
} from "./identity-rows.server.ts";
import { endSessions } from "../../sessions/sessions.server.ts";
import type { Device, OpenedSession, Session } from "../../core/session.server.ts";
import { identityLinked, identityUnlinked } from "../../mails/messages.server.ts";

type NotifyDeps = Pick<AuthDeps, "mail" | "limiter" | "providers">;

const identityAlreadyExists = () =>
  new AuthFailure(422, "identity_already_exists", "Esa cuenta ya está vinculada a una cuenta de acá");

/** Serialises, across nodes, transactions that concern one account at a provider. */
async function lockIdentity(tx: Tx, provider: string, sub: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${provider} ${sub}`}, 0))`.execute(tx);
}

const nameOf = ({ providers }: NotifyDeps, provider: string) => providers.get(provider)?.name ?? provider;

/** As `ownerOf`, with the account locked: waits for a concurrent revocation of access, which deletes the account's identities. */
async function lockedOwnerOf(tx: Tx, identity: ProvenIdentity): Promise<string | null> {
  const owner = await ownerOf(tx, identity);
  if (!owner) return null;
  await tx.selectFrom("auth.users").select("id").where("id", "=", owner).forNoKeyUpdate().execute();
  return ownerOf(tx, identity);
}

/**
 * The account to sign in to for a provider identity, in order: the linked account; the claimed account with the same
 * address, if the provider has verified it; or a new account, which still lacks its profile. Throws AuthFailure:
 * provider_email_needs_verification, email_exists.
 */
export async function accountOf(deps: NotifyDeps, tx: Tx, identity: ProvenIdentity, device: Device): Promise<string> {
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

async function adopt(deps: NotifyDeps, tx: Tx, identity: ProvenIdentity, device: Device): Promise<string> {
  const name = nameOf(deps, identity.provider);
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
  const created = await tx
    .insertInto("auth.users")
    .values({
      email,
      email_confirmed_at: sql`now()`,
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
  if (!account) {
    throw new AuthFailure(
      422,
      "email_exists",
      `Ya hay una cuenta con ese email. Ingresá con tu contraseña y vinculá ${name} en Seguridad.`,
    );
  }
  await insertIdentity(tx, account.id, identity);
  await recordEvent(tx, { event: created ? "signed_up" : "identity_linked", user_id: account.id, device });
  if (!created) await notify(deps, tx, identityLinked, account.id, { name });
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
  if (await ownerOf(tx, identity)) throw identityAlreadyExists();
  // Linked again, since the provider names another address than before issuers were stored.
  await tx.deleteFrom("auth.identities").where("user_id", "=", claims.user_id).where(unprovenOf(identity)).execute();
  await insertIdentity(tx, claims.user_id, identity);
  await recordEvent(tx, { event: "identity_linked", user_id: claims.user_id, session_id: session.id });
  await notify(deps, tx, identityLinked, claims.user_id, { name: nameOf(deps, identity.provider) });
  const proofs = await addProof(tx, session, "oauth");
  return { session: { ...session, proofs }, refresh_token: await deps.renew(tx, session.id) };
}

/** Fails early when the identity is already linked. Throws AuthFailure identity_already_exists. */
export async function requireUnlinked(db: Database | Tx, identity: ProvenIdentity): Promise<void> {
  if (await ownerOf(db, identity)) throw identityAlreadyExists();
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
    const own = await tx
      .selectFrom("auth.identities")
      .select(["id", "provider"])
      .where("user_id", "=", session.user_id)
      .execute();
    const going = own.find((identity) => identity.id === id);
    if (!going) throw new AuthFailure(422, "identity_not_found", "Identity doesn't exist");
    if (own.length < 2) {
      throw new AuthFailure(
        422,
        "single_identity_not_deletable",
        "Es tu única forma de ingresar. Antes poné una contraseña o vinculá otra cuenta",
      );
    }
    await tx.deleteFrom("auth.identities").where("id", "=", id).execute();
    const change = going.provider === "email" ? { encrypted_password: null } : { joined_by_address: false };
    await tx
      .updateTable("auth.users")
      .set({ ...change, updated_at: sql`now()` })
      .where("id", "=", session.user_id)
      .execute();
    await recordEvent(tx, { event: "identity_unlinked", user_id: session.user_id, session_id: session.id });
    await endSessions(tx, session, "others", "signed_out");
    await dropToken(tx, "email_change", session.user_id);
    const way = going.provider === "email" ? "tu contraseña" : `tu cuenta de ${nameOf(deps, going.provider)}`;
    await notify(deps, tx, identityUnlinked, session.user_id, { way });
  });
}
