/** `deletions` holds an empty object, whose name is a tombstone, for each thing that a restored backup must not bring back. */
export type Bucket = "avatars" | "case-studies" | "licence-evidence" | "deletions";

/**
 * File storage. Paths are relative to a bucket and made by us, never by a caller. While the store is away each call throws UNAVAILABLE, or
 * the file system's error.
 */
export type Storage = {
  /** Writes bytes durably and atomically, replacing any existing file. */
  write(bucket: Bucket, path: string, bytes: Uint8Array): Promise<void>;
  /** The size of a file in bytes; null when it does not exist. */
  find(bucket: Bucket, path: string): Promise<{ size: number } | null>;
  /** A file as a stream, and its size in bytes; null when it does not exist. The caller must read or cancel the stream. */
  open(bucket: Bucket, path: string): Promise<{ size: number; bytes: ReadableStream<Uint8Array> } | null>;
  /** The paths of all files under a folder ("" is the whole bucket), recursively, with the files of one folder together. */
  list(bucket: Bucket, folder: string): AsyncIterable<string>;
  remove(bucket: Bucket, path: string): Promise<void>;
  close(): void;
};
