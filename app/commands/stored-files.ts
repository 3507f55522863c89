import type { Bucket, Storage } from "../platform/storage/storage.server.ts";

/** Ours are named by ids, times and endings; halves of files that are being written begin with a dot. */
const NAME = /^[\w-][\w.-]*$/;
const BUCKETS: Bucket[] = ["avatars", "case-studies", "deletions"];

export type StoredFile = { bucket: Bucket; path: string };

/** Every file of the storage, as it is found. What was deleted is read last: nothing is in it that a later list lacks. */
export async function* storedFiles(storage: Storage): AsyncGenerator<StoredFile> {
  for (const bucket of BUCKETS) {
    for await (const path of storage.list(bucket, "")) {
      if (path.split("/").every((name) => NAME.test(name))) yield { bucket, path };
    }
  }
}
