import type { Logger } from "pino";
import type { Database } from "../database/database.server.ts";
import type { Storage } from "./storage.server.ts";

type Stores = { db: Database; storage: Storage; log: Logger };

/**
 * Removes from the storage the studies that no case references any more. The row goes after its object, so a failure or crash in between is
 * retried the next time. One failure does not stop the others. Never throws: errors are logged.
 */
export async function removeDroppedStudies(services: Stores): Promise<void> {
  const { db, storage, log } = services;
  try {
    for (const { path } of await db.selectFrom("dropped_studies").select("path").execute()) {
      const isGone = await storage.remove("case-studies", path).then(
        () => true,
        (error: unknown) => {
          log.error({ err: error }, "a dropped study remains");
          return false;
        },
      );
      if (isGone) await db.deleteFrom("dropped_studies").where("path", "=", path).execute();
    }
  } catch (error) {
    log.error({ err: error }, "dropped studies remain");
  }
}
