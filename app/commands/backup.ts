// npm run backup -- FOLDER: writes a consistent snapshot of all rows, and all files, into a new folder; app running or stopped.
import { existsSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { openSnapshot } from "../../db/dump.ts";
import { type Manifest, tablePath, writeHashed, writeManifest, writeRows } from "./archive.ts";
import { storedFiles } from "./stored-files.ts";
import { openCommandDatabase } from "./command-database.ts";
import { runMaintenance } from "../platform/maintenance.server.ts";
import { openDatabase } from "../platform/database/database.server.ts";
import { type GivenSettings, readSettings } from "../platform/settings.ts";
import { openLog } from "../platform/log.server.ts";
import type { Storage } from "../platform/storage/storage.server.ts";
import { openStorage } from "../platform/storage/open-storage.server.ts";

const closing: (() => unknown)[] = [];

async function backUp(): Promise<void> {
  const [given, ...extra] = process.argv.slice(2);
  if (!given || extra.length > 0) throw new Error("usage: npm run backup -- FOLDER");
  const folder = resolve(given);
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new Error(`${folder} is not empty: name a new folder`);
  const settings = readSettings(process.env);
  process.umask(0o077);
  const databaseUrl = await openCommandDatabase(settings, closing);
  const { db } = openDatabase(databaseUrl, { max: 1, onError: () => undefined });
  closing.unshift(() => db.destroy());
  await runMaintenance(db, "backup", () => writeBackup(settings, databaseUrl, folder));
}

async function writeBackup(settings: GivenSettings, databaseUrl: string, folder: string) {
  const began = performance.now();
  // The folder has another name until it is complete.
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  closing.unshift(() => rmSync(unfinished, { recursive: true, force: true }));
  const { bytes: bytesOfRows, at, migrations, tables, sequences } = await writeTables(databaseUrl, unfinished);
  // Files are written before their rows and removed some time after them, so every file named by a row still exists.
  const storage = await openStorage(settings, openLog());
  closing.unshift(() => storage.close());
  const files = await writeFiles(storage, unfinished);
  await writeManifest(unfinished, { format: 1, at, migrations, tables, sequences, files });
  renameSync(unfinished, folder);
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  console.log(`Backup of ${at} in ${folder}: ${rows} rows of ${tables.length} tables, ${files.length} files`);
  console.log("SECRET is not in it, and without it nobody can restore it: keep that apart (see docs/operations.md)");
  const bytes = files.reduce((sum, { size }) => sum + size, bytesOfRows);
  const seconds = Math.round((performance.now() - began) / 1000);
  return { at: new Date(at), detail: { bytes, files: files.length, seconds } };
}

async function writeTables(databaseUrl: string, folder: string) {
  const snapshot = await openSnapshot(databaseUrl);
  try {
    const tables: Manifest["tables"] = [];
    let bytes = 0;
    for (const table of snapshot.tables) {
      const { size, ...written } = await writeRows(join(folder, tablePath(table)), snapshot.rowsOf(table));
      tables.push({ ...table, ...written });
      bytes += size;
    }
    return { bytes, at: snapshot.at, migrations: snapshot.migrations, tables, sequences: await snapshot.sequences() };
  } finally {
    await snapshot.close();
  }
}

async function writeFiles(storage: Storage, folder: string): Promise<Manifest["files"]> {
  const files: Manifest["files"] = [];
  for await (const { bucket, path } of storedFiles(storage)) {
    // A file removed meanwhile belonged to a deleted record, which `deletions` notes.
    const found = await storage.open(bucket, path);
    const whole = `${bucket}/${path}`;
    if (found) files.push({ path: whole, ...(await writeHashed(join(folder, "files", whole), found.bytes)) });
  }
  return files;
}

try {
  await backUp();
} catch (error) {
  console.error(`Cannot back up: ${(error as Error).message.split("\n")[0]}`);
  process.exitCode = 1;
} finally {
  for (const close of closing) await close();
}
