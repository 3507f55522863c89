import { spawn, type ChildProcess } from "node:child_process";
import { closeSync, openSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { environment, NAME, type Cluster } from "./postgres-cluster.ts";
import { isPostgresOf } from "./process-identity.ts";

const START_MS = 60_000;
/** The timeouts of a fast shutdown, then of an immediate one. After both the server is killed: a frozen server ignores signals. */
const STOP_MS = 10_000;
const QUIT_MS = 2_000;
const LOG_BYTES = 10 * 1024 * 1024;

/** A running PostgreSQL server; `exited` resolves when its process has ended. */
export type Server = { url: string; port: number; exited: Promise<void>; stop(): Promise<void> };

/** Starts the server of a cluster on `port`, or on a free one, and waits until it answers; stops trying when `isWanted` turns false. */
export async function startServer(
  cluster: Cluster,
  logFile: string,
  durable: boolean,
  port = 0,
  isWanted = () => true,
): Promise<Server> {
  const deadline = Date.now() + START_MS;
  await stopOrphan(cluster.folder);
  for (;;) {
    const chosen = port || (await freePort());
    const child = launch(cluster, logFile, durable, chosen);
    const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()).once("error", () => resolve()));
    const url = `postgres://${NAME}:${cluster.password}@127.0.0.1:${chosen}/${NAME}`;
    if (await answers(url, child, () => isWanted() && Date.now() < deadline))
      return { url, port: chosen, exited, stop: () => stop(child, exited) };
    await stop(child, exited);
    const reason = lastError(logFile);
    // The processes of a killed server take a moment to exit; a free port may be taken before we bind it.
    const isTransient = /shared memory block|is another|could not bind|could not create any TCP/i.test(reason);
    if (!isTransient || !isWanted() || Date.now() > deadline)
      throw new Error(`PostgreSQL did not start: ${reason} (${logFile})`);
    await wait(100);
  }
}

function launch(cluster: Cluster, logFile: string, durable: boolean, port: number): ChildProcess {
  const options = {
    port,
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    // Several test files run on one server, each with nodes of its own.
    max_connections: durable ? 100 : 400,
    shared_buffers: "64MB",
    jit: "off",
    timezone: "UTC",
    log_timezone: "UTC",
    log_checkpoints: "off",
    // Error details quote rows, which are personal data.
    log_error_verbosity: "terse",
    ...(durable ? {} : { fsync: "off", full_page_writes: "off", synchronous_commit: "off" }),
  };
  if ((statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) > LOG_BYTES) renameSync(logFile, `${logFile}.1`);
  const log = openSync(logFile, "a", 0o600);
  const settings = Object.entries(options).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  try {
    return spawn(join(cluster.binaries.home, "bin/postgres"), ["-D", cluster.folder, ...settings], {
      ...cluster.user,
      cwd: "/",
      env: environment,
      stdio: ["ignore", log, log],
      // In its own process group, so that Ctrl-C in a terminal reaches only the app, which stops the server.
      detached: true,
    });
  } finally {
    closeSync(log);
  }
}

async function answers(url: string, child: ChildProcess, isAwaited: () => boolean): Promise<boolean> {
  let hasExited = false;
  child.once("exit", () => (hasExited = true)).once("error", () => (hasExited = true));
  while (!hasExited && isAwaited()) {
    const outcome = await tryConnect(url);
    if (outcome === "3D000") await createDatabase(url);
    else if (outcome === null) return true;
    // Another process may be on our port: the server will have failed to bind and is about to exit.
    else await wait(10);
  }
  return false;
}

async function tryConnect(url: string): Promise<string | null> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return null;
  } catch (error) {
    return (error as { code?: string }).code ?? "unknown";
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function createDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: Object.assign(new URL(url), { pathname: "/postgres" }).href });
  await client.connect();
  try {
    await client.query(`create database ${NAME}`);
  } finally {
    await client.end();
  }
}

async function stop(child: ChildProcess, exited: Promise<void>): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGINT");
  const timers = [
    setTimeout(() => child.kill("SIGQUIT"), STOP_MS),
    setTimeout(() => child.kill("SIGKILL"), STOP_MS + QUIT_MS),
  ];
  await exited;
  for (const timer of timers) clearTimeout(timer);
}

/** Stops a server that outlived its app. We hold the lock of the data folder, so no other process uses it. */
async function stopOrphan(folder: string): Promise<void> {
  const file = join(folder, "postmaster.pid");
  const pid = Number(readText(file).split("\n")[0]);
  if (!pid) return;
  if (!isPostgresOf(pid, folder)) {
    // PostgreSQL would mistake any process of its user with this id for its server.
    if (isAlive(pid)) rmSync(file, { force: true });
    return;
  }
  const deadline = Date.now() + STOP_MS;
  process.kill(pid, "SIGINT");
  while (isPostgresOf(pid, folder)) {
    if (Date.now() > deadline) process.kill(pid, Date.now() > deadline + QUIT_MS ? "SIGKILL" : "SIGQUIT");
    await wait(20);
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

function lastError(logFile: string): string {
  const lines = readText(logFile).trim().split("\n");
  const line = lines.findLast((text) => /FATAL|PANIC|error/.test(text)) ?? lines.at(-1) ?? "";
  return line.replace(/^.*?(FATAL|PANIC):\s*/, "") || "it left no message";
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
