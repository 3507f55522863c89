// @module-tag operations/full
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { readFiles } from "../../db/schema-files.ts";
import { patternOf, swapGuards } from "./guard.ts";
import { guards } from "./guards.ts";

const ROOT = join(import.meta.dirname, "../..");

test(
  "each guard stands in its file once, so that taking it away takes something away",
  { tags: "operations/short" },
  () => {
    const found = (file: string, from: string) => readFileSync(join(ROOT, file), "utf8").match(patternOf(from))?.length;
    const lost = guards.filter(({ edits = [] }) => edits.some(({ file, from }) => found(file, from) !== 1));
    expect(lost.map(({ name }) => name)).toEqual([]);
    const schema = readFiles().join("\n");
    const named = guards.flatMap(({ sql = "" }) => [
      ...[...sql.matchAll(/drop trigger (\w+) on/g)].map(([, name]) => `CREATE TRIGGER ${name} `),
      ...[...sql.matchAll(/<<\w+>>/g)].map(([label]) => label),
    ]);
    expect(named.filter((text) => !schema.replaceAll("CONSTRAINT ", "").includes(text))).toEqual([]);
    const procedures = readFileSync(join(ROOT, "app/domain/cases/cases.server.ts"), "utf8");
    expect(swapGuards(procedures)).toContain("member as patient");
    expect(guards.length).toBeGreaterThan(50);
  },
);

// All of them take minutes: npm test -- --set guards.
test("a guard taken away is noticed", { timeout: 300_000 }, () => {
  const { stdout, status } = spawnSync(process.execPath, [join(import.meta.dirname, "run.ts"), "own cases"], {
    cwd: ROOT,
    encoding: "utf8",
    env: { ...process.env, TEST_DATABASE_URL: inject("databaseUrl") },
  });
  expect(stdout).toContain("1 guards taken away, 1 noticed, 0 unnoticed");
  expect(status).toBe(0);
});
