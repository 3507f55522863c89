import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";

/** `deletions` holds a name, and nothing else, for each thing that must not come back from a backup. */
export type Bucket = "avatars" | "case-studies" | "deletions";

/** Where files live. Paths are relative to a bucket and made by us, never by a caller. */
export type Storage = {
  /** Writes bytes durably, replacing what was there. */
  write(bucket: Bucket, path: string, bytes: Uint8Array): Promise<void>;
  /** Finds a file (`size` in bytes, `modified` when it was written), or null where there is none; only `open` takes a descriptor. */
  find(bucket: Bucket, path: string): Promise<{ size: number; modified: Date; open(): ReadableStream<Uint8Array> } | null>;
  /** Names directly under a folder; none where it does not exist. */
  list(bucket: Bucket, folder: string): Promise<string[]>;
  remove(bucket: Bucket, path: string): Promise<void>;
};

/** What is not there is none; a store that cannot be read is not an empty one. */
const whenMissing = <T>(none: T) => (error: NodeJS.ErrnoException): T => {
  if (error.code === "ENOENT") return none;
  throw error;
};

const FILE_CALLS = new Set(["open", "read", "write", "close", "fsync", "mkdir", "rename", "unlink", "rm", "scandir", "stat", "lstat"]);

/** Whether an error says that the disk is full, read-only, broken or not there: the same may succeed later. */
export function isStorageAway(error: unknown): boolean {
  const { code, syscall } = (error ?? {}) as NodeJS.ErrnoException;
  return typeof code === "string" && FILE_CALLS.has(syscall ?? "");
}

/** Storage in a folder of this machine. A file is whole or not there: written aside, synced, then renamed. */
export function diskStorage(root: string): Storage {
  const at = (bucket: Bucket, path: string) => join(root, bucket, path);
  return {
    async write(bucket, path, bytes) {
      const target = at(bucket, path);
      const folder = dirname(target);
      await mkdir(folder, { recursive: true });
      const aside = join(folder, `.${randomUUID()}`);
      const file = await open(aside, "wx", 0o600);
      try {
        await file.writeFile(bytes).then(() => file.sync()).finally(() => file.close());
        await rename(aside, target);
      } catch (error) {
        // A half would take the room that there is none of.
        await rm(aside, { force: true }).catch(() => undefined);
        throw error;
      }
      const directory = await open(folder);
      await directory.sync().finally(() => directory.close());
    },
    async find(bucket, path) {
      const found = await stat(at(bucket, path)).catch(whenMissing(null));
      if (!found?.isFile()) return null;
      const open = () => Readable.toWeb(createReadStream(at(bucket, path))) as ReadableStream<Uint8Array>;
      return { size: found.size, modified: found.mtime, open };
    },
    list: (bucket, folder) => readdir(at(bucket, folder)).catch(whenMissing([])),
    remove: (bucket, path) => rm(at(bucket, path), { force: true }),
  };
}
