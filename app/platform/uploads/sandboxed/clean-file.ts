export type Purpose = "photo" | "study";
export type CleanFile = { extension: string; bytes: Uint8Array };

/**
 * Why a file is refused: none of the formats, protected by a password, with code, actions or forms, with other files in it, with too many pixels,
 * damaged or incomplete, too large after it is rewritten, or found by the virus scan.
 */
export const FILE_PROBLEMS = [
  "format",
  "password",
  "active",
  "attachment",
  "pixels",
  "broken",
  "large",
  "virus",
] as const;
export type FileProblem = (typeof FILE_PROBLEMS)[number];
export type Cleaned = { file: CleanFile } | { file: null; problem: FileProblem };

/** The size limit of a stored file in bytes: re-encoding may make a file grow. The server holds it in memory, the storage permanently. */
export const MOST_BYTES = 20_000_000;

const EXTENSIONS: Record<Purpose, readonly string[]> = {
  photo: ["jpg", "png", "gif", "webp"],
  study: ["jpg", "png", "pdf"],
};

/** Whether a value is a file that may be stored, or a known reason against it. The file's extension becomes part of a path. */
export function isCleaned(purpose: Purpose, answer: unknown): answer is Cleaned {
  const { file, problem } = (answer ?? {}) as { file?: unknown; problem?: unknown };
  if (file === null) return (FILE_PROBLEMS as readonly unknown[]).includes(problem);
  const { extension, bytes } = (file ?? {}) as Partial<CleanFile>;
  return (
    typeof extension === "string" &&
    EXTENSIONS[purpose].includes(extension) &&
    bytes instanceof Uint8Array &&
    bytes.length <= MOST_BYTES
  );
}
