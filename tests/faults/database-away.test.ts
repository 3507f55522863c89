// @module-tag operations/full
import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type Database, isDatabaseAway, openDatabase } from "../../app/platform/database/database.server.ts";
import { prepared } from "../../app/platform/database/prepared-statements.server.ts";
import { startStoppable, type StoppableDatabase } from "../support/stoppable-database.ts";

/** The pool refuses within five seconds on an idle machine; without its own timeouts, a call would wait until the test's. */
const SOON_MS = 15_000;
/** The pool waits four seconds for a database that does not answer: a call that takes less did not wait. */
const AT_ONCE_MS = 4_000;

let postgres: StoppableDatabase;
let db: Database;

beforeAll(async () => {
  postgres = await startStoppable();
});
beforeEach(() => {
  ({ db } = openDatabase(postgres.url, { max: 4, onError: () => undefined }));
});
afterEach(async () => {
  postgres.thaw();
  await db.destroy();
});
afterAll(() => postgres?.close());

const ask = () => sql<{ one: number }>`select 1 as one`.execute(db);
const shared = prepared("shared", (_, { id }: { id: string }) => sql`select ${id}::text`);
const share = () => shared.first(db, { id: randomUUID() });
const write = () =>
  db.transaction().execute(async (tx) => {
    await sql`select set_config('kinexo.viewer', gen_random_uuid()::text, true)`.execute(tx);
    await sql`insert into auth.rate_limits (key, points) values (gen_random_uuid()::text, 1)`.execute(tx);
  });

/** Milliseconds until a call was refused because the database is down. Throws when it succeeded or failed otherwise. */
async function msToRefusal(call: () => Promise<unknown>): Promise<number> {
  const since = performance.now();
  const error: unknown = await call().then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!isDatabaseAway(error)) throw new Error(`not refused as it should be: ${String(error)}`);
  return performance.now() - since;
}

async function answersAgain(): Promise<number> {
  const since = performance.now();
  await expect.poll(() => ask().then(() => "ok", String), { timeout: SOON_MS, interval: 50 }).toBe("ok");
  return performance.now() - since;
}

test("a database that answers nothing is noticed soon by all who wait, and by the next at once", async () => {
  await Promise.all([ask(), ask(), ask(), ask()]);
  postgres.freeze();
  const waited = await Promise.all(Array.from({ length: 100 }, (_, index) => msToRefusal(index % 2 ? ask : write)));
  expect(Math.max(...waited)).toBeLessThan(SOON_MS);
  expect(await msToRefusal(ask)).toBeLessThan(AT_ONCE_MS);
  postgres.thaw();
  expect(await answersAgain()).toBeLessThan(SOON_MS);
  const { rows } = await sql`select 1 from pg_stat_activity where state like 'idle in transaction%'`.execute(db);
  expect(rows).toEqual([]);
});

test("those who share runs are refused as soon as all others", async () => {
  await Promise.all([ask(), ask(), ask(), ask()]);
  postgres.freeze();
  const waited = await Promise.all(Array.from({ length: 600 }, () => msToRefusal(share)));
  expect(Math.max(...waited)).toBeLessThan(SOON_MS);
  postgres.thaw();
  await answersAgain();
  await postgres.stop();
  const refused = await Promise.all(Array.from({ length: 600 }, () => msToRefusal(share)));
  expect(Math.max(...refused)).toBeLessThan(AT_ONCE_MS);
  await postgres.start();
  expect(await answersAgain()).toBeLessThan(SOON_MS);
});

test("a frozen database is noticed also before the first connection was made", async () => {
  postgres.freeze();
  expect(await msToRefusal(ask)).toBeLessThan(SOON_MS);
  postgres.thaw();
  expect(await answersAgain()).toBeLessThan(SOON_MS);
});

test(
  "a stopped database is refused at once, and found again when it is back",
  { tags: "operations/short" },
  async () => {
    await ask();
    await postgres.stop();
    await wait(50);
    expect(await msToRefusal(write)).toBeLessThan(AT_ONCE_MS);
    await postgres.start();
    expect(await answersAgain()).toBeLessThan(SOON_MS);
  },
);

test(
  "a connection that was lost in the middle of a transaction is the database's absence, whatever is asked on it next",
  { tags: "operations/short" },
  async () => {
    const { db: outside } = openDatabase(postgres.url, { max: 1, onError: () => undefined });
    const broken = db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      await sql`select pg_terminate_backend(${rows[0]?.pid}::int)`.execute(outside);
      await sql`select 1`.execute(tx).catch(() => undefined);
      await sql`select 1`.execute(tx);
    });
    const error: unknown = await broken.catch((reason: unknown) => reason);
    expect([isDatabaseAway(error), String(error)]).toEqual([true, expect.stringContaining("not queryable")]);
    await outside.destroy();
    expect(await answersAgain()).toBeLessThan(SOON_MS);
  },
);

test("a slow answer is waited for while the database answers others", async () => {
  const { rows } = await sql<{ slow: string }>`select 'there' as slow from pg_sleep(4)`.execute(db);
  expect(rows).toEqual([{ slow: "there" }]);
  expect(isDatabaseAway(await sql`select 1/0`.execute(db).catch((error: unknown) => error))).toBe(false);
});
