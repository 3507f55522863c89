import { createHmac } from "node:crypto";
import { sql } from "kysely";
import { AppError } from "../shared/errors.ts";
import { asViewer, type Database, isConnectionLost, type Tx } from "../platform/database/database.server.ts";

/** What a sender may call a request. */
export const KEY = /^[\x21-\x7e]{8,128}$/;

/** What is kept for a repeated request: ids, states and counts, and nothing that somebody wrote. */
type Kept = Record<string, string | number | boolean>;

/** Ways to change something. A request whose key was used before is answered as then, and `work` is not done again. */
export type IdempotentWrites = {
  /** Runs `work` in one transaction in which the database knows who asks. Throws KEY_REUSED, BAD_INPUT (the key, or what no key can name). */
  transaction<Answer extends Kept>(work: (tx: Tx) => Promise<Answer>): Promise<Answer>;
  /** The same for work of one statement, which takes no transaction where there is no key. */
  statement<Answer extends Kept>(work: (db: Database) => Promise<Answer>): Promise<Answer>;
};

/** A request as its sender may repeat it: `key` is theirs, `asked` tells what was asked from anything else. */
export type RequestIdentity = { personId: string; key: string | null; asked: () => readonly unknown[] };

/** The ways to act upon one request; `secret` keeps what was asked from whoever reads the database. */
export function idempotentWrites(db: Database, secret: string, { personId, key, asked }: RequestIdentity): IdempotentWrites {
  return {
    transaction: (work) => (key === null ? asViewer(db, personId, work) : again(() => asViewer(db, personId, (tx) => once(tx, work)))),
    statement: (work) => (key === null ? work(db) : again(() => asViewer(db, personId, (tx) => once(tx, work)))),
  };

  /** Whatever came of the transaction whose connection was lost, the key finds out. */
  function again<Answer>(transaction: () => Promise<Answer>): Promise<Answer> {
    return transaction().catch((error: unknown) => {
      if (isConnectionLost(error)) return transaction();
      throw error;
    });
  }

  async function once<Answer extends Kept>(tx: Tx, work: (tx: Tx) => Promise<Answer>): Promise<Answer> {
    const fingerprint = fingerprintOf(secret, key, asked());
    if (key === null || !fingerprint) throw new AppError("BAD_INPUT");
    // Whoever sends the same at the same time waits here, and then finds the answer, or that nothing was done.
    const { numInsertedOrUpdatedRows } = await tx.insertInto("done_requests").values({ person_id: personId, key, fingerprint })
      .onConflict((conflict) => conflict.doNothing()).executeTakeFirstOrThrow();
    const ofKey = sql<boolean>`person_id = ${personId} and key = ${key}`;
    if (numInsertedOrUpdatedRows === 0n) {
      const done = await tx.selectFrom("done_requests").select(["fingerprint", "answer"]).where(ofKey).executeTakeFirst();
      if (!done) throw new AppError("UNAVAILABLE");
      if (!fingerprint.equals(done.fingerprint)) throw new AppError("KEY_REUSED");
      return done.answer as Answer;
    }
    const answer = await work(tx);
    await tx.updateTable("done_requests").set({ answer: JSON.stringify(answer) }).where(ofKey).execute();
    return answer;
  }
}

/** What tells a request from any other with the same key, or null where the key is none, or what was asked cannot be told. */
export function fingerprintOf(secret: string, key: string | null, asked: readonly unknown[]): Buffer | null {
  if (key === null || !KEY.test(key)) return null;
  try {
    return createHmac("sha256", secret).update(canonical(["done request", ...asked])).digest();
  } catch {
    // Deeper than the stack, or a number that JSON does not know: nothing of ours takes either.
    return null;
  }
}

/** Whether something was done upon a person's request with this key. */
export async function isDone(db: Database, { personId, key }: Pick<RequestIdentity, "personId" | "key">): Promise<boolean> {
  if (key === null) return false;
  const done = await db.selectFrom("done_requests").select("key").where("person_id", "=", personId).where("key", "=", key)
    .executeTakeFirst();
  return done !== undefined;
}

/** JSON in which the order of an object's keys makes no difference. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    part !== null && typeof part === "object" && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part);
}
