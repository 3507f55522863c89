// npm run admin -- pulse:recount [--mend]: compares the steps of the cases that are there with what was counted of them. Exits with 1 where a step
// is missing; --mend counts it.
import { parseArgs } from "node:util";
import { compareCounts } from "../domain/flow/compare-counts.server.ts";
import { openDatabase } from "../platform/database/database.server.ts";
import { readSettings } from "../platform/settings.ts";
import { openCommandDatabase } from "./command-database.ts";

const closing: (() => unknown)[] = [];

async function recount(): Promise<void> {
  const { values } = parseArgs({ options: { mend: { type: "boolean", default: false } } });
  const { db } = openDatabase(await openCommandDatabase(readSettings(process.env), closing), {
    max: 1,
    onError: () => undefined,
  });
  closing.unshift(() => db.destroy());
  const { cases, missing, short, mended } = await compareCounts(db, values.mend);
  console.log(`pulse: ${cases} cases, ${missing} steps not counted, ${short} months short of them, ${mended} mended`);
  if (short > 0 || missing > mended) process.exitCode = 1;
}

try {
  await recount();
} catch (error) {
  console.error(`Cannot recount: ${(error as Error).message.split("\n")[0]}`);
  process.exitCode = 1;
} finally {
  for (const close of closing) await close();
}
