import { calculateJwkThumbprint, type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK } from "jose";
import { type RawBuilder, sql } from "kysely";
import type { Database } from "../../platform/database/database.server.ts";
import { recordEvent } from "../core/audit.server.ts";
import { deriveKey, encrypt, decrypt } from "../../platform/crypto.server.ts";

const ROTATE_AFTER_DAYS = 90;
/** The name of a key is the thumbprint of its public part. */
const KID = /^[\w-]{43}$/;

type LoadedKeys = { kid: string; privateKey: CryptoKey; publicKeys: Map<string, CryptoKey>; jwks: { keys: JWK[] } };

export type SigningKeys = {
  /** The key that signs now. */
  active(): { kid: string; privateKey: CryptoKey };
  /** The public key of a kid, or null. Asks the database about an unknown kid: another node may have made it. */
  publicKey(kid: string): Promise<CryptoKey | null>;
  /** Every public key whose tokens may still be alive. */
  jwks(): { keys: JWK[] };
  /** Replaces the active key when it is old, and takes over what other nodes did. */
  refresh(): Promise<void>;
  /** Replaces the active key now, whatever its age; gives the name of the new one. */
  rotate(): Promise<string>;
};

async function addKeyIfDue(db: Database, encryptionKey: Buffer): Promise<void> {
  const isOld = sql<boolean>`created_at < now() - make_interval(days => ${ROTATE_AFTER_DAYS}::int)`;
  const young = await db.selectFrom("auth.signing_keys").select("kid").where("retired_at", "is", null)
    .where(sql<boolean>`not (${isOld})`).executeTakeFirst();
  if (!young) await addKey(db, encryptionKey, isOld);
}

/** Makes a key in place of the active one, if `isReplaced` holds for it. */
async function addKey(db: Database, encryptionKey: Buffer, isReplaced: RawBuilder<boolean>): Promise<void> {
  const pair = await generateKeyPair("ES256", { extractable: true });
  const [publicPart, privateJwk] = await Promise.all([exportJWK(pair.publicKey), exportJWK(pair.privateKey)]);
  const kid = await calculateJwkThumbprint(publicPart);
  const publicJwk = { ...publicPart, kid, alg: "ES256", use: "sig" };
  await db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx.updateTable("auth.signing_keys").set({ retired_at: sql`clock_timestamp()` })
      .where("retired_at", "is", null).where(isReplaced).executeTakeFirst();
    if (numUpdatedRows > 0n) await recordEvent(tx, { event: "keys_rotated", user_id: null });
    // One active key is a unique index, so of several nodes that start at once the first wins.
    await tx.insertInto("auth.signing_keys").values({
      kid,
      public_jwk: JSON.stringify(publicJwk),
      private_jwk_encrypted: encrypt(encryptionKey, JSON.stringify(privateJwk), kid),
    }).onConflict((conflict) => conflict.doNothing()).execute();
  });
}

async function load(db: Database, encryptionKey: Buffer): Promise<LoadedKeys> {
  const rows = await db.selectFrom("auth.signing_keys")
    .select(["kid", "public_jwk", "private_jwk_encrypted", "retired_at"])
    .where(sql<boolean>`retired_at is null or retired_at > now() - interval '1 hour'`)
    .orderBy("created_at", "desc").execute();
  const newest = rows.find((row) => row.retired_at === null);
  if (!newest) throw new Error("auth.signing_keys holds no active key");
  let privateJwk: JWK;
  try {
    privateJwk = JSON.parse(decrypt(encryptionKey, newest.private_jwk_encrypted, newest.kid)) as JWK;
  } catch {
    throw new Error("SECRET does not open this database's signing keys: set the SECRET they were made with.");
  }
  const publicKeys = await Promise.all(rows.map(async (row) =>
    [row.kid, (await importJWK(row.public_jwk as JWK, "ES256")) as CryptoKey] as const));
  return {
    kid: newest.kid,
    privateKey: (await importJWK(privateJwk, "ES256")) as CryptoKey,
    publicKeys: new Map(publicKeys),
    jwks: { keys: rows.map((row) => row.public_jwk as JWK) },
  };
}

/** Opens the signing keys, making the first. Throws one clear line when `secret` is not the one they were made with. */
export async function openSigningKeys(db: Database, secret: string): Promise<SigningKeys> {
  const encryptionKey = deriveKey(secret, "signing keys");
  await addKeyIfDue(db, encryptionKey);
  let loaded = await load(db, encryptionKey);
  let reloading: Promise<void> | null = null;
  const reload = () => {
    reloading ??= load(db, encryptionKey).then((fresh) => {
      loaded = fresh;
    }).finally(() => {
      reloading = null;
    });
    return reloading;
  };
  return {
    active: () => loaded,
    jwks: () => loaded.jwks,
    async publicKey(kid) {
      // A reload that is under way may have begun before the key was there. However many ask, one runs at a time.
      if (!loaded.publicKeys.has(kid) && KID.test(kid) && reloading) await reloading;
      if (!loaded.publicKeys.has(kid) && KID.test(kid)) await reload();
      return loaded.publicKeys.get(kid) ?? null;
    },
    async refresh() {
      await addKeyIfDue(db, encryptionKey);
      await reload();
    },
    async rotate() {
      await addKey(db, encryptionKey, sql<boolean>`true`);
      await reload();
      return loaded.kid;
    },
  };
}
