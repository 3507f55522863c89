// npm run restore -- FOLDER [--deletions FOLDER] [--secret FILE] [--verify]: creates database and files from a backup, where there are none.
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { lockDataDir } from "../../db/data-lock.ts";
import { startEmbedded } from "../../db/embedded.ts";
import { type Manifest, openArchive } from "./archive.ts";
import { loadArchive } from "./load-archive.ts";
import { storedFiles } from "./stored-files.ts";
import { verifyBackup } from "./verify-backup.ts";
import { openDataDir } from "../platform/data-dir.ts";
import type { Secret } from "../platform/crypto.server.ts";
import { type GivenSettings, readSettings } from "../platform/settings.ts";
import { openLog } from "../platform/log.server.ts";
import type { Bucket, Storage } from "../platform/storage/storage.server.ts";
import { openStorage } from "../platform/storage/open-storage.server.ts";

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { deletions: { type: "string" }, secret: { type: "string" }, verify: { type: "boolean" } },
});
/** Undo steps after a failure, run in reverse. */
const undoing: (() => unknown)[] = [];

async function restore(): Promise<void> {
  const [archive, ...extra] = positionals;
  if (!archive || extra.length > 0)
    throw new Error("usage: npm run restore -- FOLDER [--deletions FOLDER] [--secret FILE] [--verify]");
  const settings = readSettings(process.env);
  process.umask(0o077);
  const secretFile = flags.secret ? readFileSync(flags.secret, "utf8").trim() : null;
  const secret = secretFile ?? settings.secret;
  if (!secret) throw new Error("SECRET is not in a backup: set it, or name the file that it is kept in with --secret");
  if (flags.verify) return verifyBackup(settings, archive, secret, undoing);
  const manifest = await openArchive(archive);
  const noted = flags.deletions ? readdirSync(flags.deletions) : [];
  const given = { archive, manifest, noted, secret, secretFile };
  const { databaseUrl, databaseDirectUrl } = settings;
  await (databaseUrl
    ? restoreBeside(settings, databaseDirectUrl ?? databaseUrl, given)
    : restoreWhole(settings, given));
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  console.log(
    `Restored as of ${manifest.at}: ${rows} rows of ${manifest.tables.length} tables, ${manifest.files.length} files`,
  );
  console.log(
    "Everybody signs in anew; what was deleted or revoked later, as far as it is noted, goes at the first start",
  );
}

type Given = { archive: string; manifest: Manifest; noted: string[]; secret: Secret; secretFile: string | null };

/** Builds the data folder under another name and renames it when complete. */
async function restoreWhole({ dataDir, s3 }: GivenSettings, given: Given): Promise<void> {
  if (existsSync(dataDir) && readdirSync(dataDir).length > 0)
    throw new Error(`DATA_DIR: ${dataDir} is not empty: name a new folder`);
  const unfinished = `${dataDir}.unfinished`;
  openDataDir(unfinished);
  const unlock = lockDataDir(unfinished);
  undoing.push(() => rmSync(unfinished, { recursive: true, force: true }), unlock);
  // Leftovers of a killed restore.
  for (const name of readdirSync(unfinished))
    if (name !== "kinexo.lock") rmSync(join(unfinished, name), { recursive: true });
  const database = await startEmbedded({ dataDir: unfinished, log: (line) => console.log(line) });
  // PostgreSQL's folder may be a link to another place.
  const cluster = realpathSync(join(unfinished, "postgres"));
  undoing.push(
    () => rmSync(cluster, { recursive: true, force: true }),
    () => database.stop(),
  );
  await restoreFiles({ dataDir: unfinished, s3 }, given);
  await loadArchive(database.url, given);
  if (given.secretFile) writeFileSync(join(unfinished, "secret"), given.secretFile, { mode: 0o600, flush: true });
  await database.stop();
  unlock();
  renameSync(unfinished, dataDir);
  const parent = openSync(dirname(dataDir), "r");
  fsyncSync(parent);
  closeSync(parent);
  undoing.length = 0;
}

/** Restores files before rows: a file without a row is better than a row without its file. */
async function restoreBeside({ dataDir, s3 }: GivenSettings, databaseUrl: string, given: Given): Promise<void> {
  const isNew = !existsSync(dataDir);
  if (isNew) undoing.push(() => rmSync(dataDir, { recursive: true, force: true }));
  openDataDir(dataDir);
  const unlock = lockDataDir(dataDir);
  undoing.push(unlock);
  await restoreFiles({ dataDir, s3 }, given);
  await loadArchive(databaseUrl, given);
  if (given.secretFile) writeFileSync(join(dataDir, "secret"), given.secretFile, { mode: 0o600, flush: true });
  undoing.length = 0;
  unlock();
}

async function restoreFiles(
  settings: Pick<GivenSettings, "dataDir" | "s3">,
  { archive, manifest, noted }: Given,
): Promise<void> {
  const storage = await openStorage(settings, openLog());
  undoing.push(() => storage.close());
  await refuseOthers(storage, manifest);
  const write = async (whole: string, bytes: Uint8Array) => {
    const [bucket, ...rest] = whole.split("/");
    const path = rest.join("/");
    if (await storage.find(bucket as Bucket, path)) return;
    await storage.write(bucket as Bucket, path, bytes);
    undoing.push(() => storage.remove(bucket as Bucket, path));
  };
  for (const { path } of manifest.files) await write(path, readFileSync(join(archive, "files", path)));
  for (const name of noted) if (!name.startsWith(".")) await write(`deletions/${name}`, Buffer.alloc(0));
}

async function refuseOthers(storage: Storage, manifest: Manifest): Promise<void> {
  const known = new Set(manifest.files.map(({ path }) => path));
  for await (const { bucket, path } of storedFiles(storage)) {
    // Recorded deletions stay: they are newer than any backup.
    if (bucket === "deletions" || known.has(`${bucket}/${path}`)) continue;
    throw new Error(`DATA_DIR: among the files is one that is not in the backup: ${bucket}/${path}`);
  }
}

try {
  await restore();
} catch (error) {
  console.error(`Cannot restore: ${(error as Error).message.split("\n")[0]}`);
  process.exitCode = 1;
} finally {
  for (const undo of undoing.toReversed()) await undo();
}
