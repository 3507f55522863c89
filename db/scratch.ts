import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbedded } from "./embedded.ts";
import { allMigrations, applyAll, migrateJobs, withMigrationLock } from "./migrate.ts";

/** Runs `work` with the URL of a PostgreSQL database as the migrations make it from the last release's; it is deleted afterwards. */
export async function withScratchDatabase<T>(work: (url: string) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), "kinexo-scratch-"));
  await chmod(dataDir, 0o711);
  const { url, stop } = await startEmbedded({ dataDir, durable: false, log: () => undefined });
  try {
    await withMigrationLock(url, async (client) => {
      await migrateJobs(url);
      await applyAll(client, allMigrations());
    });
    return await work(url);
  } finally {
    await stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
