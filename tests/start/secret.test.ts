// @module-tag operations/full
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { deriveKey, decrypt } from "../../app/platform/crypto.server.ts";
import { runningDatabase } from "../../db/embedded.ts";
import { makeFolder } from "../support/folder.ts";
import { prepareDataDir } from "../support/prepared.ts";
import { freePort, type Program, ROOT, startProgram, untilAnswering } from "./program.ts";

const MAIN: [string, string] = [join(ROOT, "node_modules/.bin/node"), join(ROOT, "app/process/main.ts")];
const LAST = "the last secret of this test, kept in no file at all";
const ROTATE: [string, string] = [MAIN[0], join(ROOT, "app/commands/rotate-keys.ts")];
const CHANGE: [string, string] = [MAIN[0], join(ROOT, "app/commands/change-secret.ts")];
const REVOKE: [string, string, string] = [MAIN[0], join(ROOT, "app/commands/revoke-access.ts"), "ana@example.com"];

/** A module that lets the file of the secret be replaced by no other. */
const UNRENAMED = `data:text/javascript,${encodeURIComponent(`
  import fs from "node:fs";
  import { syncBuiltinESMExports } from "node:module";
  const { renameSync } = fs;
  fs.renameSync = (from, to) => {
    if (String(to).endsWith("/secret")) throw new Error("the disk is gone");
    renameSync(from, to);
  };
  syncBuiltinESMExports();`)}`;

let dataDir: string;
let program: Program | undefined;
beforeAll(async () => {
  dataDir = makeFolder("secret");
  await prepareDataDir(dataDir);
});
afterEach(() => stop());
afterAll(() => rm(dataDir, { recursive: true, force: true }));

async function stop() {
  program?.child.kill("SIGTERM");
  await program?.ended;
  program = undefined;
}
async function start(env: Record<string, string> = {}) {
  const port = await freePort();
  program = startProgram({ env: { DATA_DIR: dataDir, PORT: String(port), HOST: "127.0.0.1", ...env }, command: MAIN });
  return { program, port };
}
const lineOf = (text: string) => expect(text.trim().split("\n")).toEqual([expect.stringMatching(/^Cannot start: /)]);

/** Expects the app to exit with 1 and one line; returns the line. */
async function refused(env: Record<string, string> = {}) {
  const started = (await start(env)).program;
  expect(await started.ended).toBe(1);
  lineOf(started.err());
  expect(started.out()).not.toContain("está en");
  return started.err();
}
async function rotate(env: Record<string, string> = {}) {
  const run = startProgram({ env: { DATA_DIR: dataDir, ...env }, command: ROTATE });
  return { code: await run.ended, out: run.out(), err: run.err() };
}
const kidsAt = async (port: number) => {
  const answer = await fetch(`http://127.0.0.1:${port}/auth/v1/.well-known/jwks.json`);
  return ((await answer.json()) as { keys: { kid: string }[] }).keys.map(({ kid }) => kid);
};

test(
  "the command replaces the signing key of a running app and of a stopped one, and a wrong SECRET replaces nothing",
  { timeout: 180_000 },
  async () => {
    const first = await start();
    await untilAnswering(first.program, first.port);
    const [kid = ""] = await kidsAt(first.port);
    const wrong = await rotate({ SECRET: "another secret, which is long enough to be one" });
    expect([wrong.code, wrong.out]).toEqual([1, ""]);
    expect(wrong.err).toMatch(/^Cannot rotate: SECRET does not open this database's signing keys[^\n]*\n$/);
    const running = await rotate();
    expect(running).toMatchObject({
      code: 0,
      err: "",
      out: expect.stringMatching(
        new RegExp(`^Signing key ${kid} replaced by [\\w-]{43}\nPush key replaced by [\\w-]{87}\n$`),
      ),
    });
    await stop();
    const stopped = await rotate();
    expect(stopped).toMatchObject({ code: 0, err: "" });
    const again = await start();
    await untilAnswering(again.program, again.port);
    const kids = await kidsAt(again.port);
    expect(kids).toHaveLength(3);
    expect(stopped.out).toContain(`replaced by ${kids[0]}`);
    expect(kids.at(-1)).toBe(kid);
  },
);

test(
  "the command changes the secret of a data folder, also when it was interrupted",
  { timeout: 180_000 },
  async () => {
    const file = (name: string) => join(dataDir, name);
    const read = (name: string) => readFileSync(file(name), "utf8");
    const before = read("secret");
    const changeWith = async (env: Record<string, string>, ...flags: string[]) => {
      const run = startProgram({ env: { DATA_DIR: dataDir, ...env }, command: [...CHANGE, ...flags] });
      return { code: await run.ended, err: run.err() };
    };
    const change = (...flags: string[]) => changeWith({}, ...flags);
    // As if it had been interrupted before its end: the app starts, and the next run continues.
    writeFileSync(file("secret.next"), LAST, { mode: 0o600 });
    const running = await start();
    await untilAnswering(running.program, running.port);
    const [kid] = await kidsAt(running.port);
    expect(await change()).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^Cannot change the secret: [^\n]*\n$/),
    });
    await stop();
    // Whatever its last step leaves undone, the secret has its file.
    expect(await changeWith({ NODE_OPTIONS: `--import=${UNRENAMED}` })).toMatchObject({ code: 1 });
    expect(read("secret")).toBe(before);
    const between = await start();
    await untilAnswering(between.program, between.port);
    await stop();
    expect(await change()).toEqual({ code: 0, err: "" });
    expect([read("secret"), read("secret.previous")]).toEqual([LAST, before]);
    expect(await change("--leaked")).toEqual({ code: 0, err: "" });
    expect(readdirSync(dataDir).filter((name) => name.startsWith("secret"))).toEqual(["secret"]);
    expect([before, LAST]).not.toContain(read("secret"));
    expect(await refused({ SECRET: LAST })).toMatch(/SECRET does not open/);
    const again = await start();
    await untilAnswering(again.program, again.port);
    expect(await kidsAt(again.port)).toContain(kid);
  },
);

test(
  "a SECRET that is wrong or lost ends the start with one line and the code 1, and leaves all as it was",
  { timeout: 180_000 },
  async () => {
    expect(await refused({ SECRET: "another secret, which is long enough to be one" })).toMatch(
      /^Cannot start: SECRET does not open this database's signing keys: set the SECRET they were made with\.\n$/,
    );
    const file = join(dataDir, "secret");
    const secret = readFileSync(file, "utf8");
    rmSync(file);
    expect(await refused()).toMatch(
      /^Cannot start: SECRET: \S+\/secret is missing, and the database cannot be read without it/,
    );
    expect(readdirSync(dataDir)).not.toContain("secret");
    expect((await rotate()).err).toMatch(/^Cannot rotate: SECRET: \S+\/secret is missing/);
    const back = await start({ SECRET: secret });
    await untilAnswering(back.program, back.port);
  },
);

test(
  "a command without SECRET for an external database ends with one line, and makes no secret",
  { tags: "operations/short" },
  async () => {
    const empty = makeFolder("no-secret");
    const env = { DATA_DIR: empty, DATABASE_URL: "postgres://kinexo@127.0.0.1:1/kinexo" };
    for (const command of [ROTATE, REVOKE]) {
      const run = startProgram({ env, command });
      expect(await run.ended).toBe(1);
      expect(run.err()).toMatch(/^Cannot \w+: SECRET: \S+\/secret is missing[^\n]*\n$/);
    }
    expect(readdirSync(empty)).toEqual([]);
    await rm(empty, { recursive: true });
  },
);

test(
  "neither SECRET nor the private part of a key can be read in the database's files",
  { timeout: 180_000 },
  async () => {
    const own = join(dataDir, "own");
    mkdirSync(own, { mode: 0o711 });
    await prepareDataDir(own);
    const { program: running, port } = await start({ SECRET: LAST, DATA_DIR: own });
    await untilAnswering(running, port);
    const client = new pg.Client({ connectionString: runningDatabase(own)! });
    await client.connect();
    const {
      rows: [key],
    } = await client.query<{ kid: string; x: string; sealed: Buffer }>(
      "select kid, public_jwk ->> 'x' as x, private_jwk_encrypted as sealed from auth.signing_keys",
    );
    await client.query("checkpoint");
    await client.end();
    const folder = join(own, "postgres");
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    expect(files.length).toBeGreaterThan(500);
    const holding = (text: string) =>
      files.filter((file) => readFileSync(join(file.parentPath, file.name)).includes(text)).length;
    const { d } = JSON.parse(decrypt(deriveKey(LAST, "signing keys"), key!.sealed, key!.kid)) as { d: string };
    expect({ secret: holding(LAST), private: holding(d), public: holding(key!.x) > 0 }).toEqual({
      secret: 0,
      private: 0,
      public: true,
    });
  },
);
