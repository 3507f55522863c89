import { sql } from "kysely";
import type { Logger } from "pino";
import type { Database } from "../database/database.server.ts";
import type { Storage } from "./storage.server.ts";

type Stores = { db: Database; storage: Storage; log: Logger };

export type DeletionKind = "account" | "case" | "study" | "withdrawal";
/** A note of something that must not come back: the SHA-256 of its id or path, and when it went, to the millisecond. */
export type Deletion = { kind: DeletionKind; hash: string; at: Date };

const NAME = /^(account|case|study|withdrawal)-([0-9a-f]{64})-(\d{13})$/;

const nameOf = ({ kind, hash, at }: Deletion) => `${kind}-${hash}-${at.getTime()}`;

/**
 * Keeps a note of what was deleted outside the database, each as the name of an empty object: an older database that is brought
 * back finds them there. Whoever deletes calls this before they answer. Never throws: what could not be kept is the next time.
 */
export async function writeTombstones({ db, storage, log }: Stores): Promise<void> {
  try {
    const due = await db.selectFrom("deletions").select(["kind", "hash", "at"]).where("noted_at", "is", null).execute();
    for (const deletion of due as Deletion[]) {
      await storage.write("deletions", nameOf(deletion), new Uint8Array());
      await db.updateTable("deletions").set({ noted_at: sql`now()` }).where("kind", "=", deletion.kind)
        .where("hash", "=", deletion.hash).where("at", "=", deletion.at).execute();
    }
  } catch (error) {
    log.error({ err: error }, "deletions are not noted for now");
  }
}

/** Every note that is kept outside the database. */
export async function readTombstones({ storage }: Pick<Stores, "storage">): Promise<Deletion[]> {
  const noted: Deletion[] = [];
  for await (const path of storage.list("deletions", "")) {
    const [, kind, hash, ms] = NAME.exec(path) ?? [];
    if (kind && hash) noted.push({ kind: kind as DeletionKind, hash, at: new Date(Number(ms)) });
  }
  return noted;
}
