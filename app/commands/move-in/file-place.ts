import { readdir, readFile, realpath, stat } from "node:fs/promises";
import { join, sep } from "node:path";
import { buffer } from "node:stream/consumers";
import { Refusal } from "./refusal.ts";

/** The old system's files: `read` gives the bytes of a bucket's file, null where there is none. */
export type FilePlace = { read(bucket: string, path: string): Promise<Uint8Array | null>; close(): void };

/** Larger files than the old forms took are none of theirs. */
const MOST_BYTES = 15_000_000;

/**
 * A folder with a folder for each bucket. The storage program's own folders are taken too: there a file is a folder, and holds the file's versions.
 * Nothing outside the folder is read, whatever a link says.
 */
export async function openFolder(folder: string): Promise<FilePlace> {
  const root = await realpath(folder).catch(() => {
    throw new Refusal(`there is no folder ${folder}`);
  });
  async function fileAt(path: string): Promise<string | null> {
    const found = await realpath(path).catch(() => null);
    if (!found?.startsWith(root + sep)) return null;
    const what = await stat(found);
    if (what.isFile()) return what.size <= MOST_BYTES ? found : null;
    const versions = await Promise.all(
      (await readdir(found, { withFileTypes: true }))
        .filter((entry) => entry.isFile())
        .map(async ({ name }) => ({ path: join(found, name), ...(await stat(join(found, name))) })),
    );
    const newest = versions.toSorted((a, b) => b.mtimeMs - a.mtimeMs || (a.path < b.path ? 1 : -1))[0];
    return newest && newest.size <= MOST_BYTES ? newest.path : null;
  }
  return {
    async read(bucket, path) {
      const file = await fileAt(join(root, bucket, path));
      return file === null ? null : readFile(file);
    },
    close: () => undefined,
  };
}

type Keys = { accessKeyId: string; secretAccessKey: string; region: string };

/** The S3 address of the hosted backend (https://REF.supabase.co/storage/v1/s3), or of another S3 server with the same buckets. */
export async function openS3(endpoint: string, credentials: Keys): Promise<FilePlace> {
  const { GetObjectCommand, S3Client } = await import("@aws-sdk/client-s3");
  const client = new S3Client({ endpoint, forcePathStyle: true, region: credentials.region, credentials });
  return {
    async read(Bucket, Key) {
      try {
        const { Body, ContentLength = 0 } = await client.send(new GetObjectCommand({ Bucket, Key }));
        if (!Body || ContentLength > MOST_BYTES) return null;
        return await buffer(Body as AsyncIterable<Uint8Array>);
      } catch (error) {
        const { name, message } = error as Error;
        if (name === "NoSuchKey" || name === "NotFound") return null;
        throw new Refusal(`MOVE_S3_URL: ${message.split("\n")[0]}`);
      }
    },
    close: () => client.destroy(),
  };
}
