import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

/** A migration that a database has applied. */
export type Applied = { name: string; checksum: string };

/** The commit of the last release: its program brings an older database up. */
export const LAST_RELEASE = "25da9942";

const path = (file: string) => join(import.meta.dirname, file);

/** The migrations that a database of the last release has; db/migrations has those since. */
export function lastReleaseMigrations(): Applied[] {
  const lines = readFileSync(path("migrations.txt"), "utf8").trim().split(/\r?\n/);
  return lines.map((line) => {
    const [name = "", checksum = ""] = line.split(" ");
    return { name, checksum };
  });
}

/** The SQL of a database of the last release. */
export const lastReleaseSchema = (): string => gunzipSync(readFileSync(path("schema.sql.gz"))).toString();
