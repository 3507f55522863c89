// npm run backup:noted -- [--at TIME]: notes a backup that other means have made, now or at a time.
import { parseArgs } from "node:util";
import { z } from "zod";
import { openDatabase } from "../platform/database/database.server.ts";
import { runMaintenance } from "../platform/maintenance.server.ts";
import { readSettings } from "../platform/settings.ts";
import { openCommandDatabase } from "./command-database.ts";

const closing: (() => unknown)[] = [];

async function noteBackup(): Promise<void> {
  const { values } = parseArgs({ options: { at: { type: "string" } } });
  const { success, data } = z.iso.datetime({ offset: true }).safeParse(values.at ?? new Date().toISOString());
  if (!success) throw new Error("--at: a time is like 2026-12-01T03:00:00Z or 2026-12-01T00:00:00-03:00");
  const at = new Date(data);
  if (at.getTime() > Date.now()) throw new Error("--at: that time is still to come");
  const { db } = openDatabase(await openCommandDatabase(readSettings(process.env), closing), {
    max: 1,
    onError: () => undefined,
  });
  closing.unshift(() => db.destroy());
  await runMaintenance(db, "backup", async () => at);
  console.log(`Noted a backup of ${at.toISOString()}`);
}

try {
  await noteBackup();
} catch (error) {
  console.error(`Cannot note a backup: ${(error as Error).message.split("\n")[0]}`);
  process.exitCode = 1;
} finally {
  for (const close of closing) await close();
}
