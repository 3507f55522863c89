// @module-tag operations/full
import { spawn } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isFull } from "../support/full.ts";
import { makeFolder } from "../support/folder.ts";
import { SECRET } from "../support/test-app.ts";
import { writeLargeSource } from "./large-source.ts";
import { openMove, type TestMove } from "./moving.ts";

const KILLS = isFull ? 50 : 4;
const SIZE = { people: 400, cases: 200, files: 20 };
const folder = makeFolder("killed");
const [dump, files] = [join(folder, "dump.sql"), join(folder, "old")];
let moves: TestMove[];

beforeAll(async () => {
  moves = [await openMove(), await openMove()];
  for (const { dataDir } of moves) await writeLargeSource(SIZE, { dump, files, stored: join(dataDir, "files") });
});
afterAll(() => Promise.all((moves ?? []).map((move) => move.close())));

function begin({ url, dataDir }: TestMove) {
  const child = spawn(
    process.execPath,
    ["app/commands/move-in.ts", "--from", dump, "--files", files, "--report", join(folder, "informe")],
    {
      cwd: join(import.meta.dirname, "../.."),
      env: { ...process.env, DATABASE_URL: url, DATA_DIR: dataDir, SECRET },
      stdio: ["ignore", "pipe", "ignore"],
    },
  );
  let said = "";
  child.stdout.on("data", (part: Buffer) => (said += String(part)));
  const ended = new Promise<string>((resolve) => child.on("close", () => resolve(said)));
  return { child, ended };
}

const MOVED = "(select new_id from moved_rows where kind = 'user')";
const TABLES = [
  `profiles t where t.id in ${MOVED}`,
  `user_roles t where t.user_id in ${MOVED}`,
  `auth.identities t where t.user_id in ${MOVED}`,
  "cases t",
  "matches t",
  "reviews t",
  "(select kine_id, kind, jurisdiction, number, state, is_first from licences) t",
  "moved_rows t",
];
/** A row without the times of a run, and without ids that follow from nothing. */
const WHAT = "to_jsonb(t) - 'id' - 'given_at' - 'declared_at' - 'created_at' - 'dormant_at' - 'version'";
const sums = ({ rows }: TestMove) =>
  Promise.all(
    TABLES.map(async (table) => {
      const [sum] = await rows<{ count: number; sum: string }>(
        `select count(*)::int as count, md5(string_agg((${WHAT})::text, '|' order by (${WHAT})::text)) as sum from ${table}`,
      );
      return [table, sum?.count, sum?.sum];
    }),
  );

test(
  "a run that is killed at any moment leaves no half state, and the next one ends as if it had never been",
  { timeout: 1_200_000 },
  async () => {
    const [killed, whole] = moves as [TestMove, TestMove];
    const start = performance.now();
    expect(await begin(whole).ended).toContain("moved in: start the program");
    const wholeMs = performance.now() - start;
    const after = await sums(whole);
    const before = await sums(killed);
    for (let n = 0; n < KILLS; n += 1) {
      const { child, ended } = begin(killed);
      // Most moments are within the transaction, near the end.
      await wait(wholeMs * (0.3 + (0.8 * (n + 0.5)) / KILLS));
      child.kill("SIGKILL");
      await ended;
      expect([before, after]).toContainEqual(await sums(killed));
    }
    expect(await begin(killed).ended).toMatch(/moved in: start the program|0 rows written/);
    expect(await sums(killed)).toEqual(after);
    expect(await killed.rows("select tgname from pg_trigger where tgenabled = 'D'")).toEqual([]);
  },
);
