import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { idempotentWrites } from "../../app/api/idempotency.server.ts";
import { type Database, isDatabaseAway, openDatabase, type Tx } from "../../app/platform/database/database.server.ts";
import { cast } from "../../app/demo/cast.ts";
import { openLosingProxy } from "./lossy-proxy.ts";
import { outcome } from "../support/people.ts";
import { openNode, openTestApp, type TestApp } from "../support/test-app.ts";

let testApp: TestApp;
let db: Database;
let ana: string;

beforeAll(async () => {
  testApp = await openTestApp();
  ana = (await testApp.signUp(cast.ana)).id;
});
beforeEach(() => {
  ({ db } = openDatabase(testApp.databaseUrl, { max: 1, onError: () => undefined }));
});
afterEach(() => db.destroy());
afterAll(() => testApp?.close());

const newKey = () => crypto.randomUUID();
const writes = (key: string | null) => idempotentWrites(db, "secret", { personId: ana, key, asked: () => ["a write"] });
const pointsOf = async (key: string) =>
  (await testApp.db.selectFrom("auth.rate_limits").select("points").where("key", "=", key).execute()).map(
    ({ points }) => Number(points),
  );
/** A non-idempotent write: it shows when it runs twice. */
const note = (tx: Database | Tx, key: string) =>
  sql`insert into auth.rate_limits as r (key, points) values (${key}, 1) on conflict (key) do update set points = r.points + 1`.execute(
    tx,
  );

async function pidOf(on: Database | Tx): Promise<number> {
  return (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(on)).rows[0]?.pid ?? 0;
}

/** Ends a connection as a dying primary does. */
const end = (pid: number) => sql`select pg_terminate_backend(${pid}::int)`.execute(testApp.db);
/** Makes the pool's connection read-only, as after its primary became a standby. */
const demote = () => sql`set session characteristics as transaction read only`.execute(db);

test("a read whose connection is lost is answered on another", async () => {
  const pid = await pidOf(db);
  const answer = sql<{ slow: string }>`select 'there' as slow from pg_sleep(1)`.execute(db);
  const asleep = async () =>
    (await sql`select from pg_stat_activity where pid = ${pid} and query like '%pg_sleep%'`.execute(testApp.db)).rows
      .length;
  await expect.poll(asleep).toBe(1);
  await end(pid);
  expect((await answer).rows).toEqual([{ slow: "there" }]);
  expect(await pidOf(db)).not.toBe(pid);
});

test.each(["it is lost", "its server may only be read"])(
  "a write with a key is done once when its connection is of no use: %s",
  async (how) => {
    const key = newKey();
    let tries = 0;
    if (how !== "it is lost") await demote();
    const answer = await writes(key).transaction(async (tx) => {
      tries += 1;
      await note(tx, key);
      if (tries === 1 && how === "it is lost") await end(await pidOf(tx));
      return { tries };
    });
    expect([await pointsOf(key), await writes(key).transaction(async () => ({ tries: 0 })), answer.tries > 0]).toEqual([
      [1],
      answer,
      true,
    ]);
  },
);

test("a write without a key is refused at once when its connection is lost, and nothing of it is left", async () => {
  const key = newKey();
  let tries = 0;
  const lost = writes(null).transaction(async (tx) => {
    tries += 1;
    await note(tx, key);
    await end(await pidOf(tx));
    await note(tx, key);
    return {};
  });
  const error: unknown = await lost.catch((reason: unknown) => reason);
  expect([isDatabaseAway(error), tries, await pointsOf(key)]).toEqual([true, 1, []]);
});

test("a single write is not sent twice, and the next one finds a connection", async () => {
  const key = newKey();
  const pid = await pidOf(db);
  await sql`insert into auth.rate_limits (key, points) values (${key}, 1)`.execute(testApp.db);
  let release = () => {};
  let held: Promise<void> = Promise.resolve();
  await new Promise<void>((locked) => {
    held = testApp.db.transaction().execute(async (tx) => {
      await note(tx, key);
      locked();
      await new Promise<void>((released) => (release = released));
    });
  });
  const waiting = note(db, key).catch((reason: unknown) => reason);
  const isWaiting = async () =>
    (await sql`select from pg_locks where pid = ${pid} and not granted`.execute(testApp.db)).rows.length > 0;
  await expect.poll(isWaiting).toBe(true);
  await end(pid);
  expect(isDatabaseAway(await waiting)).toBe(true);
  release();
  await held;
  expect(await pointsOf(key)).toEqual([2]);
  await note(db, key);
  expect(await pointsOf(key)).toEqual([3]);
});

test("a commit whose answer is lost is found by its key, and done once", async () => {
  const proxy = await openLosingProxy(testApp.databaseUrl);
  const direct = db;
  ({ db } = openDatabase(proxy.url, { max: 1, onError: () => undefined }));
  const key = newKey();
  let tries = 0;
  proxy.loseAnswerTo("commit");
  const answer = await writes(key).transaction(async (tx) => {
    await note(tx, key);
    return { tries: (tries += 1) };
  });
  expect([answer, tries, await pointsOf(key), proxy.lost()]).toEqual([{ tries: 1 }, 1, [1], 1]);
  await db.destroy();
  await proxy.close();
  db = direct;
});

test("a connection to a server that may only be read is not used again", async () => {
  const key = newKey();
  await demote();
  const error: unknown = await note(db, key).catch((reason: unknown) => reason);
  expect([isDatabaseAway(error), (error as { code?: string }).code]).toEqual([true, "25006"]);
  await note(db, key);
  expect(await pointsOf(key)).toEqual([1]);
});

test("a study whose row may have been written, for all that the server knows, keeps its file", async () => {
  const proxy = await openLosingProxy(testApp.databaseUrl);
  const node = await openNode(proxy.url, { environment: { DATABASE_URL: proxy.url }, dataDir: testApp.dataDir });
  const person = await testApp.signIn(cast.ana);
  const { id } = await person.api.cases.create({ title: "Rodilla", description: "Duele" });
  const body = new TextEncoder().encode("%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n");
  // The node's jobs commit too.
  proxy.loseAnswerTo("commit", 'set "studies_urls"');
  const put = await fetch(`${node.url}/files/case-studies/${id}?name=a.pdf`, {
    method: "PUT",
    body,
    headers: { authorization: `Bearer ${await person.token()}` },
  });
  expect([put.status, proxy.lost()]).toEqual([503, 1]);
  const [study] = (await person.api.cases.get({ id })).studies;
  expect((await fetch(new URL(study?.url ?? "", testApp.url))).status).toBe(200);
  expect(await outcome(node.app.services.db.selectFrom("cases").select("id").execute())).toBe("ok");
  await node.close();
  await proxy.close();
});
