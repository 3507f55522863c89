import { calculateJwkThumbprint, type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK } from "jose";
import { type RawBuilder, sql } from "kysely";
import type { Database, Tx } from "../../platform/database/database.server.ts";
import { recordEvent } from "../core/audit.server.ts";
import { decrypt, deriveKey, encrypt, type Key, type Secret } from "../../platform/crypto.server.ts";

const ROTATE_AFTER_DAYS = 90;
/** A key id is the thumbprint of the public key. */
const KID = /^[\w-]{43}$/;

type LoadedKeys = { kid: string; privateKey: CryptoKey; publicKeys: Map<string, CryptoKey>; jwks: { keys: JWK[] } };

export type SigningKeys = {
  /** The current signing key. */
  active(): { kid: string; privateKey: CryptoKey };
  /** The public key of a kid, or null. Queries the database for an unknown kid: another node may have created it. */
  publicKey(kid: string): Promise<CryptoKey | null>;
  /** Whether tokens of a kid are still accepted, by what was loaded last. */
  isKnown(kid: string): boolean;
  /** All public keys whose tokens may still be valid. */
  jwks(): { keys: JWK[] };
  /** Rotates the active key when it is old, and loads changes by other nodes. */
  refresh(): Promise<void>;
  /** Loads changes by other nodes. */
  reload(): Promise<void>;
  /** Rotates the active key regardless of its age; returns the new kid. */
  rotate(): Promise<string>;
  /** Replaces every key at once: no token issued so far is accepted by a node that has heard of it. Returns the new kid. */
  replaceLeaked(): Promise<string>;
};

/** Notified after every change of the keys. */
export const KEYS_CHANNEL = "kinexo_keys";

async function addKeyIfDue(db: Database, encryptionKey: Key): Promise<void> {
  const isOld = sql<boolean>`created_at < now() - make_interval(days => ${ROTATE_AFTER_DAYS}::int)`;
  const active = await db
    .selectFrom("auth.signing_keys")
    .select(["kid", "private_jwk_encrypted", isOld.as("is_old")])
    .where("retired_at", "is", null)
    .executeTakeFirst();
  if (active && !active.is_old) return;
  // A process with a wrong SECRET must not replace a key that the others can use.
  if (active) privateJwkOf(encryptionKey, active);
  await addKey(db, encryptionKey, (tx) => retire(tx, isOld));
}

async function retire(tx: Tx, isRetired: RawBuilder<boolean>): Promise<bigint> {
  const { numUpdatedRows } = await tx
    .updateTable("auth.signing_keys")
    .set({ retired_at: sql`clock_timestamp()` })
    .where("retired_at", "is", null)
    .where(isRetired)
    .executeTakeFirst();
  return numUpdatedRows;
}

/** Also deletes retired keys, which would verify for an hour. */
async function deleteAll(tx: Tx): Promise<bigint> {
  return (await tx.deleteFrom("auth.signing_keys").executeTakeFirst()).numDeletedRows;
}

/** Throws a one-line error when the key was encrypted under another SECRET. */
function privateJwkOf(encryptionKey: Key, row: { kid: string; private_jwk_encrypted: Buffer }): JWK {
  try {
    return JSON.parse(decrypt(encryptionKey, row.private_jwk_encrypted, row.kid)) as JWK;
  } catch {
    throw new Error("SECRET does not open this database's signing keys: set the SECRET they were made with.");
  }
}

/** Creates a key in the place of those that `end` retires or deletes; `end` returns their number. */
async function addKey(db: Database, encryptionKey: Key, end: (tx: Tx) => Promise<bigint>): Promise<void> {
  const pair = await generateKeyPair("ES256", { extractable: true });
  const [publicPart, privateJwk] = await Promise.all([exportJWK(pair.publicKey), exportJWK(pair.privateKey)]);
  const kid = await calculateJwkThumbprint(publicPart);
  const publicJwk = { ...publicPart, kid, alg: "ES256", use: "sig" };
  await db.transaction().execute(async (tx) => {
    if ((await end(tx)) > 0n) await recordEvent(tx, { event: "keys_rotated", user_id: null });
    // A unique index allows one active key: when several nodes start at once, the first wins.
    await tx
      .insertInto("auth.signing_keys")
      .values({
        kid,
        public_jwk: JSON.stringify(publicJwk),
        private_jwk_encrypted: encrypt(encryptionKey, JSON.stringify(privateJwk), kid),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
  // Nodes look every minute as well: an engine without NOTIFY only delays the change.
  await sql`select pg_notify(${KEYS_CHANNEL}, '')`.execute(db).catch(() => undefined);
}

async function load(db: Database, encryptionKey: Key): Promise<LoadedKeys> {
  const rows = await db
    .selectFrom("auth.signing_keys")
    .select(["kid", "public_jwk", "private_jwk_encrypted", "retired_at"])
    .where(sql<boolean>`retired_at is null or retired_at > now() - interval '1 hour'`)
    .orderBy("created_at", "desc")
    .execute();
  const newest = rows.find((row) => row.retired_at === null);
  if (!newest) throw new Error("auth.signing_keys holds no active key");
  const publicKeys = await Promise.all(
    rows.map(async (row) => [row.kid, (await importJWK(row.public_jwk as JWK, "ES256")) as CryptoKey] as const),
  );
  return {
    kid: newest.kid,
    privateKey: (await importJWK(privateJwkOf(encryptionKey, newest), "ES256")) as CryptoKey,
    publicKeys: new Map(publicKeys),
    jwks: { keys: rows.map((row) => row.public_jwk as JWK) },
  };
}

/** Opens the signing keys, creating the first. Throws a one-line error when `secret` does not decrypt them. */
export async function openSigningKeys(db: Database, secret: Secret): Promise<SigningKeys> {
  const encryptionKey = deriveKey(secret, "signing keys");
  await addKeyIfDue(db, encryptionKey);
  let loaded = await load(db, encryptionKey);
  let reloading: Promise<void> | null = null;
  const reload = () => {
    reloading ??= load(db, encryptionKey)
      .then((fresh) => {
        loaded = fresh;
      })
      .finally(() => {
        reloading = null;
      });
    return reloading;
  };
  return {
    active: () => loaded,
    jwks: () => loaded.jwks,
    isKnown: (kid) => loaded.publicKeys.has(kid),
    async reload() {
      // A running reload may have begun before the change.
      await reloading?.catch(() => undefined);
      await reload();
    },
    async publicKey(kid) {
      // A running reload may have begun before the key existed, so reload once more. At most one reload runs at a time.
      if (!loaded.publicKeys.has(kid) && KID.test(kid) && reloading) await reloading;
      if (!loaded.publicKeys.has(kid) && KID.test(kid)) await reload();
      return loaded.publicKeys.get(kid) ?? null;
    },
    async refresh() {
      await addKeyIfDue(db, encryptionKey);
      await reload();
    },
    async rotate() {
      await addKey(db, encryptionKey, (tx) => retire(tx, sql<boolean>`true`));
      await reload();
      return loaded.kid;
    },
    async replaceLeaked() {
      await addKey(db, encryptionKey, deleteAll);
      await reload();
      return loaded.kid;
    },
  };
}
