export type Purpose = "photo" | "study";
export type CleanFile = { extension: string; bytes: Uint8Array };

/** The size limit of a stored file in bytes: re-encoding may make a file grow. The server holds it in memory, the storage permanently. */
export const MOST_BYTES = 20_000_000;

const EXTENSIONS: Record<Purpose, readonly string[]> = {
  photo: ["jpg", "png", "gif", "webp"],
  study: ["jpg", "png", "pdf"],
};

/** Whether a value is a file that may be stored, or null for a rejected file. Its extension becomes part of a path. */
export function isCleanFile(purpose: Purpose, file: unknown): file is CleanFile | null {
  if (file === null) return true;
  const { extension, bytes } = (file ?? {}) as Partial<CleanFile>;
  return (
    typeof extension === "string" &&
    EXTENSIONS[purpose].includes(extension) &&
    bytes instanceof Uint8Array &&
    bytes.length <= MOST_BYTES
  );
}
