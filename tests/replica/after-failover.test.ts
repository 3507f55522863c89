// @module-tag operations/full
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { follow, startStandby, startStoppable, type StoppableDatabase } from "../support/stoppable-database.ts";
import { openNode } from "../support/test-app.ts";

/** Time for several polls of both servers. */
const LOOKS_MS = 2_000;
const PATIENTLY = { timeout: 60_000, interval: 200 };

let old: StoppableDatabase;
let next: StoppableDatabase;
let left: StoppableDatabase;
let last: StoppableDatabase | undefined;

beforeAll(async () => {
  old = await startStoppable();
  left = await startStandby(old);
  next = await startStandby(old);
});
afterAll(() => Promise.all([old, left, next, last].map((each) => each?.close())));

async function on<Row extends object>({ url }: { url: string }, statement: string): Promise<Row | undefined> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client
    .query<Row>(statement)
    .then(({ rows }) => rows[0])
    .finally(() => client.end());
}
/** Writes on one server, and waits until the other has it. */
async function write(there: StoppableDatabase, table: string, follower: StoppableDatabase) {
  await on(there, `create table ${table} as select n from generate_series(1, 100000) n`);
  await expect
    .poll(() => on(follower, `select to_regclass('${table}') is not null as is_there`), PATIENTLY)
    .toEqual({ is_there: true });
}
const openOn = (primary: StoppableDatabase, replica: StoppableDatabase) =>
  openNode(primary.url, { environment: { DATABASE_URL: primary.url, DATABASE_REPLICA_URL: replica.url } });

test("a standby that went on with the old primary is not asked, though it is further than the new one", async () => {
  await on(next, "select pg_promote()");
  await write(old, "only_old", left);
  const position = (name: string) => `select (${name}() - '0/0')::float8 as at`;
  const [ahead, behind] = [
    await on<{ at: number }>(left, position("pg_last_wal_replay_lsn")),
    await on<{ at: number }>(next, position("pg_current_wal_lsn")),
  ];
  expect(ahead?.at).toBeGreaterThan(behind?.at ?? Infinity);
  const node = await openOn(next, left);
  await wait(LOOKS_MS);
  expect(node.app.services.replica?.figures()).toEqual({ in_use: false, age_ms: Infinity });
  await node.close();
});

test("one that follows a new primary is asked from its next restart point on", async () => {
  last = await startStandby(next);
  await expect
    .poll(() => on(next, "select count(*)::int as followers from pg_stat_replication"), PATIENTLY)
    .toEqual({ followers: 1 });
  await next.stop();
  await on(last, "select pg_promote()");
  follow(next.cluster, last);
  await next.start();
  await write(last, "only_last", next);
  const node = await openOn(last, next);
  await wait(LOOKS_MS);
  expect(node.app.services.replica?.figures().in_use).toBe(false);
  await on(last, "checkpoint");
  await expect
    .poll(async () => {
      await on(next, "checkpoint");
      return node.app.services.replica?.figures().in_use;
    }, PATIENTLY)
    .toBe(true);
  await node.close();
});
