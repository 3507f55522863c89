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
 * Removes from the storage the studies and the evidence that nothing references any more. The row goes after its object, so a failure or
 * crash in between is retried the next time. One failure does not stop the others. Never throws: errors are logged.
 */
export async function removeDroppedFiles({ db, storage, log }: Stores): Promise<void> {
  try {
    for (const [table, bucket] of DROPPED) {
      for (const { path } of await db.selectFrom(table).select("path").execute()) {
        const isGone = await storage.remove(bucket, path).then(
          () => true,
          (error: unknown) => {
            log.error({ err: error }, "a dropped file remains");
            return false;
          },
        );
        if (isGone) await db.deleteFrom(table).where("path", "=", path).execute();
      }
    }
  } catch (error) {
    log.error({ err: error }, "dropped files remain");
  }
}
