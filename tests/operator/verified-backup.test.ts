// @module-tag operations/full
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openArchive } from "../../app/commands/archive.ts";
import { differingTables } from "../../app/commands/verify-backup.ts";
import { cast } from "../../app/demo/cast.ts";
import { makeFolder } from "../support/folder.ts";
import type { Person } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { everyRow, restore, run } from "./backup-commands.ts";

let testApp: TestApp;
let ana: Person;
let elena: Person;
let folder: string;
let env: { DATABASE_URL: string; DATA_DIR: string; TMPDIR: string };

beforeAll(async () => {
  folder = makeFolder("verified");
  testApp = await openTestApp();
  env = { DATABASE_URL: testApp.databaseUrl, DATA_DIR: testApp.dataDir, TMPDIR: folder };
  [ana, elena] = [await testApp.signUp(cast.ana), await testApp.signIn(cast.elena)];
  await ana.api.cases.create({ title: "Rodilla", description: "Me duele" });
});
afterAll(async () => {
  await testApp?.close();
  rmSync(folder, { recursive: true, force: true });
});

const upkeep = async () => (await elena.api.status.read()).upkeep;

test(
  "a backup is restored on trial, compared and removed, which is noted; one that is damaged or of another secret is noted as failed",
  { tags: "operations/short", timeout: 240_000 },
  async () => {
    const archive = join(folder, "backup");
    expect(await run("backup", [archive], env)).toMatchObject({ code: 0 });
    const before = await everyRow(testApp.databaseUrl);
    const verified = await restore(archive, env, "--verify");
    expect(verified).toMatchObject({ code: 0, err: "" });
    expect(verified.out).toMatch(
      /^Verified the backup of \S+: \d+ rows of \d+ tables were restored and compared, \d+ files/,
    );
    const noted = await upkeep();
    expect(noted.verified_at!.getTime()).toBeGreaterThan(noted.backed_up_at!.getTime());
    expect(noted.verification_failed_at).toBeNull();
    expect((await everyRow(testApp.databaseUrl))["public.cases"]).toEqual(before["public.cases"]);

    const manifest = await openArchive(archive);
    expect(await differingTables(testApp.databaseUrl, { archive, manifest })).not.toContain("public.cases");
    await ana.api.cases.create({ title: "Codo", description: "Me duele" });
    expect(await differingTables(testApp.databaseUrl, { archive, manifest })).toContain("public.cases");

    const other = await run("restore", [archive, "--verify"], { ...env, SECRET: "another secret of 32 characters!" });
    expect(other).toMatchObject({ code: 1, err: expect.stringContaining("SECRET is not the one") });
    writeFileSync(join(archive, "tables", "public.cases.gz"), "");
    const damaged = await restore(archive, env, "--verify");
    expect(damaged).toMatchObject({ code: 1, err: expect.stringContaining("The backup is damaged") });
    expect((await upkeep()).verification_failed_at!.getTime()).toBeGreaterThan(noted.verified_at!.getTime());
  },
);

test(
  "a backup that other means have made is noted with its time, and none of a time to come",
  { tags: "operations/short" },
  async () => {
    const made = "2026-11-20T03:00:00.000Z";
    const note = (...args: string[]) => run("note-backup", args, env);
    expect(await note("--at", made)).toMatchObject({ code: 0, out: `Noted a backup of ${made}\n` });
    expect((await upkeep()).backed_up_at).toEqual(new Date(made));
    expect(await note("--at", "2999-01-01T00:00:00Z")).toMatchObject({
      code: 1,
      err: expect.stringContaining("to come"),
    });
    expect(await note("--at", "ayer")).toMatchObject({ code: 1, err: expect.stringContaining("a time is like") });
    expect((await upkeep()).backed_up_at).toEqual(new Date(made));
  },
);
