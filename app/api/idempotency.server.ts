import { createHmac } from "node:crypto";
import { sql } from "kysely";
import { AppError } from "../shared/app-error.server.ts";
import { type Secret, secretsOf } from "../platform/crypto.server.ts";
import { prepared } from "../platform/database/prepared-statements.server.ts";
import { asViewer, type Database, isConnectionLost, type Tx } from "../platform/database/database.server.ts";

/** Format of an idempotency key. */
export const KEY = /^[\x21-\x7e]{8,128}$/;

/** Stored answer of an idempotent request: ids, states and counts only, never text that a user wrote. */
type StoredAnswer = Record<string, string | number | boolean>;

/**
 * Runs a write once. With a repeated idempotency key the first statement of `work` fails, and the stored answer is returned. Effects that
 * `work` has before that statement are not undone.
 */
export type IdempotentWrites = {
  /** Runs `work` in one transaction that sets the viewer. Throws KEY_REUSED, BAD_INPUT (invalid key, or input that cannot be hashed). */
  transaction<Answer extends StoredAnswer>(work: (tx: Tx) => Promise<Answer>): Promise<Answer>;
  /** The same for single-statement work, which needs no transaction when there is no key. */
  statement<Answer extends StoredAnswer>(work: (db: Database) => Promise<Answer>): Promise<Answer>;
};

/** Identity of a request: the client's `key`, and `asked`, the content that distinguishes it from other requests. */
export type RequestIdentity = { personId: string; key: string | null; asked: () => readonly unknown[] };

/** Idempotent writes for one request. Request content is stored as an HMAC with `secret`, unreadable from the database. */
export function idempotentWrites(
  db: Database,
  secret: Secret,
  { personId, key, asked }: RequestIdentity,
): IdempotentWrites {
  return {
    transaction: (work) => (key === null ? asViewer(db, personId, work) : once(key, work)),
    statement: (work) => (key === null ? work(db) : once(key, work)),
  };

  async function once<Answer extends StoredAnswer>(key: string, work: (tx: Tx) => Promise<Answer>): Promise<Answer> {
    const content = contentOf(key, asked());
    if (content === null) throw new AppError("BAD_INPUT");
    const [fingerprint, ...earlier] = secretsOf(secret).map((each) => fingerprintOf(each, content)) as [
      Buffer,
      ...Buffer[],
    ];
    const own = { personId, key };
    const transaction = () =>
      asViewer(db, personId, async (tx) => {
        // Sent with the first statement of `work`, which fails with it. A concurrent request with the same key waits here.
        await noteKey.run(tx, { ...own, fingerprint: fingerprint.toString("hex") });
        const answer = await work(tx);
        await noteAnswer.run(tx, { ...own, answer: JSON.stringify(answer) });
        return answer;
      });
    // Retries once after a lost connection: the key shows whether the first transaction committed.
    const again = (error: unknown) => {
      if (isConnectionLost(error)) return transaction();
      throw error;
    };
    try {
      return await transaction().catch(again);
    } catch (error) {
      if ((error as { constraint?: string }).constraint !== KEYS) throw error;
      const done = await findDone.first(db, own);
      // The row may have been removed meanwhile.
      if (!done) throw new AppError("UNAVAILABLE");
      if (![fingerprint, ...earlier].some((each) => each.equals(done.fingerprint))) throw new AppError("KEY_REUSED");
      return done.answer as Answer;
    }
  }
}

/** The constraint that a repeated key violates. */
const KEYS = "done_requests_pkey";

type Own = { personId: string; key: string };

const noteKey = prepared(
  "idempotency key",
  (db, { personId, key, fingerprint }: Own & { fingerprint: string }) =>
    db
      .insertInto("done_requests")
      .values({ person_id: personId, key, fingerprint: sql`decode(${fingerprint}, 'hex')` }),
  { isDeferred: true },
);

const noteAnswer = prepared(
  "idempotent answer",
  (db, { personId, key, answer }: Own & { answer: string }) =>
    db.updateTable("done_requests").set({ answer }).where("person_id", "=", personId).where("key", "=", key),
  { isDeferred: true },
);

const findDone = prepared("idempotent request", (db, { personId, key }: Own) =>
  db
    .selectFrom("done_requests")
    .select(["fingerprint", "answer"])
    .where("person_id", "=", personId)
    .where("key", "=", key),
);

const fingerprintOf = (secret: string, content: string): Buffer =>
  createHmac("sha256", secret).update(content).digest();

/** A request's content as text; null when the key is malformed, or the content cannot be serialised. */
function contentOf(key: string, asked: readonly unknown[]): string | null {
  if (!KEY.test(key)) return null;
  try {
    return canonical(["done request", ...asked]);
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
