// Writes db/types.ts and db/schema.sql from the migrations; with --check it only reports whether they are up to date.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describeDatabase } from "./describe.ts";
import { generateTypes } from "./generate-types.ts";
import { withScratchDatabase } from "./scratch.ts";

const check = process.argv.includes("--check");
let stale = 0;

const generated = await withScratchDatabase(async (url) => ({
  "schema.sql": await describeDatabase(url),
  "types.ts": await generateTypes(url),
}));

for (const [file, text] of Object.entries(generated)) {
  const path = join(import.meta.dirname, file);
  if (!check) writeFileSync(path, text);
  else if (readFileSync(path, "utf8") !== text) {
    console.error(`db/${file} does not match the migrations: run npm run db:generate`);
    stale += 1;
  }
}
process.exitCode = stale > 0 ? 1 : 0;
