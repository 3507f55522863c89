// @module-tag operations/full
import { readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { makeFolder } from "../support/folder.ts";
import { prepareDataDir } from "../support/prepared.ts";
import { startStoppable } from "../support/stoppable-database.ts";
import { freePort, type Program, ROOT, startProgram, untilAnswering } from "./program.ts";

/** The bound of operations.md without open requests, with a margin for a busy machine. */
const APP_MS = 5_000;
const DATABASE_MS = 12_000;
const ROOM_MS = 2_000;

const closing: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

async function start(env: Record<string, string>) {
  const dataDir = makeFolder("stopping");
  if (!env["DATABASE_URL"]) await prepareDataDir(dataDir);
  const port = await freePort();
  const command: [string, string] = [`${ROOT}/node_modules/.bin/node`, `${ROOT}/app/process/main.ts`];
  const program = startProgram({ env: { DATA_DIR: dataDir, PORT: String(port), HOST: "127.0.0.1", ...env }, command });
  closing.push(async () => {
    program.child.kill("SIGKILL");
    await program.ended;
    await rm(dataDir, { recursive: true, force: true });
  });
  await untilAnswering(program, port);
  return { program, dataDir };
}

/** Signals the program to stop; returns its exit code and the duration. */
async function stop(program: Program) {
  const since = performance.now();
  program.child.kill("SIGTERM");
  const code = await Promise.race([program.ended, wait(60_000, "no end")]);
  return { code, ms: performance.now() - since };
}

// Concurrently, because they mostly wait.
test.concurrent.each([
  ["has just fallen silent", "freeze", 1_000],
  ["has been silent for a while", "freeze", 12_000],
  ["refuses connections for a while", "stop", 12_000],
] as const)("a node whose database %s ends within its bound", { timeout: 180_000 }, async (_how, way, ms) => {
  const postgres = await startStoppable();
  closing.push(() => postgres.close());
  const { program } = await start({
    DATABASE_URL: postgres.url,
    SECRET: "a secret of the tests, long enough to be one",
  });
  await postgres[way]();
  await wait(ms);
  const ended = await stop(program);
  console.log(
    `SIGTERM while the database does not answer (${way}, ${ms} ms): ended with ${ended.code} after ${Math.round(ended.ms)} ms`,
  );
  expect(ended.code).toBe(0);
  expect(ended.ms).toBeLessThan(APP_MS + ROOM_MS);
});

test.concurrent(
  "a node whose own database is frozen ends within its bound, and takes it with it",
  { timeout: 180_000 },
  async () => {
    const { program, dataDir } = await start({});
    const postmaster = Number(readFileSync(`${dataDir}/postgres/postmaster.pid`, "utf8").split("\n")[0]);
    process.kill(postmaster, "SIGSTOP");
    await wait(2_000);
    const ended = await stop(program);
    console.log(`SIGTERM while the own database is frozen: ended with ${ended.code} after ${Math.round(ended.ms)} ms`);
    expect(ended.code).toBe(0);
    expect(ended.ms).toBeLessThan(APP_MS + DATABASE_MS + ROOM_MS);
    expect(() => process.kill(postmaster, 0)).toThrow("ESRCH");
  },
);
