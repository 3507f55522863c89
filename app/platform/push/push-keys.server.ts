import { type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK } from "jose";
import { sql } from "kysely";
import { decrypt, deriveKey, encrypt, type Secret } from "../crypto.server.ts";
import type { Database, Tx } from "../database/database.server.ts";

/** The keys that identify the server to push services (RFC 8292), by public key in the form that browsers take. */
export type PushKeys = {
  /** The public key of the server for subscriptions. It is created on first use. */
  active(): Promise<string>;
  /** The private key of a public key, also of a retired one; null when it was deleted. */
  privateKey(publicKey: string): Promise<CryptoKey | null>;
  /** Replaces the active key; returns the new public key. Existing subscriptions keep the key that they were created with. */
  rotate(): Promise<string>;
};

/** Reads and creates the push keys; private keys are encrypted with a key derived from `secret`. */
export function openPushKeys(db: Database, secret: Secret): PushKeys {
  const encryptionKey = deriveKey(secret, "push keys");
  const imported = new Map<string, CryptoKey>();

  async function find(tx: Database | Tx) {
    const found = await tx
      .selectFrom("push_keys")
      .select("public_key")
      .where("retired_at", "is", null)
      .executeTakeFirst();
    return found?.public_key ?? null;
  }

  async function add(tx: Database | Tx) {
    const pair = await generateKeyPair("ES256", { extractable: true });
    const { x = "", y = "" } = await exportJWK(pair.publicKey);
    const point = [Buffer.of(4), ...[x, y].map((part) => Buffer.from(part, "base64url"))];
    const public_key = Buffer.concat(point).toString("base64url");
    const privateJwk = JSON.stringify(await exportJWK(pair.privateKey));
    // A unique index allows one active key: when several nodes create the first key, one wins.
    await tx
      .insertInto("push_keys")
      .values({ public_key, private_key_encrypted: encrypt(encryptionKey, privateJwk, public_key) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }

  async function active() {
    const found = await find(db);
    if (found) return found;
    await add(db);
    const created = await find(db);
    if (!created) throw new Error("push_keys holds no active key");
    return created;
  }

  return {
    active,
    async privateKey(publicKey) {
      const known = imported.get(publicKey);
      if (known) return known;
      const row = await db
        .selectFrom("push_keys")
        .select("private_key_encrypted")
        .where("public_key", "=", publicKey)
        .executeTakeFirst();
      if (!row) return null;
      const jwk = JSON.parse(decrypt(encryptionKey, row.private_key_encrypted, publicKey)) as JWK;
      const key = (await importJWK(jwk, "ES256")) as CryptoKey;
      imported.set(publicKey, key);
      return key;
    },
    async rotate() {
      await db.transaction().execute(async (tx) => {
        await tx
          .updateTable("push_keys")
          .set({ retired_at: sql`clock_timestamp()` })
          .where("retired_at", "is", null)
          .execute();
        await add(tx);
      });
      return active();
    },
  };
}
