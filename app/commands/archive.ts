import { createHash } from "node:crypto";
import { createReadStream, createWriteStream, existsSync, readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { z } from "zod";

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
// Prevents path traversal by a forged manifest.
const name = z.string().regex(/^\w+$/);
const path = z.string().regex(/^(avatars|case-studies|licence-evidence|deletions)(\/[\w-][\w.-]*)+$/);

/** Contents of a backup. A table's rows are in `tables/SCHEMA.NAME.gz`, one JSON string per line; a file is in `files/PATH`. */
const Manifest = z.strictObject({
  format: z.literal(1),
  at: z.iso.datetime(),
  migrations: z.array(z.strictObject({ name, checksum: sha256 })),
  tables: z.array(z.strictObject({ schema: name, name, columns: z.array(name), rows: z.int().min(0), sha256 })),
  sequences: z.array(
    z.strictObject({
      schema: name,
      name,
      last_value: z
        .string()
        .regex(/^-?\d+$/)
        .nullable(),
    }),
  ),
  files: z.array(z.strictObject({ path, size: z.int().min(0), sha256 })),
});
export type Manifest = z.infer<typeof Manifest>;

const MANIFEST = "manifest.json";
const SUM = "manifest.sha256";

/** Path of a table's rows in a backup. */
export const tablePath = ({ schema, name }: { schema: string; name: string }): string =>
  join("tables", `${schema}.${name}.gz`);

/** Writes a file and flushes it to disk; returns its size and hash. */
export async function writeHashed(
  file: string,
  parts: AsyncIterable<Uint8Array>,
): Promise<{ size: number; sha256: string }> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const hash = createHash("sha256");
  let size = 0;
  await pipeline(
    parts,
    async function* (all: AsyncIterable<Uint8Array>) {
      for await (const part of all) {
        hash.update(part);
        size += part.length;
        yield part;
      }
    },
    createWriteStream(file, { mode: 0o600, flush: true }),
  );
  return { size, sha256: hash.digest("hex") };
}

/** Writes rows, compressed; returns their count and the file's hash. */
export async function writeRows(
  file: string,
  rows: AsyncIterable<string>,
): Promise<{ rows: number; size: number; sha256: string }> {
  let count = 0;
  const zip = createGzip({ level: 6 });
  const zipping = pipeline(async function* () {
    for await (const row of rows) {
      count += 1;
      yield `${JSON.stringify(row)}\n`;
    }
  }, zip);
  const [written] = await Promise.all([writeHashed(file, zip), zipping]);
  return { rows: count, ...written };
}

/** Reads the rows that `writeRows` wrote. */
export async function* readRows(file: string): AsyncGenerator<string> {
  const source = createReadStream(file);
  const unzip = createGunzip();
  source.once("error", (error) => unzip.destroy(error)).pipe(unzip);
  let rest = "";
  for await (const part of unzip.setEncoding("utf8") as AsyncIterable<string>) {
    const lines = (rest + part).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) yield JSON.parse(line) as string;
  }
}

/** Writes the manifest, as the last part of a backup. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const text = `${JSON.stringify(manifest, null, 1)}\n`;
  await writeFile(join(folder, MANIFEST), text, { mode: 0o600, flush: true });
  await writeFile(join(folder, SUM), `${hashOf(text)}\n`, { mode: 0o600, flush: true });
}

/** Reads a backup's manifest and verifies the hash of every file it names. Throws a one-line error otherwise. */
export async function openArchive(folder: string): Promise<Manifest> {
  if (!existsSync(join(folder, MANIFEST))) throw new Error(`${folder} is no backup: it has no ${MANIFEST}`);
  const text = readFileSync(join(folder, MANIFEST), "utf8");
  const sum = existsSync(join(folder, SUM)) ? readFileSync(join(folder, SUM), "utf8").trim() : "";
  if (hashOf(text) !== sum) throw new Error(`The backup is damaged: ${MANIFEST} is not as it was written`);
  const { success, data } = Manifest.safeParse(JSON.parse(text));
  if (!success) throw new Error(`${folder} was written by another version of this program: restore it with that one`);
  const parts = [
    ...data.tables.map((table) => ({ path: tablePath(table), sha256: table.sha256 })),
    ...data.files.map((file) => ({ path: join("files", file.path), sha256: file.sha256 })),
  ];
  for (const { path: part, sha256: expected } of parts) {
    const found = await fileHash(join(folder, part));
    if (found === null) throw new Error(`The backup is damaged: ${part} is missing`);
    if (found !== expected) throw new Error(`The backup is damaged: ${part} is not as it was written`);
  }
  return data;
}

const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");

async function fileHash(file: string): Promise<string | null> {
  if (!existsSync(file)) return null;
  const hash = createHash("sha256");
  for await (const part of createReadStream(file)) hash.update(part as Buffer);
  return hash.digest("hex");
}
