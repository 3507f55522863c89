import { createHash } from "node:crypto";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSnapshot } from "../../db/dump.ts";
import { startEmbedded } from "../../db/embedded.ts";
import type { Secret } from "../platform/crypto.server.ts";
import { openDatabase } from "../platform/database/database.server.ts";
import { runMaintenance } from "../platform/maintenance.server.ts";
import type { GivenSettings } from "../platform/settings.ts";
import { type Manifest, openArchive, readRows, tablePath } from "./archive.ts";
import { openCommandDatabase } from "./command-database.ts";
import { loadArchive } from "./load-archive.ts";

/**
 * Restores a backup on trial: verifies the hash of every file, loads all rows into a database of its own in TMPDIR, compares them with the
 * backup's, and removes that database. The installation notes when it succeeded or failed. `closing` receives what must be undone. Throws a
 * one-line error when the backup cannot be restored, or the installation's database cannot be reached.
 */
export async function verifyBackup(
  settings: GivenSettings,
  archive: string,
  secret: Secret,
  closing: (() => unknown)[],
): Promise<void> {
  const undoing: (() => unknown)[] = [];
  closing.push(async () => {
    for (const undo of undoing) await undo();
  });
  const { db } = openDatabase(await openCommandDatabase(settings, undoing), { max: 1, onError: () => undefined });
  undoing.unshift(() => db.destroy());
  await runMaintenance(db, "backup_verified", async () => {
    const manifest = await openArchive(archive);
    const differing = await restoredOnTrial({ archive, manifest, secret });
    if (differing.length > 0) throw new Error(`the restored rows differ from the backup's: ${differing.join(", ")}`);
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(
      `Verified the backup of ${manifest.at}: ${rows} rows of ${manifest.tables.length} tables were restored and compared, ` +
        `${manifest.files.length} files are as they were written`,
    );
  });
}

/** Loads a backup into a database of its own; returns the tables whose rows differ. */
async function restoredOnTrial(given: { archive: string; manifest: Manifest; secret: Secret }): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), "kinexo-verify-"));
  try {
    const database = await startEmbedded({ dataDir: folder, log: () => undefined });
    try {
      await loadArchive(database.url, given);
      return await differingTables(database.url, given);
    } finally {
      await database.stop();
      // PostgreSQL's folder may be a link to another place.
      rmSync(realpathSync(join(folder, "postgres")), { recursive: true, force: true });
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The tables of a database whose rows are other than a backup's. A restore ends sessions and unlocks jobs: of those only the number is compared. */
export async function differingTables(
  databaseUrl: string,
  { archive, manifest }: { archive: string; manifest: Manifest },
): Promise<string[]> {
  const snapshot = await openSnapshot(databaseUrl);
  try {
    const differing: string[] = [];
    for (const table of manifest.tables) {
      const isChanged = table.schema === "graphile_worker" || (table.schema === "auth" && table.name === "sessions");
      const [kept, restored] = [
        await sumOf(readRows(join(archive, tablePath(table))), isChanged),
        await sumOf(snapshot.rowsOf(table), isChanged),
      ];
      if (kept !== restored) differing.push(`${table.schema}.${table.name}`);
    }
    return differing;
  } finally {
    await snapshot.close();
  }
}

/** The number of rows, with a sum of their hashes that does not depend on their order. */
async function sumOf(rows: AsyncIterable<string>, isCountOnly: boolean): Promise<string> {
  let count = 0;
  let sum = 0n;
  for await (const row of rows) {
    count += 1;
    if (!isCountOnly) sum += createHash("sha256").update(row).digest().readBigUInt64BE();
  }
  return `${count} ${sum}`;
}
