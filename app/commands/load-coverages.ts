// npm run admin -- coverages:load FILE: loads the official list of coverages (a CSV with code and name) into the vocabulary.
import { existsSync, readFileSync } from "node:fs";
import { openCommandDatabase } from "./command-database.ts";
import { loadOfficialList } from "../domain/coverages/load-official-list.server.ts";
import { readOfficialList } from "../domain/coverages/official-list.ts";
import { openDatabase } from "../platform/database/database.server.ts";
import { readSettings } from "../platform/settings.ts";

const closing: (() => unknown)[] = [];

async function load(): Promise<void> {
  const file = process.argv[2];
  if (!file || !existsSync(file)) throw new Error("name the file with the list");
  const official = readOfficialList(readFileSync(file));
  const url = await openCommandDatabase(readSettings(process.env), closing);
  const { db } = openDatabase(url, { max: 1, onError: () => undefined });
  closing.unshift(() => db.destroy());
  const { added, recognised, unchanged, missing } = await loadOfficialList(db, official);
  console.log(`${added} coverages added, ${recognised} recognised, ${unchanged} known before.`);
  if (missing.length > 0)
    console.log(`Not in the list, to be retired by an admin if they closed: ${missing.join(", ")}.`);
}

try {
  await load();
} catch (error) {
  console.error(`Cannot load the coverages: ${(error as Error).message.split("\n")[0]}`);
  process.exitCode = 1;
} finally {
  for (const close of closing) await close();
}
