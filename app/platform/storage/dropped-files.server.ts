import { sql } from "kysely";
import type { Logger } from "pino";
import { atMost } from "../at-most.server.ts";
import type { Database } from "../database/database.server.ts";
import type { Storage } from "./storage.server.ts";

type Stores = { db: Database; storage: Storage; log: Logger };

/** The buckets of files that nothing references any more, by the tables that record them. */
const BUCKETS = { dropped_studies: "case-studies", dropped_evidence: "licence-evidence" } as const;

const SOON_MS = 2_000;
const SOON_FILES = 100;

/**
 * Removes from the storage the studies and the evidence that nothing references any more. A row is deleted after its object, so the next call
 * retries after a failure or crash in between. One failure does not stop the other removals. Never throws: errors are logged.
 */
export const removeDroppedFiles = (stores: Stores): Promise<void> => remove(stores);

/**
 * As `removeDroppedFiles`, for what a caller waits for: ends after 2 s or 100 files, the newest first, so the caller's own files come before
 * those of others. The hourly sweep removes the rest.
 */
export async function removeDroppedFilesSoon(stores: Stores): Promise<void> {
  await atMost(SOON_MS, remove(stores, SOON_FILES, performance.now() + SOON_MS));
}

async function remove({ db, storage, log }: Stores, most?: number, until = Infinity): Promise<void> {
  try {
    const { rows } = await sql<{ path: string; source: keyof typeof BUCKETS }>`
      select path, 'dropped_studies' as source, dropped_at from dropped_studies
      union all select path, 'dropped_evidence', dropped_at from dropped_evidence
      order by dropped_at desc limit ${most ?? null}::int`.execute(db);
    for (const { path, source } of rows) {
      if (performance.now() > until) return;
      const isRemoved = await storage.remove(BUCKETS[source], path).then(
        () => true,
        (error: unknown) => {
          log.error({ err: error }, "a dropped file remains");
          return false;
        },
      );
      if (isRemoved) await db.deleteFrom(source).where("path", "=", path).execute();
    }
  } catch (error) {
    log.error({ err: error }, "dropped files remain");
  }
}
