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
const CACHE = join(ROOT, "node_modules/.cache/clusters");

/**
 * Fills a new data folder with a first start's cluster, which does not wait for the disk unless `isDurable`. The cluster is created
 * once for each version of db/ and of the vocabulary and then copied, because creating one takes seconds of processor time.
 */
export async function prepareDataDir(dataDir: string, { isDurable = false } = {}): Promise<void> {
  await copy(await cachedCluster(), dataDir);
  const settings = ["fsync", "full_page_writes", "synchronous_commit"].map((name) => `${name} = off\n`);
  if (!isDurable) appendFileSync(join(dataDir, "postgres/postgresql.auto.conf"), settings.join(""));
  // The program expects the secret of its first start beside an existing database.
  writeFileSync(join(dataDir, "secret"), randomBytes(32).toString("base64url"), { mode: 0o600 });
}

async function cachedCluster(): Promise<string> {
  const hash = createHash("sha256");
  for (const file of globSync(
    [
      "db/**/*.{ts,sql}",
      "app/domain/{body-zones,places,specialties,vocabulary}/**/*.ts",
      "package-lock.json",
      "tests/support/{prepared,first-start}.ts",
    ],
    { cwd: ROOT },
  ).toSorted())
    hash.update(`${file}\0`).update(readFileSync(join(ROOT, file)));
  const cached = join(CACHE, hash.digest("hex").slice(0, 16));
  if (existsSync(cached)) return cached;
  const dataDir = makeFolder("cluster");
  const database = await startEmbedded({ dataDir, durable: false, log: () => undefined });
  await firstStart(database.url).finally(() => database.stop());
  await mkdir(CACHE, { recursive: true });
  const unfinished = `${cached}.${randomBytes(8).toString("hex")}`;
  await mkdir(unfinished);
  await copy(dataDir, unfinished);
  await rm(dataDir, { recursive: true, force: true });
  // Another test, of this process or another one, may have created it meanwhile.
  await rename(unfinished, cached).catch(() => rm(unfinished, { recursive: true, force: true }));
  const older = readdirSync(CACHE).filter((name) => !cached.endsWith(name) && !name.includes("."));
  for (const name of older) await rm(join(CACHE, name), { recursive: true, force: true });
  return cached;
}

/** Copies a stopped cluster with its password; a copy belongs to PostgreSQL's user as the original does. */
async function copy(from: string, to: string): Promise<void> {
  const parts = ["postgres", "postgres-password"].map((name) => join(from, name));
  await promisify(execFile)("cp", ["-a", ...parts, to]);
}
