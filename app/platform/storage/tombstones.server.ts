import { sql } from "kysely";
import type { Logger } from "pino";
import type { Database, Tx } from "../database/database.server.ts";
import type { Storage } from "./storage.server.ts";

type Stores = { db: Database; storage: Storage; log: Logger };

/** Of one thing that went for good, by its id or path. */
const GONE = ["account", "case", "study", "withdrawal", "passkey", "factor", "identity"] as const;
/** Of a state of an account, by its id: of the kinds in a row the latest note counts. */
const STATES = [
  ["password"], ["recovery_codes"], ["suspended", "restored"], ["patient_at_most", "kine_at_most", "admin_at_most"],
] as const;

export type DeletionKind = (typeof GONE)[number] | (typeof STATES)[number][number];
/** A note of something that must not come back: the SHA-256 of its id or path, and when it went, to the millisecond. */
export type Deletion = { kind: DeletionKind; hash: string; at: Date };

const KINDS: readonly DeletionKind[] = [...GONE, ...STATES.flat()];
const NAME = new RegExp(`^(${KINDS.join("|")})-([0-9a-f]{64})-(\\d{13})$`);

const nameOf = ({ kind, hash, at }: Deletion) => `${kind}-${hash}-${at.getTime()}`;
/** The kinds of which the latest note counts, or none. */
const stateOf = (kind: DeletionKind): readonly DeletionKind[] => STATES.find((state) => (state as readonly string[]).includes(kind)) ?? [];

/**
 * Keeps a note of what was deleted or revoked outside the database, each as the name of an empty object: an older database that
 * is brought back finds them there. Whoever deletes calls this before they answer. Never throws: what could not be kept is the
 * next time.
 */
export async function writeTombstones(stores: Stores): Promise<void> {
  const { db, storage, log } = stores;
  try {
    const due = await db.selectFrom("deletions").select(["kind", "hash", "at"]).where("noted_at", "is", null).orderBy("at").execute();
    for (const deletion of due as Deletion[]) {
      await storage.write("deletions", nameOf(deletion), new Uint8Array());
      await db.updateTable("deletions").set({ noted_at: sql`now()` }).where("kind", "=", deletion.kind)
        .where("hash", "=", deletion.hash).where("at", "=", deletion.at).execute();
      await dropEarlier(stores, deletion);
    }
  } catch (error) {
    log.error({ err: error }, "deletions are not noted for now");
  }
}

/** Drops the notes that a later one stands for: at most one is left of each state. What is left of them outside counts no more. */
async function dropEarlier({ db, storage }: Stores, { kind, hash, at }: Deletion): Promise<void> {
  const kinds = stateOf(kind);
  if (kinds.length === 0) return;
  const earlier = await db.deleteFrom("deletions").where("kind", "in", kinds).where("hash", "=", hash).where("at", "<", at)
    .returning(["kind", "hash", "at"]).execute();
  for (const each of earlier as Deletion[]) await storage.remove("deletions", nameOf(each));
}

/** Whether the database knows a later note of the same state. */
export async function isOutdated(tx: Tx, { kind, hash, at }: Deletion): Promise<boolean> {
  const kinds = stateOf(kind);
  if (kinds.length === 0) return false;
  const later = await tx.selectFrom("deletions").select("at").where("kind", "in", kinds).where("hash", "=", hash).where("at", ">", at).executeTakeFirst();
  return later !== undefined;
}

/** Every note that is kept outside the database and counts, and the names of those that a later one stands for. */
export async function readTombstones({ storage }: Pick<Stores, "storage">): Promise<{ noted: Deletion[]; outdated: string[] }> {
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
