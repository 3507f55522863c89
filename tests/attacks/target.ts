import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { expect } from "vitest";
import { cast, type CastMember } from "../../app/demo/cast.ts";
import { createDatabase } from "../support/database.ts";
import { makeFolder } from "../support/folder.ts";
import { enter } from "../support/people.ts";
import { freePort, type Program, ROOT, startProgram, untilAnswering } from "../start/program.ts";
import type { Attack, Effect } from "./attacker.ts";

const SOON_MS = 1_000;
/** Uncollected garbage and the first page's memory. */
const MOST_MB = 150;

/** Whether a descriptor is a socket; false for one that was closed meanwhile. */
function isSocket(descriptor: string): boolean {
  try {
    return readlinkSync(descriptor).startsWith("socket:");
  } catch {
    return false;
  }
}

export type Target = Awaited<ReturnType<typeof openTarget>>;

/** The built program in a process with its own database, to be attacked from outside. */
export async function openTarget() {
  const database = await createDatabase();
  const dataDir = makeFolder("attacks");
  const port = await freePort();
  const env = {
    NODE_ENV: "production",
    PORT: String(port),
    HOST: "127.0.0.1",
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    SECRET: "a secret of the tests, long enough to be one",
    ADMIN_EMAIL: cast.elena.email,
    ADMIN_PASSWORD: cast.elena.password,
    // The call limit would refuse an attack before it reaches the code under test.
    CALL_LIMIT: "0",
  };
  const program: Program = startProgram({
    env,
    command: [`${ROOT}/node_modules/.bin/node`, `${ROOT}/app/process/main.ts`],
  });
  await untilAnswering(program, port);
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    port,
    signUp: (member: CastMember) => enter(url, member, "sign up"),
    /** The process's resident memory in megabytes. */
    memory: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${program.child.pid}/status`, "utf8"))?.[1]) / 1024,
    /** How many sockets the process has open. */
    sockets() {
      const folder = `/proc/${program.child.pid}/fd`;
      return readdirSync(folder).filter((name) => isSocket(join(folder, name))).length;
    },
    async close() {
      program.child.kill("SIGKILL");
      await program.ended;
      await rm(dataDir, { recursive: true, force: true });
      await database.drop();
    },
  };
}

/**
 * Runs an attack in a worker thread while `during` runs; returns the results of both. `during` gets a promise of the first answer to the
 * attack.
 */
export async function attacked<T>(
  attack: Attack,
  during: (answered: Promise<void>) => Promise<T>,
): Promise<{ effect: Effect; result: T }> {
  const worker = new Worker(new URL("./attacker.ts", import.meta.url), { workerData: attack });
  const answered = Promise.withResolvers<void>();
  const effect = new Promise<Effect>((resolve, reject) => {
    worker.on("message", (message: Effect | "answered") =>
      message === "answered" ? answered.resolve() : resolve(message),
    );
    worker.once("error", reject);
  });
  try {
    const result = await during(answered.promise);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    worker.postMessage("stop");
    return { effect: await effect, result };
  } finally {
    await worker.terminate();
  }
}

/**
 * Other users' experience of an attack for so many milliseconds: the maximum latency of /healthz; its 90th percentile, since a busy
 * machine has slow moments of its own; and peak memory in megabytes.
 */
export async function watched({ url, memory }: Pick<Target, "url" | "memory">, ms: number) {
  const took: number[] = [];
  let peak = 0;
  const end = performance.now() + ms;
  while (performance.now() < end) {
    const since = performance.now();
    const answer = await fetch(`${url}/healthz`);
    await answer.text();
    if (answer.status !== 200) throw new Error(`/healthz answered ${answer.status}`);
    took.push(performance.now() - since);
    peak = Math.max(peak, memory());
    await wait(20);
  }
  took.sort((a, b) => a - b);
  return { asked: took.length, slowest: took.at(-1) ?? 0, usual: took[Math.floor(took.length * 0.9)] ?? 0, peak };
}

/** Prints an attack's effect and expects that other users hardly notice it. */
export function expectUnnoticed(
  what: string,
  before: number,
  effect: Effect,
  { asked, slowest, usual, peak }: Awaited<ReturnType<typeof watched>>,
) {
  const [ms, mb] = [(value: number) => `${value.toFixed(0)} ms`, (value: number) => `${value.toFixed(0)} MB`];
  console.log(
    `${what}: ${effect.opened} connections, ${effect.sent} bytes sent, answers ${JSON.stringify(effect.answers)}; /healthz ${asked} times, ` +
      `9 of 10 within ${ms(usual)}, slowest ${ms(slowest)}; memory ${mb(before)} before, ${mb(peak)} at its peak`,
  );
  expect(usual).toBeLessThan(SOON_MS);
  expect(peak).toBeLessThan(before + MOST_MB);
}
