import { sql } from "kysely";
import { prepared } from "../database/prepared-statements.server.ts";
import type { Logger } from "pino";
import type { Database, Tx } from "../database/database.server.ts";
import type { Storage } from "./storage.server.ts";

type Stores = { db: Database; storage: Storage; log: Logger };

/** Permanent deletions, by the id or path of what was deleted. */
const GONE = [
  "account",
  "case",
  "study",
  "evidence",
  "review",
  "passkey",
  "factor",
  "identity",
  "calendar",
  "application",
  "ended",
  "closed",
  "address_restored",
] as const;
/** States of an account, or of what the group says, by its id: within each group only the latest note counts. */
const STATES = [
  ["password"],
  ["recovery_codes"],
  ["suspended", "restored"],
  ["patient_at_most", "kine_at_most", "admin_at_most"],
  // For one group of an account's mails.
  ["mails_off", "mails_on"],
  // Between two users, by both ids.
  ["blocked", "unblocked"],
  ["reading_hidden", "reading_shown"],
  // Of the studies, or of the name, of a case.
  ["reading_narrowed", "reading_widened"],
  ["phone_hidden", "phone_listed"],
  ["licence_down", "licence_verified"],
  // Of a licence that somebody objected to, whether anybody had checked it or not.
  ["licence_doubted", "licence_standing"],
  // Of an earlier account, whose stars had passed to a specialist.
  ["stars_taken", "stars_given"],
  ["review_hidden", "review_shown"],
  ["reply_hidden", "reply_shown"],
  // The last withdrawal of a person's consent: who gives and withdraws it again and again leaves one note.
  ["withdrawal"],
  // Of a specialist, by an admin.
  ["coverage_removed", "coverage_kept"],
  // Of a case on a day: who says and removes it again and again leaves one note.
  ["measure"],
] as const;

export type DeletionKind = (typeof GONE)[number] | (typeof STATES)[number][number];
/** A tombstone: the SHA-256 of an id or path, and the time of the deletion or revocation, to the millisecond. */
export type Deletion = { kind: DeletionKind; hash: string; at: Date };

/** Every kind. */
export const KINDS: readonly DeletionKind[] = [...GONE, ...STATES.flat()];
const NAME = new RegExp(`^(${KINDS.join("|")})-([0-9a-f]{64})-(\\d{13})$`);

const nameOf = ({ kind, hash, at }: Deletion) => `${kind}-${hash}-${at.getTime()}`;
/** The group of kinds within which the latest note counts, or an empty array. */
const stateOf = (kind: DeletionKind): readonly DeletionKind[] =>
  STATES.find((state) => (state as readonly string[]).includes(kind)) ?? [];

const note = prepared(
  "tombstone",
  (_, { kind, state, what }: { kind: string; /** A PostgreSQL array. */ state: string; what: string }) =>
    sql`select note_state(${kind}, ${state}::text[], ${what})`,
  { isDeferred: true },
);

/** Notes what a transaction ended or changed, which a trigger does not note. `writeTombstones` is called after it, at the latest by the next round of the node. */
export async function noteTombstone(tx: Tx, kind: DeletionKind, what: string): Promise<void> {
  await note.run(tx, { kind, state: `{${stateOf(kind).join()}}`, what });
}

/**
 * Stores tombstones of deletions and revocations outside the database, so that a restored older database finds them. Each is the name of an
 * empty object. Code that deletes what somebody may miss calls this before it answers; the node's rounds write the rest, those of applications among them. Never throws: a failed write is retried at the next call.
 */
export async function writeTombstones(stores: Stores): Promise<void> {
  const { db, storage, log } = stores;
  try {
    const due = await db
      .selectFrom("deletions")
      .select(["kind", "hash", "at"])
      .where("noted_at", "is", null)
      .orderBy("at")
      .execute();
    for (const deletion of due as Deletion[]) {
      await storage.write("deletions", nameOf(deletion), new Uint8Array());
      await db
        .updateTable("deletions")
        .set({ noted_at: sql`now()` })
        .where("kind", "=", deletion.kind)
        .where("hash", "=", deletion.hash)
        .where("at", "=", deletion.at)
        .execute();
      await dropEarlier(stores, deletion);
    }
  } catch (error) {
    log.error({ err: error }, "deletions are not noted for now");
  }
}

/** Removes superseded notes, so that at most one is left per state. A note that remains in the storage is ignored. */
async function dropEarlier({ db, storage }: Stores, { kind, hash, at }: Deletion): Promise<void> {
  const kinds = stateOf(kind);
  if (kinds.length === 0) return;
  const earlier = await db
    .deleteFrom("deletions")
    .where("kind", "in", kinds)
    .where("hash", "=", hash)
    .where("at", "<", at)
    .returning(["kind", "hash", "at"])
    .execute();
  for (const each of earlier as Deletion[]) await storage.remove("deletions", nameOf(each));
}

/** What each case leaves, so that there are millions: a backup is not restored after so many days. Deletions are noted for ever. */
const OF_EACH_CASE: readonly DeletionKind[] = ["application", "ended", "closed"];
const KEPT_DAYS = 90;
const DROPPED_AT_ONCE = 1_000;

/** Drops notes of the course of cases after 90 days, from the storage first: what is left there would be read again. */
export async function dropOldTombstones({ db, storage }: Pick<Stores, "db" | "storage">): Promise<void> {
  const old = await db
    .selectFrom("deletions")
    .select(["kind", "hash", "at"])
    .where("kind", "in", OF_EACH_CASE)
    .where("at", "<", sql<Date>`now() - make_interval(days => ${KEPT_DAYS})`)
    .orderBy("at")
    .limit(DROPPED_AT_ONCE)
    .execute();
  for (const { kind, hash, at } of old as Deletion[]) {
    await storage.remove("deletions", nameOf({ kind, hash, at }));
    await db.deleteFrom("deletions").where("kind", "=", kind).where("hash", "=", hash).where("at", "=", at).execute();
  }
}

/** Whether the database knows a later note of the same state. */
export async function isOutdated(tx: Tx, { kind, hash, at }: Deletion): Promise<boolean> {
  const kinds = stateOf(kind);
  if (kinds.length === 0) return false;
  const later = await tx
    .selectFrom("deletions")
    .select("at")
    .where("kind", "in", kinds)
    .where("hash", "=", hash)
    .where("at", ">", at)
    .executeTakeFirst();
  return later !== undefined;
}

/** Every valid note in the storage, and the names of the superseded ones. */
export async function readTombstones({
  storage,
}: Pick<Stores, "storage">): Promise<{ noted: Deletion[]; outdated: string[] }> {
  const latest = new Map<string, Deletion>();
  const outdated: string[] = [];
  for await (const path of storage.list("deletions", "")) {
    const [, kind, hash, ms] = NAME.exec(path) ?? [];
    if (!kind || !hash) continue;
    const deletion: Deletion = { kind: kind as DeletionKind, hash, at: new Date(Number(ms)) };
    const [state] = stateOf(deletion.kind);
    const subject = state ? `${state}-${hash}` : path;
    const other = latest.get(subject);
    if (other) outdated.push(nameOf(other.at < deletion.at ? other : deletion));
    if (!other || other.at < deletion.at) latest.set(subject, deletion);
  }
  return { noted: [...latest.values()], outdated };
}
