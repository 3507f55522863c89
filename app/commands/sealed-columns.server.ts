import { sql } from "kysely";
import { deriveKey, decrypt, encrypt, type Key, type Secret, secretsOf } from "../platform/crypto.server.ts";
import type { Database, Tx } from "../platform/database/database.server.ts";

/** A column that SECRET encrypts: its purpose, and what each value is bound to (SQL). */
type SealedColumn = { table: string; key: string; column: string; purpose: string; context: string };

/** Every column that SECRET encrypts. Not `auth.oauth_flows`: only the browser has the state that its rows are bound to, for ten minutes. */
const SEALED: readonly SealedColumn[] = [
  { table: "auth.signing_keys", key: "kid", column: "private_jwk_encrypted", purpose: "signing keys", context: "kid" },
  { table: "auth.mfa_factors", key: "id", column: "secret_encrypted", purpose: "factors", context: "id::text" },
  {
    table: "auth.message_requests",
    key: "id",
    column: "sealed",
    purpose: "message requests",
    context: "'message request'",
  },
  { table: "outgoing_messages", key: "id", column: "sealed", purpose: "messages", context: "user_id::text" },
  {
    table: "push_keys",
    key: "public_key",
    column: "private_key_encrypted",
    purpose: "push keys",
    context: "public_key",
  },
  {
    table: "push_subscriptions",
    key: "session_id",
    column: "sealed",
    purpose: "push subscriptions",
    context: "session_id::text",
  },
  { table: "departure_secrets", key: "is_only", column: "sealed", purpose: "departures", context: "'departures'" },
  { table: "departures", key: "id", column: "sealed", purpose: "reports of departures", context: "id::text" },
  {
    table: "departure_reports",
    key: "id",
    column: "sealed",
    purpose: "reports of departures",
    context: "departure_id::text",
  },
];

/**
 * Encrypts with the current secret, in one transaction, whatever earlier ones encrypted, and gives the sets of recovery codes that are
 * hashed under an earlier one that key. Returns the number of values. Throws a one-line error for a value that none of the secrets opens.
 */
export function encryptAgain(db: Database, secret: Secret): Promise<number> {
  return db.transaction().execute(async (tx) => {
    let changed = await keepCodeKeys(tx, secret);
    for (const each of SEALED) changed += await encryptColumn(tx, each, deriveKey(secret, each.purpose));
    return changed;
  });
}

async function encryptColumn(tx: Tx, { table, key, column, context }: SealedColumn, keys: Key): Promise<number> {
  const name = sql.table(table);
  const { rows } = await sql<{ id: string; sealed: Buffer; context: string }>`
    select ${sql.ref(key)}::text as id, ${sql.ref(column)} as sealed, ${sql.raw(context)} as context from ${name}
    where ${sql.ref(column)} is not null for no key update`.execute(tx);
  let changed = 0;
  for (const row of rows) {
    if (opens([keys[0]], row) !== null) continue;
    const text = opens(keys, row);
    if (text === null) throw new Error(`neither SECRET nor an earlier one opens ${column} of ${table} ${row.id}`);
    await sql`update ${name} set ${sql.ref(column)} = ${encrypt(keys, text, row.context)}
      where ${sql.ref(key)}::text = ${row.id}`.execute(tx);
    changed += 1;
  }
  return changed;
}

function opens(keys: Key, { sealed, context }: { sealed: Buffer; context: string }): string | null {
  try {
    return decrypt(keys, sealed, context);
  } catch {
    return null;
  }
}

/** Sets of the version before 0211 are hashed under a key derived from the only secret there was. */
async function keepCodeKeys(tx: Tx, secret: Secret): Promise<number> {
  const [newest, ...earlier] = deriveKey(secret, "codes used once");
  const codeKey = (earlier.at(-1) ?? newest).toString("base64url");
  const sets = await tx
    .selectFrom("auth.mfa_factors")
    .select("id")
    .where("factor_type", "=", "recovery_code")
    .where("secret_encrypted", "is", null)
    .forNoKeyUpdate()
    .execute();
  for (const { id } of sets)
    await tx
      .updateTable("auth.mfa_factors")
      .set({ secret_encrypted: encrypt(deriveKey(secretsOf(secret)[0], "factors"), codeKey, id) })
      .where("id", "=", id)
      .execute();
  return sets.length;
}
