// @module-tag operations/full
import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { makeFolder } from "../support/folder.ts";
import { prepareDataDir } from "../support/prepared.ts";
import { freePort, postgresOf, startProgram, untilAnswering, type Program } from "./program.ts";

let folder: string;
let dataDir: string;
let port: number;
let programs: Program[] = [];

beforeAll(async () => {
  folder = makeFolder("lifetime");
  dataDir = join(folder, "datos de la clínica");
  mkdirSync(dataDir, { mode: 0o711 });
  await prepareDataDir(dataDir);
  port = await freePort();
});
afterEach(async () => {
  for (const { child } of programs) child.kill("SIGTERM");
  await Promise.all(programs.map(({ ended }) => ended));
  programs = [];
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const address = () => `http://127.0.0.1:${port}`;

function start(env: Record<string, string> = {}): Program {
  const program = startProgram({ env: { PORT: String(port), HOST: "127.0.0.1", DATA_DIR: dataDir, ...env } });
  programs.push(program);
  return program;
}

async function answering(): Promise<Program> {
  const program = start();
  await untilAnswering(program, port);
  return program;
}

/** Expects one line on stderr, exit code 1 and no database left behind. */
async function refuses(env: Record<string, string>, line: RegExp): Promise<void> {
  const program = start(env);
  expect(await program.ended).toBe(1);
  expect(program.err().trim().split("\n")).toHaveLength(1);
  expect(program.err()).toMatch(line);
}

test.each(["SIGTERM", "SIGINT"] as const)(
  "%s lets a request finish and leaves no process behind",
  { tags: "operations/short" },
  async (signal) => {
    const program = await answering();
    expect(program.out()).toContain(`Kinexo está en http://localhost:${port}`);
    const slow = fetch(`${address()}/slow`);
    await wait(100);
    program.child.kill(signal);
    expect((await slow).status).toBe(200);
    expect(await program.ended).toBe(0);
    expect(program.err()).toBe("");
    expect(postgresOf(folder)).toEqual([]);
    expect(readdirSync(dataDir)).not.toContain("kinexo.lock");
  },
);

test("a node that is to drain goes on answering for as long, and keeps no connection", async () => {
  const program = start({ DRAIN_SECONDS: "3" });
  await untilAnswering(program, port);
  expect((await fetch(address())).headers.get("connection")).toBe("keep-alive");
  program.child.kill("SIGTERM");
  await expect.poll(async () => (await fetch(address())).headers.get("connection")).toBe("close");
  expect((await fetch(address())).status).toBe(200);
  expect(await program.ended).toBe(0);
});

test("a signal during the start stops it, database included", async () => {
  const program = start();
  while (postgresOf(folder).length === 0) await wait(5);
  program.child.kill("SIGTERM");
  expect(await program.ended).toBe(0);
  expect(postgresOf(folder)).toEqual([]);
});

test("the secret survives a restart", { tags: "operations/short" }, async () => {
  const secrets = [];
  for (let round = 0; round < 2; round++) {
    const program = await answering();
    const answer = (await (await fetch(address())).json()) as { secret: string[] };
    secrets.push(answer.secret[0]);
    program.child.kill("SIGTERM");
    await program.ended;
  }
  expect(secrets[0]).toHaveLength(43);
  expect(secrets[1]).toBe(secrets[0]);
});

test("after kill -9 of the app its orphaned database is taken over", async () => {
  const { child, ended } = await answering();
  const orphan = postgresOf(folder);
  child.kill("SIGKILL");
  await ended;
  expect(orphan).toHaveLength(1);
  expect(postgresOf(folder)).toEqual(orphan);
  await answering();
  expect(postgresOf(folder)).toHaveLength(1);
  expect(postgresOf(folder)).not.toEqual(orphan);
});

test("after kill -9 of the app and of PostgreSQL the next start works", async () => {
  const { child, ended } = await answering();
  for (const pid of postgresOf(folder)) process.kill(pid, "SIGKILL");
  child.kill("SIGKILL");
  await ended;
  await answering();
});

test("a PostgreSQL that is killed comes back while the app runs", async () => {
  const program = await answering();
  const before = postgresOf(folder);
  for (const pid of before) process.kill(pid, "SIGKILL");
  await expect.poll(() => program.out()).toContain("PostgreSQL ended unexpectedly");
  await expect.poll(() => postgresOf(folder).filter((pid) => !before.includes(pid))).toHaveLength(1);
});

test("a second start on the same folder is refused and harms nothing", async () => {
  const first = await answering();
  await refuses(
    { PORT: String(await freePort()) },
    /^Cannot start: The data folder is in use by another start \(process \d+\)/,
  );
  expect(((await (await fetch(address())).json()) as { pid: number }).pid).toBe(first.child.pid);
});

test("an occupied port is refused before anything is started", async () => {
  await answering();
  const other = join(folder, "other");
  await refuses({ DATA_DIR: other }, new RegExp(`^Cannot start: PORT: another program is using port ${port}\n$`));
  expect(readdirSync(other)).not.toContain("postgres");
});

test.each([
  [{ PORT: "abc" }, /^Cannot start: PORT must be a whole number from 0 to 65535, not "abc"\n$/],
  [{ PUBLIC_URL: "kinexo" }, /^Cannot start: PUBLIC_URL must be/],
  [{ ADMIN_PASSWORD: "short" }, /^Cannot start: ADMIN_PASSWORD must have/],
  [{ DATABASE_URL: "mysql://root:hunter2@host/x" }, /^Cannot start: DATABASE_URL must be like (?!.*hunter2)/],
  [
    { DATABASE_URL: "postgres://ana:hunter2@127.0.0.1:1/x" },
    /^Cannot start: DATABASE_URL: no PostgreSQL answers at 127.0.0.1:1 \(ECONNREFUSED\)\n$/,
  ],
  [{ DATA_DIR: "/proc/kinexo" }, /^Cannot start: DATA_DIR: the folder \/proc\/kinexo cannot be read and written/],
  [{ HOST: "192.0.2.1" }, /^Cannot start: HOST: cannot listen on 192.0.2.1/],
])("%j is refused with one line", refuses);

test("a wrong password for the database is refused with one line that does not repeat it", async () => {
  const url = new URL(inject("databaseUrl"));
  url.password = "hunter2";
  await refuses(
    { DATABASE_URL: url.href },
    new RegExp(`^Cannot start: DATABASE_URL: ${url.host} refuses the user ${url.username} (?!.*hunter2)`),
  );
});

test("a data folder that is a file is refused with one line", { tags: "operations/short" }, async () => {
  mkdirSync(folder, { recursive: true });
  await refuses({ DATA_DIR: join(import.meta.dirname, "program.ts") }, /^Cannot start: DATA_DIR: the folder/);
  expect(readFileSync(join(import.meta.dirname, "program.ts"), "utf8")).not.toBe("");
});
