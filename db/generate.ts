// Writes db/schema and db/types.ts from the migrations; with --check it only reports whether they are up to date.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { generateTypes } from "./generate-types.ts";
import { readObjects } from "./objects.ts";
import { NOUNS, readFiles, writeFiles } from "./schema-files.ts";
import { withScratchDatabase } from "./scratch.ts";

const check = process.argv.includes("--check");
let stale = 0;

const { objects, types } = await withScratchDatabase(async (url) => ({
  objects: await readObjects(url),
  types: await generateTypes(url),
}));
const texts = writeFiles(objects, readFiles());
const generated = [["types.ts", types], ...NOUNS.map((noun, n) => [`schema/${noun}.sql`, texts[n] ?? ""])] as const;
const unlisted = readdirSync(join(import.meta.dirname, "schema")).find(
  (name) => !NOUNS.some((noun) => name === `${noun}.sql`),
);
if (unlisted) throw new Error(`db/schema/${unlisted} is not in the list of db/schema-files.ts`);

for (const [file, text] of generated) {
  const path = join(import.meta.dirname, file);
  if (!check) writeFileSync(path, text);
  else if (!existsSync(path) || readFileSync(path, "utf8") !== text) {
    console.error(`db/${file} does not match the migrations: run npm run db:generate`);
    stale += 1;
  }
}
process.exitCode = stale > 0 ? 1 : 0;
