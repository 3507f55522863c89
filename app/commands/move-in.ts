// npm run move-in -- --from SOURCE --files PLACE [--dry-run] [--report FOLDER] [--choices FILE] [--consent keep|ask] [--ca FILE]: brings people, cases and files of the old
// system, which it only reads. -- --tell [--per-hour 300] mails them once they can sign in, -- --status says how many did. See docs/operations.md, "Moving in".
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { lockDataDir } from "../../db/data-lock.ts";
import { runningDatabase, startEmbedded } from "../../db/embedded.ts";
import { migrate, withMigrationLock } from "../../db/migrate.ts";
import { openPasswords } from "../auth/credentials/passwords.server.ts";
import { beginTelling } from "../domain/moved-rows/tell.server.ts";
import { moveFigures } from "../domain/moved-rows/figures.server.ts";
import { openDatabase } from "../platform/database/database.server.ts";
import { readSecret } from "../platform/data-dir.ts";
import { openLog } from "../platform/log.server.ts";
import { readSettings } from "../platform/settings.ts";
import { openStorage } from "../platform/storage/open-storage.server.ts";
import { openScan } from "../platform/uploads/virus-scan.server.ts";
import { openUploadWorkers } from "../platform/uploads/workers.server.ts";
import { openCommandDatabase } from "./command-database.ts";
import { openDump } from "./move-in/dump-source.ts";
import { type FilePlace, openFolder, openS3 } from "./move-in/file-place.ts";
import { moveIn, type Outcome } from "./move-in/move-in.ts";
import { openPostgres } from "./move-in/postgres-source.ts";
import { Refusal } from "./move-in/refusal.ts";
import { readChoices } from "./move-in/report.ts";

const USAGE =
  "usage: npm run move-in -- --from SOURCE --files PLACE [--dry-run] [--report FOLDER] [--choices FILE] [--consent keep|ask] [--ca FILE], or -- --tell [--per-hour 300], or -- --status";
const REHEARSED_MEMORY = 8;
const closing: (() => unknown)[] = [];

function readFlags() {
  try {
    const { values } = parseArgs({
      options: {
        from: { type: "string" },
        files: { type: "string" },
        "dry-run": { type: "boolean", default: false },
        report: { type: "string", default: "informe" },
        choices: { type: "string" },
        consent: { type: "string", default: "keep" },
        ca: { type: "string" },
        tell: { type: "boolean", default: false },
        "per-hour": { type: "string", default: "300" },
        status: { type: "boolean", default: false },
      },
    });
    return values;
  } catch {
    throw new Refusal(USAGE);
  }
}

type Flags = ReturnType<typeof readFlags>;

async function run(flags: Flags): Promise<Outcome> {
  const from = flags.from ?? process.env["MOVE_FROM"];
  if (!from || !(flags.files ?? process.env["MOVE_S3_URL"])) throw new Refusal(USAGE);
  const consent = (["keep", "ask"] as const).find((each) => each === flags.consent);
  if (!consent) throw new Refusal(USAGE);
  process.umask(0o077);
  const choices = flags.choices ? readChoices(readText(flags.choices)) : new Map<string, string>();
  const settings = readSettings(process.env);
  const place = await openPlace(flags.files);
  closing.unshift(() => place.close());
  const source = await (/^postgres(ql)?:\/\//.test(from) ? openPostgres(from, flags.ca ?? null) : openDump(from));
  closing.unshift(() => source.close());
  const url = await openOwnDatabase(settings);
  await migrate(url);
  const log = openLog();
  const storage = await openStorage(settings, log);
  closing.unshift(() => storage.close());
  const { clamavSocket, uploadsSocket: socket, dataDir } = settings;
  const workers = openUploadWorkers(log, { dataDir, socket, ...(clamavSocket && { scan: openScan(clamavSocket) }) });
  closing.unshift(() => workers.close());
  // What a rehearsal hashes is stored nowhere.
  const memory = flags["dry-run"] ? REHEARSED_MEMORY : settings.passwordMemory;
  const passwords = openPasswords(memory, { adoptedMemory: settings.passwordMemory });
  closing.unshift(() => passwords.close());
  const secret = settings.secret ?? readSecret(dataDir);
  const parts = { source, place, storage, workers, passwords, secret, choices, consent, report: flags.report };
  return withMigrationLock(url, (client) =>
    moveIn({ ...parts, client, isDryRun: flags["dry-run"], say: (line) => console.log(line) }),
  );
}

/** Begins the mails, or says how far everything is; the program may run. */
async function follow({ tell: isTold, "per-hour": perHour }: Flags): Promise<void> {
  const { db } = openDatabase(await openCommandDatabase(readSettings(process.env), closing), {
    max: 1,
    onError: () => undefined,
  });
  closing.unshift(() => db.destroy());
  if (isTold) {
    if (!/^[1-9]\d{0,4}$/.test(perHour)) throw new Refusal("--per-hour is a number from 1 to 99999");
    if (!(await beginTelling(db, Number(perHour)))) throw new Refusal("nobody moved in yet");
    console.log(`${perHour} mails an hour go out while the program runs; --status says how many did`);
  }
  const figures = await moveFigures(db);
  if (!figures) throw new Refusal("nobody moved in yet");
  const { people, entered, without_password, told } = figures;
  console.log(`${people} people moved in, ${entered} entered, ${without_password} have no password, ${told} were told`);
}

function readText(file: string): string {
  if (!existsSync(file)) throw new Refusal(`there is no file ${file}`);
  return readFileSync(file, "utf8");
}

async function openPlace(folder: string | undefined): Promise<FilePlace> {
  if (folder) return openFolder(folder);
  const {
    MOVE_S3_URL = "",
    MOVE_S3_ACCESS_KEY_ID,
    MOVE_S3_SECRET_ACCESS_KEY,
    MOVE_S3_REGION = "us-east-1",
  } = process.env;
  if (!URL.canParse(MOVE_S3_URL) || !MOVE_S3_ACCESS_KEY_ID || !MOVE_S3_SECRET_ACCESS_KEY)
    throw new Refusal("MOVE_S3_URL needs an address, MOVE_S3_ACCESS_KEY_ID and MOVE_S3_SECRET_ACCESS_KEY");
  return openS3(MOVE_S3_URL, {
    accessKeyId: MOVE_S3_ACCESS_KEY_ID,
    secretAccessKey: MOVE_S3_SECRET_ACCESS_KEY,
    region: MOVE_S3_REGION,
  });
}

/** The database that no running node of this folder uses. */
async function openOwnDatabase({
  dataDir,
  databaseUrl,
  databaseDirectUrl,
}: ReturnType<typeof readSettings>): Promise<string> {
  if (databaseUrl) return databaseDirectUrl ?? databaseUrl;
  if (!existsSync(join(dataDir, "postgres")))
    throw new Refusal("start the program once and stop it: it makes the database and the first admin");
  if (runningDatabase(dataDir)) throw new Refusal("a node is running: stop it first");
  closing.unshift(lockDataDir(dataDir));
  const database = await startEmbedded({ dataDir, log: (line) => console.log(line) });
  closing.unshift(() => database.stop());
  return database.url;
}

function tell({ state, ledger }: Outcome): void {
  if (ledger.unknown.length > 0) console.log(`not known, and left: ${ledger.unknown.join(", ")}`);
  if (state === "unchanged") console.log("nothing changed since the last run: 0 rows written");
  else if (state === "loaded") console.log("moved in: start the program");
  else if (state === "rehearsed") console.log("a rehearsal: nothing was written");
  if (ledger.waiting > 0)
    console.log(`${ledger.waiting} choices wait: fill the last column of informe.csv, and name it with --choices`);
  process.exitCode = ledger.waiting > 0 ? 2 : 0;
}

try {
  const flags = readFlags();
  if (flags.tell || flags.status) await follow(flags);
  else tell(await run(flags));
} catch (error) {
  console.error(`Cannot move in: ${(error as Error).message.split("\n")[0]}`);
  process.exitCode = 1;
} finally {
  for (const close of closing) await close();
}
