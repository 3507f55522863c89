// npm run admin -- keys:rotate [--leaked]: activates a new signing key and a new push key, also on running nodes. Tokens of the old signing key
// work until they expire; with --leaked no node accepts them any more, and every session and every link of a mail ends. Browsers subscribe under the new push key when
// they next open a dashboard.
import { parseArgs } from "node:util";
import { openCommandDatabase } from "./command-database.ts";
import { noteRevocations } from "./note-revocations.ts";
import { readSecret } from "../platform/data-dir.ts";
import { openSigningKeys } from "../auth/sessions/keys.server.ts";
import { endAllSessions } from "../auth/sessions/sessions.server.ts";
import { openPushKeys } from "../platform/push/push-keys.server.ts";
import { openDatabase } from "../platform/database/database.server.ts";
import { readSettings } from "../platform/settings.ts";

const closing: (() => unknown)[] = [];
const { values: flags } = parseArgs({ options: { leaked: { type: "boolean", default: false } } });

async function rotate(): Promise<void> {
  const { secret, ...settings } = readSettings(process.env);
  const known = secret ?? readSecret(settings.dataDir);
  const { db } = openDatabase(await openCommandDatabase(settings, closing), { max: 1, onError: () => undefined });
  closing.unshift(() => db.destroy());
  const keys = await openSigningKeys(db, known);
  const before = keys.active().kid;
  console.log(`Signing key ${before} replaced by ${await (flags.leaked ? keys.replaceLeaked() : keys.rotate())}`);
  if (flags.leaked) {
    console.log(`Sessions of ${await endAllSessions(db)} accounts ended`);
    // A message that waited in a backup holds the token of its link.
    await db.deleteFrom("auth.one_time_tokens").execute();
    await db.deleteFrom("auth.undo_links").execute();
    console.log("Links of mails sent so far ended");
    await noteRevocations(db, settings);
  }
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
