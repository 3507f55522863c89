// npm run admin -- audit:verify [--expect SEQ:HASH]: verifies the hash chain of the audit log. Exits with 1 on a broken link. Store the printed
// head outside the database; a later run can check it with --expect.
import { parseArgs } from "node:util";
import { openCommandDatabase } from "./command-database.ts";
import { verifyAudit } from "../domain/audit/verify.server.ts";
import { openDatabase } from "../platform/database/database.server.ts";
import { readSettings } from "../platform/settings.ts";

const closing: (() => unknown)[] = [];

async function verify(): Promise<void> {
  const { values } = parseArgs({ options: { expect: { type: "string" } } });
  const [seq, hash] = values.expect?.split(":") ?? [];
  if (values.expect && !(/^\d+$/.test(seq ?? "") && /^[0-9a-f]{64}$/.test(hash ?? "")))
    throw new Error("--expect takes SEQ:HASH");
  const { db } = openDatabase(await openCommandDatabase(readSettings(process.env), closing), {
    max: 1,
    onError: () => undefined,
  });
  closing.unshift(() => db.destroy());
  const { checked, broken, head } = await verifyAudit(db, seq && hash ? { seq, hash } : undefined);
  for (const problem of broken) console.error(`Broken: ${problem}`);
  console.log(`audit: ${checked} links checked, ${broken.length} broken; head ${head.seq}:${head.hash}`);
  if (broken.length > 0) process.exitCode = 1;
}

try {
  await verify();
} catch (error) {
  console.error(`Cannot verify: ${(error as Error).message.split("\n")[0]}`);
  process.exitCode = 1;
} finally {
  for (const close of closing) await close();
}
