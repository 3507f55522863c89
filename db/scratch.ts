import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbedded } from "./embedded.ts";
import { migrate } from "./migrate.ts";

/** Runs `work` with the URL of a migrated PostgreSQL database that is deleted afterwards. */
export async function withScratchDatabase<T>(work: (url: string) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), "kinexo-scratch-"));
  await chmod(dataDir, 0o711);
  const database = await startEmbedded({ dataDir, durable: false, log: () => undefined });
  try {
    await migrate(database.url);
    return await work(database.url);
  } finally {
    await database.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
