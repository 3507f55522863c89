/** `deletions` holds a name, and nothing else, for each thing that must not come back from a backup. */
export type Bucket = "avatars" | "case-studies" | "deletions";

/** Where files live. Paths are relative to a bucket and made by us, never by a caller. While the store is away each call throws UNAVAILABLE, or what the file system says. */
export type Storage = {
  /** Writes bytes durably, replacing what was there: whole or not at all. */
  write(bucket: Bucket, path: string, bytes: Uint8Array): Promise<void>;
  /** How large a file is, in bytes; null where there is none. */
  find(bucket: Bucket, path: string): Promise<{ size: number } | null>;
  /** A file to be read as it comes, and its size in bytes; null where there is none. Who opens it reads or cancels it. */
  open(bucket: Bucket, path: string): Promise<{ size: number; bytes: ReadableStream<Uint8Array> } | null>;
  /** The paths of all files under a folder ("" is the whole bucket), however deep, those of one folder together. */
  list(bucket: Bucket, folder: string): AsyncIterable<string>;
  remove(bucket: Bucket, path: string): Promise<void>;
  close(): void;
};
