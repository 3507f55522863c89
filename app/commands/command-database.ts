import { existsSync } from "node:fs";
import { join } from "node:path";
import { lockDataDir } from "../../db/data-lock.ts";
import { runningDatabase, startEmbedded } from "../../db/embedded.ts";
import type { Settings } from "../platform/settings.ts";

type Place = Pick<Settings, "dataDir" | "databaseUrl" | "databaseDirectUrl">;

/** Database URL for a command: the configured database, the running embedded one, or the embedded one, started for it. */
export async function openCommandDatabase(
  { dataDir, databaseUrl, databaseDirectUrl }: Place,
  closing: (() => unknown)[],
) {
  if (databaseUrl) return databaseDirectUrl ?? databaseUrl;
  if (!existsSync(join(dataDir, "postgres"))) throw new Error(`DATA_DIR: there is no database in ${dataDir}`);
  const running = runningDatabase(dataDir);
  if (running) return running;
  closing.unshift(lockDataDir(dataDir));
  const database = await startEmbedded({ dataDir, log: (line) => console.log(line) });
  closing.unshift(() => database.stop());
  return database.url;
}
