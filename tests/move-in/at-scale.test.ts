// @module-tag operations/full
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createDatabase } from "../support/database.ts";
import { makeFolder } from "../support/folder.ts";
import { isFull } from "../support/full.ts";
import { openNode, SECRET } from "../support/test-app.ts";
import { writeLargeSource } from "./large-source.ts";

const SIZE = isFull ? { people: 100_000, cases: 50_000, files: 20_000 } : { people: 5_000, cases: 2_500, files: 1_000 };
const MOST_MEGABYTES = 400;
const MOST_MINUTES = 10;
const POLL_MS = 100;
const ROOT = join(import.meta.dirname, "../..");
/** As `npm run move-in` runs it, with the limits of its memory. */
const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { scripts: Record<string, string> };
const MOVE_IN = scripts["move-in"]?.split(" ").slice(2) ?? [];
const folder = makeFolder("large");
const [dump, files, dataDir] = [join(folder, "dump.sql"), join(folder, "old"), join(folder, "data")];
let database: Awaited<ReturnType<typeof createDatabase>>;

beforeAll(async () => {
  database = await createDatabase();
  await (await openNode(database.url)).close();
  mkdirSync(dataDir);
  await writeLargeSource(SIZE, { dump, files, stored: join(dataDir, "files") });
}, 600_000);
afterAll(() => database?.drop());

/** Runs the command, and says what it held at most, in megabytes, and how many minutes it took. */
async function run(): Promise<{ output: string; megabytes: number; minutes: number }> {
  const begun = performance.now();
  const command = [...MOVE_IN, "--from", dump, "--files", files, "--report", join(folder, "informe")];
  const child = spawn(process.execPath, command, {
    cwd: ROOT,
    env: { ...process.env, DATABASE_URL: database.url, DATA_DIR: dataDir, SECRET },
  });
  let [output, megabytes] = ["", 0];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part: Buffer) => (output += String(part)));
  const poll = setInterval(() => {
    const [, peak] = /VmHWM:\s+(\d+) kB/.exec(statusOf(child.pid)) ?? [];
    megabytes = Math.max(megabytes, Number(peak ?? 0) / 1000);
  }, POLL_MS);
  await new Promise((ended) => child.on("close", ended));
  clearInterval(poll);
  return { output, megabytes: Math.round(megabytes), minutes: (performance.now() - begun) / 60_000 };
}

function statusOf(pid: number | undefined): string {
  try {
    return readFileSync(`/proc/${pid}/status`, "utf8");
  } catch {
    return "";
  }
}

test(
  "a large old system moves in within ten minutes and 400 MB, and again without a change",
  { timeout: 1_800_000 },
  async () => {
    const first = await run();
    console.log(SIZE, first);
    expect(first.output).toContain("moved in: start the program");
    expect(first.minutes).toBeLessThan(MOST_MINUTES);
    expect(first.megabytes).toBeLessThan(MOST_MEGABYTES);
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const { rows } = await client.query(
      `select (select count(*)::int from profiles) as people, (select count(*)::int from cases) as cases,
        (select sum(cardinality(studies_urls))::int from cases) as files, (select count(*)::int from licences) as licences`,
    );
    await client.end();
    expect(rows).toEqual([
      { people: SIZE.people + 1, cases: SIZE.cases, files: SIZE.files, licences: SIZE.people / 10 },
    ]);
    const second = await run();
    console.log(second);
    expect(second.output).toContain("0 rows written");
    expect(second.megabytes).toBeLessThan(MOST_MEGABYTES);
  },
);
