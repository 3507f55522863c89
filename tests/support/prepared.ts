import { execFile } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { appendFileSync, existsSync, globSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { startEmbedded } from "../../db/embedded.ts";
import { firstStart } from "./first-start.ts";
import { makeFolder } from "./folder.ts";

const ROOT = join(import.meta.dirname, "../..");
const KEPT = join(ROOT, "node_modules/.cache/clusters");

/**
 * Fills a new data folder with the cluster of a first start, one that does not wait for the disk. It is made once for
 * each version of db/ and of the vocabulary and then copied: to make one takes some seconds of processor time.
 */
export async function prepareDataDir(dataDir: string): Promise<void> {
  await copy(await keptCluster(), dataDir);
  // Beside a database the program looks for the secret of its first start.
  writeFileSync(join(dataDir, "secret"), randomBytes(32).toString("base64url"), { mode: 0o600 });
}

async function keptCluster(): Promise<string> {
  const hash = createHash("sha256");
  for (const file of globSync(
    ["db/**/*.{ts,sql}", "app/domain/{body-zones,places,specialties,vocabulary}/**/*.ts", "package-lock.json"],
    { cwd: ROOT },
  ).toSorted())
    hash.update(`${file}\0`).update(readFileSync(join(ROOT, file)));
  const kept = join(KEPT, hash.digest("hex").slice(0, 16));
  if (existsSync(kept)) return kept;
  const dataDir = makeFolder("cluster");
  const database = await startEmbedded({ dataDir, durable: false, log: () => undefined });
  await firstStart(database.url).finally(() => database.stop());
  const settings = ["fsync", "full_page_writes", "synchronous_commit"].map((name) => `${name} = off\n`);
  appendFileSync(join(dataDir, "postgres/postgresql.auto.conf"), settings.join(""));
  await mkdir(KEPT, { recursive: true });
  const unfinished = `${kept}.${process.pid}`;
  await mkdir(unfinished);
  await copy(dataDir, unfinished);
  await rm(dataDir, { recursive: true, force: true });
  // Another process may have made it meanwhile.
  await rename(unfinished, kept).catch(() => rm(unfinished, { recursive: true, force: true }));
  const older = readdirSync(KEPT).filter((name) => !kept.endsWith(name) && !name.includes("."));
  for (const name of older) await rm(join(KEPT, name), { recursive: true, force: true });
  return kept;
}

/** Copies a stopped cluster with its password; a copy belongs to PostgreSQL's user as the original does. */
async function copy(from: string, to: string): Promise<void> {
  const parts = ["postgres", "postgres-password"].map((name) => join(from, name));
  await promisify(execFile)("cp", ["-a", ...parts, to]);
}
