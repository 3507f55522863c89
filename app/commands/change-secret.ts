// npm run admin -- secret:change [--leaked]: encrypts again, with SECRET, what an earlier one encrypted. Where the secret is a file of DATA_DIR, it
// makes a new one first; the app is then stopped. Repeated after an interruption, it continues.
import { copyFileSync, existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { lockDataDir } from "../../db/data-lock.ts";
import { runningDatabase } from "../../db/embedded.ts";
import { type Database, openDatabase } from "../platform/database/database.server.ts";
import { makeSecret, readSecret, SECRET_FILES } from "../platform/data-dir.ts";
import { secretsOf, type Secret } from "../platform/crypto.server.ts";
import { type GivenSettings, readSettings } from "../platform/settings.ts";
import { openCommandDatabase } from "./command-database.ts";
import { encryptAgain } from "./sealed-columns.server.ts";

const closing: (() => unknown)[] = [];
const { values: flags } = parseArgs({ options: { leaked: { type: "boolean", default: false } } });

async function change(): Promise<void> {
  const settings = readSettings(process.env);
  if (settings.secret !== null) {
    if (secretsOf(settings.secret).length < 2)
      throw new Error("set SECRET_PREVIOUS to the secret of now, and SECRET to a new one");
    await encryptWith(await openDb(settings), settings.secret);
    console.log(
      "Remove SECRET_PREVIOUS from every node: at once after a leak, else when links of earlier mails may end.",
    );
  } else await changeFile(settings);
}

async function changeFile(settings: GivenSettings): Promise<void> {
  const { dataDir } = settings;
  const [current, next, previous] = [SECRET_FILES.current, SECRET_FILES.next, SECRET_FILES.previous].map((name) =>
    join(dataDir, name),
  ) as [string, string, string];
  readSecret(dataDir);
  // A running app keeps the secret of before in memory.
  if (runningDatabase(dataDir)) throw new Error("stop the app first");
  if (settings.databaseUrl) closing.unshift(lockDataDir(dataDir));
  const db = await openDb(settings);
  // An interrupted change has made it already.
  if (!existsSync(next)) makeSecret(next);
  const [old, fresh = "", ...earlier] = secretsOf(readSecret(dataDir));
  await encryptWith(db, [fresh, old, ...earlier]);
  if (!flags.leaked) copyFileSync(current, previous);
  renameSync(next, current);
  if (flags.leaked) rmSync(previous, { force: true });
  console.log(`The secret is now in ${current}: copy it to where you keep it apart from the backups.`);
  if (!flags.leaked) console.log(`Delete ${previous} when links of earlier mails may end.`);
}

async function openDb(settings: GivenSettings): Promise<Database> {
  const { db } = openDatabase(await openCommandDatabase(settings, closing), { max: 1, onError: () => undefined });
  closing.unshift(() => db.destroy());
  return db;
}

async function encryptWith(db: Database, secret: Secret): Promise<void> {
  console.log(`${await encryptAgain(db, secret)} values encrypted again`);
}

try {
  await change();
} catch (error) {
  console.error(`Cannot change the secret: ${(error as Error).message.split("\n")[0]}`);
  process.exitCode = 1;
} finally {
  for (const close of closing) await close();
}
