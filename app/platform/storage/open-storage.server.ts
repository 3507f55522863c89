import type { Logger } from "pino";
import type { Settings } from "../settings.ts";
import { folderStorage } from "./folder-storage.server.ts";
import type { Storage } from "./storage.server.ts";

/** Opens the store that is set. Throws an error of one line when its bucket or its keys cannot be used. */
export async function openStorage({ dataDir, s3 }: Pick<Settings, "dataDir" | "s3">, log: Pick<Logger, "warn">): Promise<Storage> {
  if (!s3) return folderStorage(`${dataDir}/files`);
  // Its client is large: only who keeps files there loads it.
  const { openS3Storage } = await import("./s3-storage.server.ts");
  return openS3Storage(s3, log);
}
