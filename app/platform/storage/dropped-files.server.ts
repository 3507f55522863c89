import type { Logger } from "pino";
import type { Database } from "../database/database.server.ts";
import type { Storage } from "./storage.server.ts";

type Stores = { db: Database; storage: Storage; log: Logger };

/** The tables of files that nothing references any more, and the buckets that hold them. */
const DROPPED = [
  ["dropped_studies", "case-studies"],
  ["dropped_evidence", "licence-evidence"],
] as const;

/**
 * Removes from the storage the studies and the evidence that nothing references any more. A row is deleted after its object, so the next call
 * retries after a failure or crash in between. One failure does not stop the other removals. Never throws: errors are logged.
 */
export async function removeDroppedFiles({ db, storage, log }: Stores): Promise<void> {
  try {
    for (const [table, bucket] of DROPPED) {
      for (const { path } of await db.selectFrom(table).select("path").execute()) {
        const isRemoved = await storage.remove(bucket, path).then(
          () => true,
          (error: unknown) => {
            log.error({ err: error }, "a dropped file remains");
            return false;
          },
        );
        if (isRemoved) await db.deleteFrom(table).where("path", "=", path).execute();
      }
    }
  } catch (error) {
    log.error({ err: error }, "dropped files remain");
  }
}
