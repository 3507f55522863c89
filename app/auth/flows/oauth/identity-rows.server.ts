import { sql } from "kysely";
import type { Database, Tx } from "../../../platform/database/database.server.ts";
import type { Claims } from "../../credentials/providers.server.ts";
import type { AuthDeps } from "../deps.server.ts";

/** A user's account at a provider, with verified claims. Its identity is (issuer, sub): the same sub at another issuer is somebody else. */
export type ProvenIdentity = { provider: string; issuer: string; claims: Claims };
/** The provider's name of an identity. */
export const subOf = sql<string>`identity_data ->> 'sub'`;

/** The identity of an account at a provider. One stored before issuers were is it if the provider names the same address, verified. */
export async function findIdentity(db: Database | Tx, { provider, issuer, claims }: ProvenIdentity) {
  // An address that the provider has not verified may be typed by anybody.
  const address = claims.email_verified ? (claims.email ?? null) : null;
  const isOfBefore = sql<boolean>`issuer is null and lower(identity_data ->> 'email') = ${address}`;
  return db
    .selectFrom("auth.identities")
    .select(["id", "user_id"])
    .where("provider", "=", provider)
    .where(subOf, "=", claims.sub)
    .where((eb) => eb.or([eb("issuer", "=", issuer), isOfBefore]))
    .orderBy("issuer")
    .executeTakeFirst();
}

/** Identities with this sub whose issuer is unknown. */
export const unprovenOf = ({ provider, claims }: ProvenIdentity) =>
  sql<boolean>`provider = ${provider} and identity_data ->> 'sub' = ${claims.sub} and issuer is null`;

/** An identity's claims as stored. */
export const dataOf = ({ claims }: ProvenIdentity) => JSON.stringify(claims);

/** Stores an identity of a user, and whether it was added without the account's factor. Returns its id. */
export async function insertIdentity(
  tx: Tx,
  userId: string,
  identity: ProvenIdentity,
  without_factor: boolean,
): Promise<string> {
  const { provider, issuer, claims } = identity;
  const insert = (provider_id: string) =>
    tx
      .insertInto("auth.identities")
      .values({
        user_id: userId,
        provider,
        provider_id,
        issuer,
        identity_data: dataOf(identity),
        without_factor,
        last_sign_in_at: sql`now()`,
      })
      .onConflict((conflict) => conflict.columns(["provider", "provider_id"]).doNothing())
      .returning("id")
      .executeTakeFirst();
  // The sub alone may be taken by an identity of another issuer.
  const stored = (await insert(claims.sub)) ?? (await insert(`${claims.sub} ${issuer}`));
  if (!stored) throw new Error("an identity is stored once");
  return stored.id;
}

/** Logs one line for each configured provider with identities of another issuer: those people cannot sign in through it. */
export async function tellOtherIssuers({
  db,
  log,
  providers,
}: Pick<AuthDeps, "db" | "log" | "providers">): Promise<void> {
  for (const { id, issuer } of providers.values()) {
    const { count, issuers } = await db
      .selectFrom("auth.identities")
      .select([sql<number>`count(*)::int`.as("count"), sql<string[]>`array_agg(distinct issuer)`.as("issuers")])
      .where("provider", "=", id)
      .where("issuer", "<>", issuer)
      .executeTakeFirstOrThrow();
    if (count > 0)
      log.warn(
        { provider: id, issuer, identities: count, issuers },
        "identities are of another issuer and do not sign in",
      );
  }
}
