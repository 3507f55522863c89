// @module-tag operations/full
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { openDatabase } from "../../app/platform/database/database.server.ts";
import { eventsSince } from "../../app/platform/live/live-table.server.ts";
import { countJobs } from "../../app/platform/job-figures.server.ts";
import { TIMES } from "../mail/post.ts";
import { cast } from "../../app/demo/cast.ts";
import { createDatabase } from "../support/database.ts";
import { apiOf, enter, like, type Person } from "../support/people.ts";
import { costOf } from "../lists/query-plans.ts";
import { startStoppable } from "../support/stoppable-database.ts";
import { follow, receives, type Stream } from "./follow.ts";
import { openNode, openTestApp, openTestAppOn, type TestApp } from "../support/test-app.ts";

let testApp: TestApp;
let ana: Person;
let bruno: Person;
let carla: Person;

beforeAll(async () => {
  testApp = await openTestApp();
  [ana, bruno] = [await testApp.signUp(cast.ana), await testApp.signUp(cast.bruno)];
  carla = await testApp.approvedKine(cast.carla);
});
afterAll(() => testApp?.close());

/** The cases that a stream delivered, in order and without duplicates: around a reconnection a node may deliver one twice. */
const casesOf = ({ received }: Stream) => [...new Set(received.map(({ case_id }) => case_id))];
const newCase = (person: Person) => person.api.cases.create({ title: "Rodilla", description: "Me duele" });
/** A case with what its publication tells, in one statement. */
const INSERT_CASE = (patient: string) => `with made as (
    insert into cases (patient_id, title, description) values (${patient}, 'x', 'x') returning id)
  select id, publish_live_event('admins', 'counts'), publish_live_event('kines', 'cases'), publish_live_event(${patient}::text, 'case', id) from made`;
const insertCase = (patientId: string) => sql.raw<{ id: string }>(INSERT_CASE(`'${patientId}'::uuid`));

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

test("what a transaction of long ago commits is told, to streams that are open and to one that comes back, and once", async () => {
  const slow = await connected(testApp.databaseUrl);
  const late = { type: "case", case_id: crypto.randomUUID() };
  await slow.query("begin");
  await slow.query("select publish_live_event($1, $2, $3)", [ana.id, late.type, late.case_id]);
  const [open, closed] = [await follow(ana.api), await follow(ana.api)];
  for (let n = 0; n < 3; n += 1) {
    const { id: case_id } = await newCase(ana);
    for (const stream of [open, closed]) await receives(stream, { type: "case", case_id });
  }
  await closed.leave();
  expect([open.received, closed.received].flat()).not.toContainEqual(late);
  await slow.query("commit");
  await slow.end();
  await receives(open, late);
  const { id: case_id } = await newCase(ana);
  await receives(open, { type: "case", case_id });
  expect(open.received.filter((event) => event.case_id === late.case_id)).toEqual([late]);
  const back = await follow(ana.api, closed.lastEventId());
  expect(back.first).toBe("resumed");
  await receives(back, { type: "case", case_id });
  expect(back.received).toHaveLength(2);
  expect(back.received).toContainEqual(late);
  await Promise.all([open.leave(), back.leave()]);
});

test(
  "a stream that comes back hears on any node what it missed, what is its own alone, and nothing that it had heard",
  { tags: "operations/short" },
  async () => {
    const other = await openNode(testApp.databaseUrl);
    const stream = await follow(ana.api);
    const { id: known } = await newCase(ana);
    await receives(stream, { type: "case", case_id: known });
    await stream.leave();
    const { id: case_id } = await newCase(ana);
    await carla.api.matches.apply({ case_id });
    const back = await follow(apiOf(other.url, ana.token), stream.lastEventId());
    await receives(back, { type: "case", case_id });
    const { id: next } = await newCase(ana);
    await receives(back, { type: "case", case_id: next });
    expect([back.first, casesOf(back)]).toEqual(["resumed", [case_id, next]]);
    const stranger = await follow(bruno.api, stream.lastEventId());
    const { id: own } = await newCase(bruno);
    await receives(stranger, { type: "case", case_id: own });
    expect([stranger.first, casesOf(stranger)]).toEqual(["resumed", [own]]);
    await Promise.all([back.leave(), stranger.leave()]);
    await other.close();
  },
);

test("a stream that names what no node said, or who is somebody else by now, or missed too much starts anew", async () => {
  const member = await testApp.signUp(like(cast.bruno, "Cambia De Rol"));
  const elena = await testApp.signIn(cast.elena);
  const stream = await follow(member.api);
  await stream.leave();
  const known = stream.lastEventId()!;
  for (const id of ["", "1", known.slice(1), `${known.slice(0, -4)}AAAA`]) {
    const again = await follow(member.api, id);
    expect([id, again.first]).toEqual([id, "connected"]);
    await again.leave();
  }
  await elena.api.accounts.assignRole({ user_id: member.id, role: "kine" });
  const changed = await follow(member.api, known);
  expect(changed.first).toBe("connected");
  await changed.leave();
  // The node may not have read the change yet when it states its position.
  let last = changed.lastEventId();
  await expect
    .poll(
      async () => {
        const after = await follow(member.api, last);
        await after.leave();
        last = after.lastEventId() ?? last;
        return after.first;
      },
      { timeout: 15_000 },
    )
    .toBe("resumed");
  const patient = await follow(ana.api);
  await patient.leave();
  await sql`select publish_live_event(${ana.id}, 'case', gen_random_uuid()) from generate_series(1, 150)`.execute(
    testApp.db,
  );
  const flooded = await follow(ana.api, patient.lastEventId());
  expect(flooded.first).toBe("connected");
  await flooded.leave();
});

test("while the listening connection is away streams go on, and hear afterwards what happened meanwhile", async () => {
  const server = await connected(inject("databaseUrl"));
  const name = new URL(testApp.databaseUrl).pathname.slice(1);
  const held = await connected(testApp.databaseUrl);
  const stream = await follow(ana.api);
  await server.query(`alter database ${name} allow_connections false`);
  const listening = `from pg_stat_activity where application_name = 'kinexo_live' and datname = '${name}'`;
  await server.query(`select pg_terminate_backend(pid) ${listening}`);
  await expect.poll(async () => (await server.query(`select ${listening}`)).rowCount).toBe(0);
  const { rows } = await held.query<{ id: string }>(INSERT_CASE("$1::uuid"), [ana.id]);
  expect((await server.query(`select ${listening}`)).rowCount).toBe(0);
  await server.query(`alter database ${name} allow_connections true`);
  await receives(stream, { type: "case", case_id: rows[0]!.id });
  expect(stream.received).toHaveLength(1);
  await stream.leave();
  await Promise.all([server.end(), held.end()]);
});

/** Counts the notifications that wake readers, from now on: all, and the most that one connection sent. */
async function countWakes(): Promise<{ count(): number; most(): number; end(): Promise<void> }> {
  const client = await connected(testApp.databaseUrl);
  const bySender = new Map<number, number>();
  client.on("notification", ({ processId }) => bySender.set(processId, (bySender.get(processId) ?? 0) + 1));
  await client.query("listen kinexo_live");
  const counts = () => [...bySender.values()];
  return {
    count: () => counts().reduce((sum, each) => sum + each, 0),
    most: () => Math.max(0, ...counts()),
    end: () => client.end(),
  };
}

/** The least time between two reads of a node, and between two announcements of its writes. */
const READS_APART_MS = 20;

test("the writes of a node wake the other nodes' readers after their commits, many of them at once", async () => {
  const other = await openNode(testApp.databaseUrl);
  const stream = await follow(apiOf(other.url, ana.token));
  await settled();
  const since = performance.now();
  const wakes = await countWakes();
  const made: string[] = [];
  for (let n = 0; n < 40; n += 1) made.push((await insertCase(ana.id).execute(testApp.db)).rows[0]!.id);
  for (const case_id of made) await receives(stream, { type: "case", case_id });
  expect(wakes.count()).toBeGreaterThan(0);
  // The jobs of the writes wake the readers too.
  expect(wakes.most()).toBeLessThanOrEqual(2 + (performance.now() - since) / READS_APART_MS);
  await Promise.all([stream.leave(), wakes.end()]);
  await other.close();
});

/** Waits until no job writes or wakes readers any more: the last job's wake comes some milliseconds after it. */
const settled = () =>
  vi.waitUntil(async () => {
    const wakes = await countWakes();
    await wait(100);
    await wakes.end();
    const { due, running } = await countJobs(testApp.db);
    return wakes.count() === 0 && due === 0 && running === 0;
  }, TIMES);

test("what a node wrote before it died is told, though it woke nobody", async () => {
  const stream = await follow(ana.api);
  await settled();
  const wakes = await countWakes();
  const dying = await connected(testApp.databaseUrl);
  await dying.query("set kinexo.wakes_readers = 'after_commit'");
  const case_id = crypto.randomUUID();
  await dying.query("select publish_live_event($1, 'case', $2)", [ana.id, case_id]);
  await dying.end();
  await receives(stream, { type: "case", case_id });
  expect(wakes.count()).toBe(0);
  await Promise.all([stream.leave(), wakes.end()]);
});

test("what is written by somebody who wakes no readers, as the version before, wakes them by itself", async () => {
  await settled();
  const wakes = await countWakes();
  const older = await connected(testApp.databaseUrl);
  await older.query("select publish_live_event($1, 'case', $2)", [ana.id, crypto.randomUUID()]);
  await older.end();
  await expect.poll(wakes.count).toBe(1);
  await wakes.end();
});

/** A connection to PostgreSQL without LISTEN, as through a pooler. */
async function withoutListen(databaseUrl: string) {
  const { port, hostname } = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const server = createServer((incoming) => {
    const onward = connect(Number(port), hostname);
    for (const socket of [incoming, onward]) {
      sockets.add(socket);
      socket.on("error", () => undefined).on("close", () => [incoming, onward].forEach((each) => each.destroy()));
    }
    incoming.on("data", (bytes) =>
      onward.write(Buffer.from(bytes.toString("latin1").replaceAll(/\blisten (?=kinexo|")/gi, "hearme "), "latin1")),
    );
    onward.pipe(incoming);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const url = Object.assign(new URL(databaseUrl), { host: `127.0.0.1:${(server.address() as AddressInfo).port}` }).href;
  return { url, close: () => (sockets.forEach((socket) => socket.destroy()), server.close()) };
}

test("on an engine that wakes nobody streams hear of what is written all the same, and jobs are done", async () => {
  const database = await createDatabase();
  const way = await withoutListen(database.url);
  const client = await connected(database.url);
  await client.query(`alter function pg_catalog.pg_notify(text, text) rename to pg_notify_of_others;
    create function public.pg_notify(text, text) returns void language sql as ''`);
  await client.end();
  const own = await openTestAppOn({ url: way.url, drop: () => database.drop() }, {});
  const person = await own.signUp(cast.ana);
  // The second poll from here has started after the sign-up, which the stream would deliver otherwise.
  for (let looks = 0; looks < 2; looks += 1) {
    const before = own.app.services.live.position();
    await expect.poll(() => own.app.services.live.position()).not.toBe(before);
  }
  const stream = await follow(person.api);
  const { id: case_id } = await newCase(person);
  await receives(stream, { type: "case", case_id });
  await stream.leave();
  await expect.poll(async () => (await countJobs(own.db)).due).toBe(0);
  await own.close();
  way.close();
});

test("after a database that broke down or was restarted it cannot be said what was missed, so that every stream starts anew", async () => {
  const database = await startStoppable();
  const node = await openNode(database.url);
  const person = await enter(node.url, cast.ana, "sign up");
  const breakDown = async () => {
    const victim = await connected(database.url);
    const { rows } = await victim.query<{ pid: number }>("select pg_backend_pid() as pid");
    // This server commits asynchronously: without a checkpoint a recent sign-up would be lost.
    await victim.query("checkpoint");
    process.kill(rows[0]!.pid, "SIGKILL");
    await new Promise((ended) => victim.once("end", ended));
  };
  const restart = () => database.stop().then(() => database.start());
  // A crash resets the statistics: a reset counts as one.
  const reset = async () => {
    const operator = await connected(database.url);
    await operator.query("select pg_stat_reset_shared('bgwriter')");
    await operator.end();
  };
  for (const calamity of [breakDown, restart, reset]) {
    const stream = await follow(person.api);
    await calamity();
    await stream.ended;
    const again = () => follow(person.api, stream.lastEventId()).then(async (back) => (await back.leave(), back.first));
    await expect.poll(() => again().catch(String)).toBe("connected");
  }
  await node.close();
  await database.close();
});

test("rows of another cluster are told to nobody", { tags: "operations/short" }, async () => {
  const stream = await follow(carla.api);
  await sql`insert into live_events (transaction_id, audience, type)
    select '99999999999', substr(sha256('kines'), 1, 16), 'case'`.execute(testApp.db);
  await newCase(bruno);
  await receives(stream, { type: "cases" });
  // A specialist's inbox hears of the case too, a moment later.
  expect(stream.received.filter(({ type }) => type !== "inbox")).toEqual([{ type: "cases" }]);
  await stream.leave();
});

test(
  "one transaction tells each thing once, and what is kept names no person and no session",
  { tags: "operations/short" },
  async () => {
    const { rows } = await sql<{ row: string }>`select e::text as row from live_events e`.execute(testApp.db);
    expect(rows.length).toBeGreaterThan(10);
    for (const { id } of await testApp.db.selectFrom("profiles").select("id").execute())
      expect(rows.filter(({ row }) => row.includes(id))).toEqual([]);
    for (const { id } of await testApp.db.selectFrom("auth.sessions").select("id").execute())
      expect(rows.filter(({ row }) => row.includes(id))).toEqual([]);
    const ids = await testApp.db
      .transaction()
      .execute(async (tx) => [await insertCase(ana.id).execute(tx), await insertCase(ana.id).execute(tx)]);
    const found = await sql<{ type: string }>`select type from live_events
    where transaction_id = (select transaction_id from live_events where case_id = ${ids[0]!.rows[0]!.id}) order by type`.execute(
      testApp.db,
    );
    expect(found.rows.map(({ type }) => type)).toEqual(["case", "case", "cases", "counts"]);
  },
);

test("what is new among 100,000 events is found by an index, also while a transaction of long ago is open", async () => {
  const slow = await connected(testApp.databaseUrl);
  await slow.query("begin");
  const {
    rows: [oldest],
  } = await slow.query<{ id: string }>("select pg_current_xact_id()::text as id");
  // Of earlier transactions: later ids would become visible while other databases of this server use them up.
  await sql`insert into live_events (transaction_id, audience, type)
    select (3 + n % (${oldest!.id}::bigint - 3))::text::xid8, substr(sha256(n::text::bytea), 1, 16), 'case'
    from generate_series(1, 100000) n`.execute(testApp.db);
  await sql`analyze live_events`.execute(testApp.db);
  const {
    rows: [now],
  } = await eventsSince(null, 100).execute(testApp.db);
  await insertCase(ana.id).execute(testApp.db);
  const pool = new pg.Pool({ connectionString: testApp.databaseUrl, max: 1 });
  const { db } = openDatabase(testApp.databaseUrl, { max: 1, onError: () => undefined });
  const { tablesScanned, rows } = await costOf(pool, [eventsSince(now!, 100).compile(db)]);
  expect(tablesScanned).toEqual([]);
  expect(rows).toBeLessThan(100);
  await Promise.all([pool.end(), db.destroy(), slow.query("rollback").then(() => slow.end())]);
});
