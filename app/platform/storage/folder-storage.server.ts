import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import type { Bucket, Storage } from "./storage.server.ts";

/** A missing path yields the default; an unreadable folder does not count as empty. */
const whenMissing =
  <T>(none: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (error.code === "ENOENT") return none;
    throw error;
  };

const FILE_CALLS = new Set([
  "open",
  "read",
  "write",
  "close",
  "fsync",
  "mkdir",
  "rename",
  "unlink",
  "rm",
  "scandir",
  "stat",
  "lstat",
]);

/** Whether an error says that the disk is full, read-only, broken or missing: a retry may succeed later. */
export function isFolderAway(error: unknown): boolean {
  const { code, syscall } = (error ?? {}) as NodeJS.ErrnoException;
  return typeof code === "string" && FILE_CALLS.has(syscall ?? "");
}

/** Storage in a local folder. Writes are atomic: temporary file, fsync, rename. */
export function folderStorage(root: string): Storage {
  const at = (bucket: Bucket, path: string) => join(root, bucket, path);

  async function* list(bucket: Bucket, folder: string): AsyncGenerator<string> {
    const entries = await readdir(at(bucket, folder), { withFileTypes: true }).catch(whenMissing([]));
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = folder ? `${folder}/${entry.name}` : entry.name;
      if (entry.isDirectory()) yield* list(bucket, path);
      if (entry.isFile()) yield path;
    }
  }

  return {
    async write(bucket, path, bytes) {
      const target = at(bucket, path);
      const folder = dirname(target);
      await mkdir(folder, { recursive: true });
      const aside = join(folder, `.${randomUUID()}`);
      const file = await open(aside, "wx", 0o600);
      try {
        await file
          .writeFile(bytes)
          .then(() => file.sync())
          .finally(() => file.close());
        await rename(aside, target);
      } catch (error) {
        // A partial file would take up space that a full disk lacks.
        await rm(aside, { force: true }).catch(() => undefined);
        throw error;
      }
      const directory = await open(folder);
      await directory.sync().finally(() => directory.close());
    },
    async find(bucket, path) {
      const found = await stat(at(bucket, path)).catch(whenMissing(null));
      return found?.isFile() ? { size: found.size } : null;
    },
    async open(bucket, path) {
      const file = await open(at(bucket, path)).catch(whenMissing(null));
      if (!file) return null;
      const found = await file.stat().catch(async (error: unknown) => {
        await file.close();
        throw error;
      });
      if (found.isFile()) {
        return { size: found.size, bytes: Readable.toWeb(file.createReadStream()) as ReadableStream<Uint8Array> };
      }
      await file.close();
      return null;
    },
    list,
    remove: (bucket, path) => rm(at(bucket, path), { force: true }),
    close: () => undefined,
  };
}
