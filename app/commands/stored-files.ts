import type { Bucket, Storage } from "../platform/storage/storage.server.ts";

/** File names consist of ids, times and extensions; partially written files begin with a dot. */
const NAME = /^[\w-][\w.-]*$/;
const BUCKETS: Bucket[] = ["avatars", "case-studies", "licence-evidence", "deletions"];

export type StoredFile = { bucket: Bucket; path: string };

/** Lists every stored file. Deletions come last, so that they include every deletion made while listing. */
export async function* storedFiles(storage: Storage): AsyncGenerator<StoredFile> {
  for (const bucket of BUCKETS) {
    for await (const path of storage.list(bucket, "")) {
      if (path.split("/").every((name) => NAME.test(name))) yield { bucket, path };
    }
  }
}
