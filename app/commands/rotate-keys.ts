// npm run admin -- keys:rotate: activates a new signing key and a new push key, also on running nodes. Tokens of the old signing key work until they
// expire; browsers subscribe under the new push key when they next open a dashboard.
import { openCommandDatabase } from "./command-database.ts";
import { readSecret } from "../platform/data-dir.ts";
import { openSigningKeys } from "../auth/sessions/keys.server.ts";
import { openPushKeys } from "../platform/push/push-keys.server.ts";
import { openDatabase } from "../platform/database/database.server.ts";
import { readSettings } from "../platform/settings.ts";

const closing: (() => unknown)[] = [];

async function rotate(): Promise<void> {
  const { secret, ...settings } = readSettings(process.env);
  const known = secret ?? readSecret(settings.dataDir);
  const { db } = openDatabase(await openCommandDatabase(settings, closing), { max: 1, onError: () => undefined });
  closing.unshift(() => db.destroy());
  const keys = await openSigningKeys(db, known);
  const before = keys.active().kid;
  console.log(`Signing key ${before} replaced by ${await keys.rotate()}`);
  console.log(`Push key replaced by ${await openPushKeys(db, known).rotate()}`);
}

try {
  await rotate();
} catch (error) {
  console.error(`Cannot rotate: ${(error as Error).message.split("\n")[0]}`);
  process.exitCode = 1;
} finally {
  for (const close of closing) await close();
}
