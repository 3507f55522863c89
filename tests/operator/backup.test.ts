// @module-tag operations/full
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startEmbedded } from "../../db/embedded.ts";
import { migrate } from "../../db/migrate.ts";
import { countJobs } from "../../app/platform/job-figures.server.ts";
import { cast } from "../../app/demo/cast.ts";
import {
  emptyDatabase,
  everyFile,
  everyRow,
  everyRule,
  openRestored,
  restore,
  run,
  startCommand,
} from "./backup-commands.ts";
import { readCatalogue } from "../start/catalogue.ts";
import { makeFolder } from "../support/folder.ts";
import { isFull } from "../support/full.ts";
import { openLastRelease } from "../support/last-release.ts";
import { like, type Person } from "../support/people.ts";
import { openTestApp, openTestAppOn, SECRET, type TestApp } from "../support/test-app.ts";

let testApp: TestApp;
let folder: string;
let png: Buffer;
let ana: Person;
let archive: string;

beforeAll(async () => {
  folder = makeFolder("backup");
  archive = join(folder, "whole");
  testApp = await openTestApp();
  png = await sharp({ create: { width: 60, height: 40, channels: 3, background: "#0F4C5C" } })
    .png()
    .toBuffer();
  ana = await testApp.signUp(cast.ana);
  const carla = await testApp.approvedKine(cast.carla);
  await put(ana, "/files/avatars");
  const caseId = await publish(ana, 'Rodilla "izquierda" \\ dos\nrenglones, ñandú (a,b) {c}');
  await ana.api.matches.accept({ id: (await carla.api.matches.apply({ case_id: caseId, message: "" })).id });
  await ana.api.cases.close({ id: caseId });
  await ana.api.reviews.create({ case_id: caseId, kine_id: carla.id, stars: 5, comment: "Muy bien." });
  await publish(ana, "Hombro");
  const leaving = await testApp.signUp(like(cast.ana, "Se Va"));
  await leaving.api.accounts.delete();
  await run("backup", [archive], of(testApp));
}, 240_000);
afterAll(async () => {
  await testApp?.close();
  rmSync(folder, { recursive: true, force: true });
});

const of = ({ databaseUrl, dataDir }: { databaseUrl: string; dataDir: string }) => ({
  DATABASE_URL: databaseUrl,
  DATA_DIR: dataDir,
});
async function put(person: Person, path: string, at = testApp) {
  const headers = { authorization: `Bearer ${await person.token()}` };
  const answer = await fetch(at.url + path, { method: "PUT", body: new Uint8Array(png), headers });
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
}
async function publish(person: Person, title: string, at = testApp) {
  const { id } = await person.api.cases.create({ title, description: title });
  await put(person, `/files/case-studies/${id}?name=a.png`, at);
  return id;
}
async function filesAndRows(at: { databaseUrl: string; dataDir: string }) {
  const rows = await everyRow(at.databaseUrl);
  return { rows, rules: await everyRule(at.databaseUrl), files: everyFile(join(at.dataDir, "files")) };
}

test(
  "a backup restored elsewhere has every row, rule and file as it was, and people sign in there",
  { tags: "operations/short", timeout: 240_000 },
  async () => {
    // Jobs that are due later may remain.
    await expect.poll(() => countJobs(testApp.db)).toMatchObject({ due: 0, running: 0 });
    rmSync(archive, { recursive: true });
    const made = await run("backup", [archive], of(testApp));
    expect(made).toMatchObject({ code: 0, err: "" });
    const there = await filesAndRows(testApp);
    expect(made.out).toMatch(/^Backup of \S+ in \S+: \d+ rows of \d+ tables, \d+ files\nSECRET is not in it/);
    const database = await emptyDatabase();
    const beside = { databaseUrl: database.url, dataDir: join(folder, "beside") };
    expect(await restore(archive, of(beside))).toMatchObject({ code: 0, err: "" });
    expect(await filesAndRows(beside)).toEqual(there);
    await database.drop();

    const whole = join(folder, "data");
    expect(await restore(archive, { DATA_DIR: whole })).toMatchObject({ code: 0, err: "" });
    expect(readdirSync(folder)).not.toContain("data.unfinished");
    const server = await startEmbedded({ dataDir: whole, log: () => undefined });
    const back = await filesAndRows({ databaseUrl: server.url, dataDir: whole });
    await server.stop();
    expect(back).toEqual(there);
    const rows = Object.values(there.rows).reduce((sum, each) => sum + each.length, 0);
    console.log(
      `backup: ${Object.keys(there.rows).length} tables, ${rows} rows, ${Object.keys(there.files).length} files compared twice, 0 differ`,
    );

    const restored = await openRestored(whole);
    try {
      expect(await restored.signIn(cast.ana).then(({ api }) => api.cases.mine())).toMatchObject({
        items: [{ title: "Hombro" }, {}],
      });
      const stale = await fetch(`${restored.url}/rpc/accounts/me`, {
        method: "POST",
        headers: { authorization: `Bearer ${await ana.token()}` },
      });
      expect(stale.status).toBe(401);
      const fresh = await restored.signUp(like(cast.ana, "Recién Llegada"));
      await publish(fresh, "Tobillo", restored);
    } finally {
      await restored.close();
    }
  },
);

test("a backup of the last release is restored as it was, and the next start brings it up", async () => {
  const [older, database] = [await openLastRelease(), await emptyDatabase()];
  const objects = async (url: string) => ({ ...(await readCatalogue(url)), sequences: [] });
  try {
    await older.client.query(`set session_replication_role = replica;
      insert into auth.users (id, email) select uuid_v7(), 'p' || n || '@example.com' from generate_series(1, 700) n;
      insert into profiles (id, email, name) select id, email, 'Núñez' from auth.users`);
    const from = join(folder, "older");
    const made = await run("backup", [from], { DATABASE_URL: older.url, DATA_DIR: join(folder, "older-data") });
    expect(made).toMatchObject({ code: 0, err: "" });
    const outcome = await restore(from, { DATABASE_URL: database.url, DATA_DIR: join(folder, "older-beside") });
    expect(outcome).toMatchObject({ code: 0, err: "" });
    expect(await everyRow(database.url)).toEqual(await everyRow(older.url));
    await migrate(database.url);
    expect(await objects(database.url)).toEqual(await objects(testApp.databaseUrl));
  } finally {
    await older.close();
    await database.drop();
  }
});

test("that a backup was made, and that one failed, is written down, and no backup holds it", async () => {
  const noted = () =>
    testApp.db.selectFrom("chores").select(["done_at", "failed_at"]).where("name", "=", "backup").executeTakeFirst();
  const later = join(folder, "noted");
  await run("backup", [later], of(testApp));
  const { at } = JSON.parse(readFileSync(join(later, "manifest.json"), "utf8")) as { at: string };
  expect(await noted()).toEqual({ done_at: new Date(at), failed_at: null });
  writeFileSync(join(folder, "a-file"), "");
  expect((await run("backup", [join(folder, "a-file/no-folder")], of(testApp))).code).toBe(1);
  expect(await noted()).toEqual({ done_at: new Date(at), failed_at: expect.any(Date) });
  expect(readdirSync(join(later, "tables"))).not.toContain("public.chores.gz");
});

test("nobody else can read a backup, and it holds no secret", () => {
  const entries = readdirSync(archive, { recursive: true, withFileTypes: true }).map((entry) =>
    join(entry.parentPath, entry.name),
  );
  for (const path of [archive, ...entries]) expect([path, statSync(path).mode & 0o077]).toEqual([path, 0]);
  for (const path of entries.filter((each) => statSync(each).isFile()))
    expect(readFileSync(path).includes(SECRET)).toBe(false);
});

describe("a restore", () => {
  /** Expects a one-line refusal, and that nothing exists afterwards. */
  async function refused(from: string, line: RegExp, env: Record<string, string> = {}, ...more: string[]) {
    const dataDir = join(folder, "refused");
    const outcome = await restore(from, { DATA_DIR: dataDir, ...env }, ...more);
    expect(outcome).toMatchObject({ code: 1, out: "" });
    expect(outcome.err).toMatch(line);
    expect(outcome.err.trim().split("\n")).toHaveLength(1);
    expect([existsSync(dataDir), existsSync(`${dataDir}.unfinished`)]).toEqual([false, false]);
  }

  test("of a damaged backup is refused, whatever is damaged", async () => {
    const files = readdirSync(archive, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const damaged = ["manifest.json", "avatar.png", "manifest.sha256", "auth.users.gz"];
    for (const name of isFull ? damaged : damaged.slice(0, 2)) {
      const path = join(files.find((entry) => entry.name === name)!.parentPath, name);
      const good = readFileSync(path);
      const bad = Buffer.from(good);
      bad[bad.length >> 1]! ^= 1;
      writeFileSync(path, bad);
      await refused(archive, /^Cannot restore: The backup is damaged: \S+ is not as it was written\n$/);
      rmSync(path);
      await refused(
        archive,
        /^Cannot restore: (The backup is damaged: \S+ is (missing|not as it was written)|\S+ is no backup: it has no manifest.json)\n$/,
      );
      writeFileSync(path, good, { mode: 0o600 });
    }
    await refused(join(folder, "nowhere"), /^Cannot restore: \S+ is no backup/);
  });

  test("of a backup older than the last release is refused, and names what brings it up", async () => {
    const manifest = readFileSync(join(archive, "manifest.json"), "utf8");
    const sum = readFileSync(join(archive, "manifest.sha256"), "utf8");
    const { migrations, ...others } = JSON.parse(manifest) as { migrations: { name: string }[] };
    const older = JSON.stringify({ ...others, migrations: migrations.filter(({ name }) => name < "0850") });
    writeFileSync(join(archive, "manifest.json"), older);
    writeFileSync(join(archive, "manifest.sha256"), createHash("sha256").update(older).digest("hex"));
    await refused(
      archive,
      /^Cannot restore: The database is older than the last release: it lacks 0850_\w+\. Start the program of commit 25da9942 on it once, then this one\n$/,
    );
    writeFileSync(join(archive, "manifest.json"), manifest);
    writeFileSync(join(archive, "manifest.sha256"), sum);
  });

  test("without its SECRET or with another one is refused", async () => {
    await refused(archive, /^Cannot restore: SECRET is not in a backup/, { SECRET: "" });
    await refused(archive, /^Cannot restore: SECRET is not the one/, {
      SECRET: "another secret, which is long enough to be one",
    });
    const database = await emptyDatabase();
    const other = { SECRET: "another secret, which is long enough to be one", DATABASE_URL: database.url };
    await refused(archive, /^Cannot restore: SECRET is not the one/, other);
    expect(Object.keys(await everyRow(database.url)).filter((name) => !name.startsWith("graphile_worker."))).toEqual(
      [],
    );
    await database.drop();
  });

  test("into a place that is not empty is refused and changes nothing", async () => {
    const before = await filesAndRows(testApp);
    const outcome = await restore(archive, of(testApp));
    expect(outcome).toMatchObject({
      code: 1,
      out: "",
      err: expect.stringMatching(/^Cannot restore: the database is not empty: it has a table [^\n]+\n$/),
    });
    expect(await filesAndRows(testApp)).toEqual(before);
    const dataDir = join(folder, "full");
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, "something"), "x");
    expect(await restore(archive, { DATA_DIR: dataDir })).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^Cannot restore: DATA_DIR: \S+ is not empty/),
    });
    expect(readdirSync(dataDir)).toEqual(["something"]);
    expect(await run("backup", [dataDir], of(testApp))).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^Cannot back up: \S+ is not empty/),
    });
  });

  test("that is killed leaves nothing half done, and the next one works", { timeout: 240_000 }, async () => {
    const dataDir = join(folder, "killed");
    const database = await emptyDatabase();
    for (const [env, when] of [
      [{ DATA_DIR: dataDir }, 300],
      [{ DATA_DIR: dataDir }, 900],
      [{ DATA_DIR: dataDir, DATABASE_URL: database.url }, 150],
    ] as const) {
      const { child, ended } = startCommand("restore", [archive], { SECRET, ...env });
      const begun = "DATABASE_URL" in env ? dataDir : `${dataDir}.unfinished`;
      while (!existsSync(begun) && child.exitCode === null) await wait(5);
      await wait(when);
      child.kill("SIGKILL");
      await ended;
      if (!("DATABASE_URL" in env)) expect(existsSync(dataDir)).toBe(false);
    }
    const empty = Object.keys(await everyRow(database.url)).filter((name) => !name.startsWith("graphile_worker."));
    expect(empty).toEqual([]);
    expect(await restore(archive, { DATA_DIR: dataDir, DATABASE_URL: database.url })).toMatchObject({
      code: 0,
      err: "",
    });
    await database.drop();
  });
});

test(
  "a backup that is made while people write is whole: every row has its file, and what was acknowledged before is there",
  { timeout: 240_000 },
  async () => {
    let writing = true;
    /** Acknowledged writes of users who stay. */
    const acknowledged: string[] = [];
    const writers = Array.from({ length: 3 }, async (_, writer) => {
      for (let round = 0; writing; round++) {
        const person = await testApp.signUp(like(cast.ana, `Escribe ${writer} ${round}`));
        const leaves = round % 2 === 0;
        for (let n = 0; n < 2 && writing; n++) {
          const id = await publish(person, `Caso ${n}`);
          if (!leaves) acknowledged.push(id);
        }
        if (leaves) await person.api.accounts.delete();
      }
    });
    while (acknowledged.length < 6) await wait(20);
    const before = [...acknowledged];
    const busy = join(folder, "busy");
    expect(await run("backup", [busy], of(testApp))).toMatchObject({ code: 0, err: "" });
    writing = false;
    await Promise.all(writers);
    const database = await emptyDatabase();
    const dataDir = join(folder, "busy-data");
    expect(await restore(busy, { DATABASE_URL: database.url, DATA_DIR: dataDir })).toMatchObject({ code: 0, err: "" });
    const restored = await openTestAppOn(database, { dataDir });
    try {
      const cases = await restored.db.selectFrom("cases").select(["id", "studies_urls"]).execute();
      const lost = before.filter((id) => !cases.some((one) => one.id === id));
      const paths = cases.flatMap(({ studies_urls }) => studies_urls);
      const missing = paths.filter((path) => !existsSync(join(dataDir, "files/case-studies", path)));
      console.log(
        `backup under load: ${before.length} acknowledged before, ${lost.length} lost; ${paths.length} studies, ${missing.length} without a file`,
      );
      expect([lost, missing]).toEqual([[], []]);
    } finally {
      await restored.close();
    }
  },
);
