import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "../platform/database/database.server.ts";
import { openLog } from "../platform/log.server.ts";
import type { Settings } from "../platform/settings.ts";
import { openStorage } from "../platform/storage/open-storage.server.ts";
import { writeTombstones } from "../platform/storage/tombstones.server.ts";

/** Notes what a command revoked, so that no backup brings it back. Away from the installation's files a running node does, at its next sweep. */
export async function noteRevocations(db: Database, settings: Pick<Settings, "dataDir" | "s3">): Promise<void> {
  if (!settings.s3 && !existsSync(join(settings.dataDir, "files"))) return;
  const log = openLog();
  const storage = await openStorage(settings, log);
  try {
    await writeTombstones({ db, storage, log });
  } finally {
    await storage.close();
  }
}
