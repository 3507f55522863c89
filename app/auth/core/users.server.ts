import { sql } from "kysely";
import { clearMailState } from "../../platform/mail/bounces.server.ts";
import type { Database, Tx } from "../../platform/database/database.server.ts";
import type { Json } from "../../../db/types.ts";
import { isFormerAddress } from "./addresses.server.ts";
import { AuthFailure } from "./auth-errors.server.ts";

/** A user, in the shape that account clients read. */
export type AuthUser = {
  id: string;
  aud: "authenticated";
  role: "authenticated";
  email: string;
  phone: "";
  email_confirmed_at?: Date;
  /** Requested new address, not yet confirmed by the link sent to it. */
  new_email?: string;
  email_change_sent_at?: Date;
  confirmed_at?: Date;
  last_sign_in_at?: Date;
  app_metadata: {
    provider?: string;
    providers?: string[];
    must_change_password?: true;
    profile_due?: true;
    terms_due?: true;
  };
  user_metadata: Json;
  identities: Json;
  factors?: FactorShown[];
  created_at: Date;
  updated_at: Date;
  is_anonymous: false;
};

type FactorShown = {
  id: string;
  friendly_name?: string;
  factor_type: string;
  status: string;
  last_challenged_at?: string;
  created_at: string;
  updated_at: string;
};

const METADATA_MAX_BYTES = 16 * 1024;

/** Serialises a user's metadata for storage. Throws AuthFailure 422 above 16 kB. */
export function metadataText(metadata: Record<string, unknown>): string {
  const text = JSON.stringify(metadata);
  if (Buffer.byteLength(text) <= METADATA_MAX_BYTES) return text;
  throw new AuthFailure(422, "validation_failed", "Los datos de la cuenta son demasiado largos");
}

type NewUser = {
  email: string;
  /** Null for somebody who chooses one by a link. */
  encrypted_password: string | null;
  metadata?: Record<string, unknown>;
  must_change_password?: boolean;
  /** The admin in whose name the account is made. Without a password, its person accepts the terms and chooses one. */
  invited_by?: string;
};

/** Adds a user with an e-mail identity. Returns the id, or null when the e-mail (lower case) is taken. */
export async function insertUser(tx: Tx, person: NewUser): Promise<string | null> {
  if (await isFormerAddress(tx, person.email)) return null;
  const user = await tx
    .insertInto("auth.users")
    .values({
      email: person.email,
      encrypted_password: person.encrypted_password,
      raw_user_meta_data: metadataText(person.metadata ?? {}),
      must_change_password: person.must_change_password ?? false,
      terms_due: person.invited_by !== undefined && person.encrypted_password === null,
      invited_by: person.invited_by ?? null,
    })
    .onConflict((conflict) => conflict.column("email").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!user) return null;
  await insertEmailIdentity(tx, user.id, person.email);
  return user.id;
}

/** The highest bcrypt cost among the passwords that moved in and were not entered since, null when there is none. Reads an index only. */
export async function movedCost(db: Database): Promise<number | null> {
  const { rows } = await sql<{ cost: number | null }>`
    select max(moved_cost(encrypted_password)) as cost from auth.users
    where encrypted_password like '$bcrypt-argon2id$%'`.execute(db);
  return rows[0]?.cost ?? null;
}

/** Adds the e-mail identity to an account unless it has one. */
export async function insertEmailIdentity(tx: Tx, userId: string, email: string): Promise<void> {
  await tx
    .insertInto("auth.identities")
    .values({
      user_id: userId,
      provider: "email",
      provider_id: userId,
      identity_data: JSON.stringify({ sub: userId, email, email_verified: false, phone_verified: false }),
    })
    .onConflict((conflict) => conflict.columns(["provider", "provider_id"]).doNothing())
    .execute();
}

/** Notes that the reader of an account's address was seen: it takes mails. */
export async function markConfirmed(tx: Tx, { user_id, email }: { user_id: string; email: string }): Promise<void> {
  const address = JSON.stringify({ email, email_verified: true });
  await clearMailState(tx, user_id);
  await tx
    .updateTable("auth.users")
    .set({ email_confirmed_at: sql`coalesce(email_confirmed_at, now())`, updated_at: sql`now()` })
    .where("id", "=", user_id)
    .execute();
  await tx
    .updateTable("auth.identities")
    .set({ identity_data: sql`identity_data || ${address}::jsonb`, updated_at: sql`now()` })
    .where("user_id", "=", user_id)
    .where("provider", "=", "email")
    .execute();
}

const identitiesOfUser = sql<Record<string, unknown>[]>`(
  select coalesce(jsonb_agg(jsonb_build_object(
    'identity_id', identity.id, 'id', identity.provider_id, 'user_id', identity.user_id,
    'identity_data', identity.identity_data, 'provider', identity.provider,
    'email', identity.identity_data -> 'email',
    'last_sign_in_at', coalesce(identity.last_sign_in_at, users.last_sign_in_at),
    'created_at', identity.created_at, 'updated_at', identity.updated_at
  ) order by identity.created_at), '[]')
  from auth.identities as identity where identity.user_id = users.id
)`;

const factorsOfUser = sql<FactorShown[] | null>`(
  select jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
    'id', factor.id, 'friendly_name', factor.friendly_name, 'factor_type', factor.factor_type,
    'status', factor.status, 'last_challenged_at', factor.last_challenged_at,
    'created_at', factor.created_at, 'updated_at', factor.updated_at
  )) order by factor.created_at, factor.id)
  from auth.mfa_factors as factor where factor.user_id = users.id
)`;

/** Reads a user, or null when the account was deleted. One round trip. */
export async function findUser(db: Database | Tx, id: string): Promise<AuthUser | null> {
  const user = await db
    .selectFrom("auth.users as users")
    .selectAll("users")
    .leftJoin("auth.one_time_tokens as change", (join) =>
      join
        .onRef("change.user_id", "=", "users.id")
        .on("change.kind", "=", "email_change")
        .on("change.expires_at", ">", sql<Date>`now()`),
    )
    .select(["change.email as new_email", "change.created_at as email_change_sent_at"])
    .select([identitiesOfUser.as("identities"), factorsOfUser.as("factors")])
    .where("users.id", "=", id)
    .executeTakeFirst();
  if (!user) return null;
  const providers = [...new Set(user.identities.map((identity) => String(identity.provider)))];
  return {
    id: user.id,
    aud: "authenticated",
    role: "authenticated",
    email: user.email,
    phone: "",
    email_confirmed_at: user.email_confirmed_at ?? undefined,
    new_email: user.new_email ?? undefined,
    email_change_sent_at: user.email_change_sent_at ?? undefined,
    confirmed_at: user.email_confirmed_at ?? undefined,
    last_sign_in_at: user.last_sign_in_at ?? undefined,
    app_metadata: {
      provider: providers[0] ?? "email",
      providers,
      ...(user.must_change_password && { must_change_password: true as const }),
      ...(user.profile_due && { profile_due: true as const }),
      ...(user.terms_due && { terms_due: true as const }),
    },
    user_metadata: user.raw_user_meta_data,
    identities: user.identities as Json,
    ...(user.factors && { factors: user.factors }),
    created_at: user.created_at,
    updated_at: user.updated_at,
    is_anonymous: false,
  };
}

const isWorking = ({ status }: FactorShown) => status === "verified";

/** Limits a user's data to what a session of `aal` may see: at aal1, only what is needed to show the second factor. */
export function asKnownAt(aal: string, user: AuthUser): AuthUser {
  const working = user.factors?.filter(isWorking) ?? [];
  if (aal === "aal2" || working.length === 0) return user;
  const factors = working.map(({ id, friendly_name, factor_type, status, created_at, updated_at }) => {
    const isOneOfSeveral = working.filter((other) => other.factor_type === factor_type).length > 1;
    return {
      id,
      factor_type,
      status,
      created_at,
      updated_at,
      ...(isOneOfSeveral && friendly_name && { friendly_name }),
    };
  });
  return { ...asOwnerOfAddress(user), factors };
}

/** User data for a caller who has only proven access to the mailbox or knowledge of the password. */
export function asOwnerOfAddress({ app_metadata, ...user }: AuthUser): AuthUser {
  const { id, aud, role, email, phone, email_confirmed_at, created_at, updated_at, is_anonymous } = user;
  const { provider: _, providers: __, ...due } = app_metadata;
  return {
    id,
    aud,
    role,
    email,
    phone,
    email_confirmed_at,
    created_at,
    updated_at,
    is_anonymous,
    app_metadata: due,
    user_metadata: {},
    identities: [],
  };
}
