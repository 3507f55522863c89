import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { randomInt } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { NODE_ENVIRONMENT } from "../../bin/node-flags.mjs";

export const ROOT = join(import.meta.dirname, "../..");
export const isRoot = process.getuid?.() === 0;

/** How to start the program: folder, settings and, for a program other than the app, the command. */
export type StartOptions = {
  env: Record<string, string>;
  root?: string;
  command?: [string, ...string[]];
  uid?: number;
};

/** A started program with its output so far. */
export type Program = { child: ChildProcess; out(): string; err(): string; ended: Promise<number | NodeJS.Signals> };

/** Starts the app without our environment except PATH, HOME and Node's cache of compiled code. */
export function startProgram({ env, root = ROOT, command, uid }: StartOptions): Program {
  const [file, ...args] = command ?? [
    join(ROOT, "node_modules/.bin/node"),
    join(root, "app/process/main.ts"),
    "--build",
    fixture(root),
  ];
  const { PATH = "", HOME = "", NODE_COMPILE_CACHE = "" } = process.env;
  const user = uid === undefined ? {} : { uid, gid: uid };
  const child = spawn(file, args, {
    ...user,
    cwd: root,
    env: { PATH, HOME, NODE_COMPILE_CACHE, ...NODE_ENVIRONMENT, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [out, err] = ["", ""];
  child.stdout?.on("data", (chunk: Buffer) => (out += String(chunk)));
  child.stderr?.on("data", (chunk: Buffer) => (err += String(chunk)));
  const ended = new Promise<number | NodeJS.Signals>((resolve) => {
    child.once("close", (code, signal) => resolve(code ?? signal ?? 1));
  });
  return { child, out: () => out, err: () => err, ended };
}

const fixture = (root: string) => join(root, "tests/start/fixture");

/** Waits until the program prints its address and answers there; returns the milliseconds since the call. */
export async function untilAnswering(program: Program, port: number): Promise<number> {
  const since = performance.now();
  for (;;) {
    const gone = program.child.exitCode ?? program.child.signalCode;
    if (gone !== null) throw new Error(`the program ended with ${gone}: ${program.err()}`);
    const signal = AbortSignal.timeout(10_000);
    const response = await fetch(`http://127.0.0.1:${port}/healthz`, { signal }).catch(() => null);
    const text = await response?.text().catch(() => null);
    if (typeof text === "string") return performance.now() - since;
    if (performance.now() - since > 180_000)
      throw new Error(`no answer in three minutes: ${program.out()}${program.err()}`);
    await wait(20);
  }
}

/** The processor time, in seconds, of the program and of every process it has started, ended ones included (Linux's `/proc`). */
export function processorSeconds({ child }: Program): number {
  const processes = readdirSync("/proc")
    .filter((entry) => /^\d+$/.test(entry))
    .flatMap((pid) => processOf(Number(pid)));
  const ticksOf = (pid: number): number =>
    (processes.find((process) => process.pid === pid)?.ticks ?? 0) +
    processes.filter(({ parent }) => parent === pid).reduce((sum, process) => sum + ticksOf(process.pid), 0);
  return ticksOf(child.pid ?? 0) / TICKS_PER_SECOND;
}

/** Linux's USER_HZ, the same on every architecture that Node.js supports. */
const TICKS_PER_SECOND = 100;

function processOf(pid: number): { pid: number; parent: number; ticks: number }[] {
  try {
    // The command before the last ")" may contain spaces; the fields after it are those of proc(5) from the third on.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ")
      .map(Number);
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + field, 0);
    return [{ pid, parent: fields[1] ?? 0, ticks }];
  } catch {
    // It has ended since the listing.
    return [];
  }
}

/** A free port below the system's ephemeral range, so that no outgoing connection takes it meanwhile. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 20_000);
    const isFree = await new Promise<boolean>((resolve) => {
      const server = createServer().once("error", () => resolve(false));
      server.listen(port, () => server.close(() => resolve(true)));
    });
    if (isFree) return port;
  }
}

/** The process ids of PostgreSQL servers whose arguments contain this text. */
export function postgresOf(text: string): number[] {
  const { stdout } = spawnSync("ps", ["-eo", "pid=,args="], { encoding: "utf8" });
  const lines = stdout.split("\n").filter((line) => line.includes("/bin/postgres -D") && line.includes(text));
  return lines.map((line) => Number(line.trim().split(" ")[0]));
}
