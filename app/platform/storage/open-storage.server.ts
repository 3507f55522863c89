import type { Logger } from "pino";
import type { Settings } from "../settings.ts";
import { folderStorage } from "./folder-storage.server.ts";
import type { Storage } from "./storage.server.ts";

/** Opens the configured storage. Throws a one-line error when its bucket or keys cannot be used. */
export async function openStorage(
  { dataDir, s3 }: Pick<Settings, "dataDir" | "s3">,
  log: Pick<Logger, "warn">,
): Promise<Storage> {
  if (!s3) return folderStorage(`${dataDir}/files`);
  // The S3 client is large, so it is loaded only when configured.
  const { openS3Storage } = await import("./s3-storage.server.ts");
  return openS3Storage(s3, log);
}
