import { createHmac } from "node:crypto";
import { sql } from "kysely";
import { AppError } from "../shared/errors.ts";
import { asViewer, type Database, isConnectionLost, type Tx } from "../platform/database/database.server.ts";

/** Format of an idempotency key. */
export const KEY = /^[\x21-\x7e]{8,128}$/;

/** Stored answer of an idempotent request: ids, states and counts only, never text that a user wrote. */
type Kept = Record<string, string | number | boolean>;

/** Runs a write once: a repeated idempotency key returns the stored answer without running `work` again. */
export type IdempotentWrites = {
  /** Runs `work` in one transaction that sets the viewer. Throws KEY_REUSED, BAD_INPUT (invalid key, or input that cannot be hashed). */
  transaction<Answer extends Kept>(work: (tx: Tx) => Promise<Answer>): Promise<Answer>;
  /** The same for single-statement work, which needs no transaction when there is no key. */
  statement<Answer extends Kept>(work: (db: Database) => Promise<Answer>): Promise<Answer>;
};

/** Identity of a request: the client's `key`, and `asked`, the content that distinguishes it from other requests. */
export type RequestIdentity = { personId: string; key: string | null; asked: () => readonly unknown[] };

/** Idempotent writes for one request. Request content is stored as an HMAC with `secret`, unreadable from the database. */
export function idempotentWrites(
  db: Database,
  secret: string,
  { personId, key, asked }: RequestIdentity,
): IdempotentWrites {
  return {
    transaction: (work) =>
      key === null ? asViewer(db, personId, work) : again(() => asViewer(db, personId, (tx) => once(tx, work))),
    statement: (work) => (key === null ? work(db) : again(() => asViewer(db, personId, (tx) => once(tx, work)))),
  };

  /** Retries once after a lost connection: the key shows whether the first transaction committed. */
  function again<Answer>(transaction: () => Promise<Answer>): Promise<Answer> {
    return transaction().catch((error: unknown) => {
      if (isConnectionLost(error)) return transaction();
      throw error;
    });
  }

  async function once<Answer extends Kept>(tx: Tx, work: (tx: Tx) => Promise<Answer>): Promise<Answer> {
    const fingerprint = fingerprintOf(secret, key, asked());
    if (key === null || !fingerprint) throw new AppError("BAD_INPUT");
    // A concurrent request with the same key blocks on this insert, then reads the answer, or finds that nothing was done.
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto("done_requests")
      .values({ person_id: personId, key, fingerprint })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    const ofKey = sql<boolean>`person_id = ${personId} and key = ${key}`;
    if (numInsertedOrUpdatedRows === 0n) {
      const done = await tx
        .selectFrom("done_requests")
        .select(["fingerprint", "answer"])
        .where(ofKey)
        .executeTakeFirst();
      if (!done) throw new AppError("UNAVAILABLE");
      if (!fingerprint.equals(done.fingerprint)) throw new AppError("KEY_REUSED");
      return done.answer as Answer;
    }
    const answer = await work(tx);
    await tx
      .updateTable("done_requests")
      .set({ answer: JSON.stringify(answer) })
      .where(ofKey)
      .execute();
    return answer;
  }
}

/** HMAC of a request's content; null when the key is missing or malformed, or the content cannot be serialised. */
export function fingerprintOf(secret: string, key: string | null, asked: readonly unknown[]): Buffer | null {
  if (key === null || !KEY.test(key)) return null;
  try {
    return createHmac("sha256", secret)
      .update(canonical(["done request", ...asked]))
      .digest();
  } catch {
    // Nested deeper than the stack, or a number that JSON cannot hold: no operation accepts either.
    return null;
  }
}

/** Whether a request of this user with this key has been completed. */
export async function isDone(
  db: Database,
  { personId, key }: Pick<RequestIdentity, "personId" | "key">,
): Promise<boolean> {
  if (key === null) return false;
  const done = await db
    .selectFrom("done_requests")
    .select("key")
    .where("person_id", "=", personId)
    .where("key", "=", key)
    .executeTakeFirst();
  return done !== undefined;
}

/** JSON with sorted object keys. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    part !== null && typeof part === "object" && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
