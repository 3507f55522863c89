// @module-tag operations/full
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { type CompiledQuery, Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Services } from "../../app/api/services.server.ts";
import { directoryCopy } from "../../app/domain/directory/copy.server.ts";
import { directoryPage } from "../../app/domain/directory/page.server.ts";
import { indexedPages } from "../../app/domain/directory/topics.server.ts";
import { openCopies } from "../../app/platform/copies.server.ts";
import type { DB } from "../../db/types.ts";
import { costOf } from "../lists/query-plans.ts";
import { isFull } from "../support/full.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { insertSpecialists } from "./specialists.ts";

/** Enough rows that a sequential scan costs more than reading one page by an index; with half of them the planner rates both the same. */
const SPECIALISTS = isFull ? 100_000 : 6_000;
const MOST_ROWS = 300;
const MOST_STATEMENTS = 2;
/** For a page without its markup, while other tests run. */
const LONGEST_MS = 100;
/** For cached results: some 25 MB, and garbage that is not collected yet. */
const MOST_MORE_MB = 100;
setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;
function heapMb(): number {
  collect();
  return process.memoryUsage().heapUsed / 1e6;
}

let testApp: TestApp;
let pool: pg.Pool;
let services: Services;
let sent: CompiledQuery[] = [];

beforeAll(async () => {
  testApp = await openTestApp();
  await insertSpecialists(testApp.databaseUrl, SPECIALISTS);
  pool = new pg.Pool({ connectionString: testApp.databaseUrl, max: 2 });
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }), log: ({ query }) => void sent.push(query) });
  services = { ...testApp.app.services, db, copies: openCopies({ db, log: testApp.app.services.log }) };
  await services.copies.of(directoryCopy).read();
}, 900_000);
afterAll(async () => {
  await services?.copies.close();
  await pool?.end();
  await testApp?.close();
});

const FILTERED = [
  "/kinesiologos?especialidad=deportiva&cobertura=1&cobertura=3&hasta=30000&dia=1",
  "/kinesiologos/caba?cobertura=3&orden=precio&pagina=2",
  "/kinesiologos/caba/palermo?radio=10&cobertura=2&dia=6",
  "/kinesiologos/caba/palermo?radio=20&orden=cercania",
  "/kinesiologos?nuevos=1",
];

test("a page takes at most two statements and touches at most 300 rows, whatever it lists", async () => {
  const contents = await services.copies.of(directoryCopy).read();
  const paths = indexedPages(contents).map(({ path }) => path);
  const some = paths.filter((_, index) => index % Math.ceil(paths.length / 25) === 0);
  const costs: string[] = [];
  for (const address of [...some, ...FILTERED]) {
    const { pathname, searchParams } = new URL(address, "http://localhost");
    sent = [];
    const answer = await directoryPage(services, pathname, searchParams);
    expect(answer, address).toHaveProperty("page");
    const queries = sent;
    expect(queries.length, address).toBeLessThanOrEqual(MOST_STATEMENTS);
    const cost = await costOf(pool, queries);
    costs.push(`${address}: ${cost.rows} rows`);
    expect(cost.rows, address).toBeLessThanOrEqual(MOST_ROWS);
  }
  console.log(costs.join("\n"));
});

/** A query for one coverage and some days, different for each number. */
function distinctQuestion(n: number): URLSearchParams {
  const days = [0, 1, 2, 3, 4, 5, 6].filter((day) => ((n % 127) + 1) & (1 << day));
  const coverage = 1 + Math.floor(n / 127);
  return new URLSearchParams([["cobertura", String(coverage)], ...days.map((day) => ["dia", String(day)])]);
}

test("pages of distinct addresses are worked out within their bound, and the copy takes bounded memory", async () => {
  const contents = await services.copies.of(directoryCopy).read();
  const paths = indexedPages(contents).map(({ path }) => path);
  const times: number[] = [];
  const before = heapMb();
  for (const path of paths.slice(0, isFull ? 3_000 : 200)) {
    const since = performance.now();
    await directoryPage(services, path, new URLSearchParams());
    times.push(performance.now() - since);
  }
  for (let n = 0; n < (isFull ? 5_000 : 300); n += 1)
    await directoryPage(services, "/kinesiologos", distinctQuestion(n));
  sent = [];
  const more = heapMb() - before;
  const sorted = times.toSorted((one, other) => one - other);
  const at = (part: number) => sorted[Math.floor(part * (sorted.length - 1))]!;
  console.log(
    `${SPECIALISTS} specialists, ${times.length} pages: p50 ${at(0.5).toFixed(1)} ms, p99 ${at(0.99).toFixed(1)} ms, ` +
      `${Math.round(more)} MB more heap`,
  );
  expect(at(0.5)).toBeLessThan(LONGEST_MS);
  expect(more).toBeLessThan(MOST_MORE_MB);
}, 600_000);
