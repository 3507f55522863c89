import { sql } from "kysely";
import type { Database, Tx } from "../database.server.ts";
import { addProof, lockAccount, requireMayAddWayIn, requireRecentProof } from "./assurance.server.ts";
import type { AuthDeps } from "./auth.server.ts";
import { AuthFailure } from "./failures.server.ts";
import type { Claims, Provider } from "./providers.server.ts";
import type { Renew } from "./refresh.server.ts";
import type { Session } from "./sessions.server.ts";

const UNFINISHED_DAYS = 7;

/** An account that somebody has at a provider. */
export type ProvenIdentity = { provider: string; claims: Claims };

const identityAlreadyExists = () =>
  new AuthFailure(422, "identity_already_exists", "Esa cuenta ya está vinculada a una cuenta de acá");

/** Makes whatever concerns one account at a provider take turns, on all nodes. */
async function lockIdentity(tx: Tx, { provider, claims }: ProvenIdentity): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${provider} ${claims.sub}`}, 0))`.execute(tx);
}

/** Whose account at a provider this is here, or null. */
async function ownerOf(db: Database | Tx, { provider, claims }: ProvenIdentity): Promise<string | null> {
  const identity = await db.selectFrom("auth.identities").select("user_id")
    .where("provider", "=", provider).where("provider_id", "=", claims.sub).executeTakeFirst();
  return identity?.user_id ?? null;
}

const dataOf = ({ claims }: ProvenIdentity) => JSON.stringify(claims);

async function insertIdentity(tx: Tx, userId: string, identity: ProvenIdentity): Promise<void> {
  await tx.insertInto("auth.identities").values({
    user_id: userId,
    provider: identity.provider,
    provider_id: identity.claims.sub,
    identity_data: dataOf(identity),
    last_sign_in_at: sql`now()`,
  }).execute();
}

/**
 * The account that a person who comes from a provider signs in to: theirs already; the one with their address when
 * both the provider and we know it to be theirs; or a new one, which still lacks its profile. Throws AuthFailure:
 * provider_email_needs_verification, email_exists.
 */
export async function accountOf(tx: Tx, identity: ProvenIdentity, { name }: Provider): Promise<string> {
  await lockIdentity(tx, identity);
  const owner = (await ownerOf(tx, identity)) ?? (await adopt(tx, identity, name));
  await tx.updateTable("auth.identities")
    .set({ identity_data: dataOf(identity), last_sign_in_at: sql`now()`, updated_at: sql`now()` })
    .where("provider", "=", identity.provider).where("provider_id", "=", identity.claims.sub).execute();
  await tx.updateTable("auth.users").set({ last_sign_in_at: sql`now()` }).where("id", "=", owner).execute();
  return owner;
}

async function adopt(tx: Tx, identity: ProvenIdentity, name: string): Promise<string> {
  const { email, email_verified } = identity.claims;
  // Whether the address has an account here is not told to whoever has not proven it theirs.
  if (!email || email_verified !== true) {
    throw new AuthFailure(422, "provider_email_needs_verification",
      `${name} no confirma que tu email sea tuyo. Ingresá con tu contraseña y vinculá ${name} en Seguridad, o registrate con tu email.`);
  }
  const made = await tx.insertInto("auth.users").values({
    email,
    email_confirmed_at: sql`now()`,
    profile_due: true,
    raw_user_meta_data: JSON.stringify(identity.claims.name ? { name: identity.claims.name } : {}),
  }).onConflict((conflict) => conflict.column("email").doNothing()).returning("id").executeTakeFirst();
  const account = made ?? (await tx.selectFrom("auth.users").select("id")
    .where("email", "=", email).where("email_confirmed_at", "is not", null).executeTakeFirst());
  // Whoever signed up with somebody else's address would get their visits: that account must be entered by password.
  if (!account) {
    throw new AuthFailure(422, "email_exists",
      `Ya hay una cuenta con ese email. Ingresá con tu contraseña y vinculá ${name} en Seguridad.`);
  }
  await insertIdentity(tx, account.id, identity);
  return account.id;
}

/** Whether a session may change the ways into its account. Throws AuthFailure: insufficient_aal, reauthentication_needed. */
export async function requireSure(db: Database | Tx, session: Session): Promise<void> {
  await requireMayAddWayIn(db, session);
  requireRecentProof(session);
}

/**
 * Adds a way into the account of a session that goes on, with a new refresh token. Throws AuthFailure:
 * identity_already_exists, session_not_found.
 */
export async function linkIdentity(
  tx: Tx,
  renew: Renew,
  claims: { session_id: string; user_id: string },
  identity: ProvenIdentity,
): Promise<{ session: Session; refresh_token: string }> {
  await lockIdentity(tx, identity);
  const session = await lockAccount(tx, { id: claims.session_id, user_id: claims.user_id });
  if (await ownerOf(tx, identity)) throw identityAlreadyExists();
  await insertIdentity(tx, claims.user_id, identity);
  const proofs = await addProof(tx, session, "oauth");
  return { session: { ...session, proofs }, refresh_token: await renew(tx, session.id) };
}

/** Refuses early what could not be linked. Throws AuthFailure identity_already_exists. */
export async function requireUnlinked(db: Database | Tx, identity: ProvenIdentity): Promise<void> {
  if (await ownerOf(db, identity)) throw identityAlreadyExists();
}

/**
 * Takes a way into the account away; with that of the e-mail goes the password. Throws AuthFailure: identity_not_found,
 * single_identity_not_deletable, insufficient_aal, reauthentication_needed.
 */
export async function unlinkIdentity({ db }: Pick<AuthDeps, "db">, claimed: Session, id: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const session = await lockAccount(tx, claimed);
    await requireSure(tx, session);
    const own = await tx.selectFrom("auth.identities").select(["id", "provider"])
      .where("user_id", "=", session.user_id).execute();
    const going = own.find((identity) => identity.id === id);
    if (!going) throw new AuthFailure(404, "identity_not_found", "Identity doesn't exist");
    if (own.length < 2) {
      throw new AuthFailure(422, "single_identity_not_deletable",
        "Es tu única forma de ingresar. Antes poné una contraseña o vinculá otra cuenta");
    }
    await tx.deleteFrom("auth.identities").where("id", "=", id).execute();
    if (going.provider === "email") {
      await tx.updateTable("auth.users").set({ encrypted_password: null, updated_at: sql`now()` })
        .where("id", "=", session.user_id).execute();
    }
  });
}

/** Removes accounts whose people came from a provider and never gave what a profile needs. */
export async function sweepUnfinished(db: Database): Promise<void> {
  await db.deleteFrom("auth.users").where("profile_due", "=", true)
    .where("created_at", "<", sql<Date>`now() - make_interval(days => ${UNFINISHED_DAYS})`).execute();
}
