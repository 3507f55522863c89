import { createServer, type Server } from "node:net";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { tell, type Troubles, troubles } from "../../app/domain/operator/alarms.server.ts";
import { ALARMS, type Alarm } from "../../app/domain/operator/alarms.ts";
import { KINDS } from "../../app/domain/notifications/notification.ts";
import { openScan } from "../../app/platform/uploads/virus-scan.server.ts";
import type { Person } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";

const HOUR = 3_600_000;
const WELL = Object.fromEntries(ALARMS.map((kind) => [kind, 0])) as Troubles;
const START = new Date("2027-03-01T12:00:00Z");
let testApp: TestApp;
let elena: Person;

beforeAll(async () => {
  testApp = await openTestApp();
  elena = await testApp.signIn(cast.elena);
});
afterAll(() => testApp?.close());
afterEach(async () => {
  await sql`delete from operator_alarms`.execute(testApp.db);
  await sql`delete from notifications`.execute(testApp.db);
  await sql`delete from chores`.execute(testApp.db);
});

const after = (hours: number) => new Date(START.getTime() + hours * HOUR);
/** What the admin is told at this time, with what was told before and is over. */
async function notices() {
  const rows = await testApp.db.selectFrom("notifications").select(["kind", "done_at"]).orderBy("id").execute();
  return rows.map(({ kind, done_at }) => `${kind}${done_at ? " over" : ""}`);
}
const titles = async () =>
  (await elena.api.notifications.list({})).items.map(({ kind, count }) => {
    const { title } = KINDS[kind as Alarm];
    return title({ count });
  });

test.for(ALARMS)("%s is told once, ends by itself, and is told again six hours after it was", async (kind) => {
  const wrong = { ...WELL, [kind]: 30 };
  for (let minute = 0; minute < 20; minute += 1) await tell(testApp.db, after(minute / 60), wrong);
  expect(await notices()).toEqual([kind]);
  for (const [hours, found] of [
    [1, WELL],
    [2, wrong],
    [2.5, WELL],
    [3, wrong],
    [5.9, wrong],
  ] as const)
    await tell(testApp.db, after(hours), found);
  expect(await notices()).toEqual([`${kind} over`]);
  await tell(testApp.db, after(6), wrong);
  await tell(testApp.db, after(7), wrong);
  expect(await notices()).toEqual([`${kind} over`, kind]);
  await tell(testApp.db, after(8), WELL);
  expect(await notices()).toEqual([`${kind} over`, `${kind} over`]);
});

test("two nodes that look at the same time tell once, and each admin reads how bad it is now", async () => {
  await Promise.all([1, 2, 3].map(() => tell(testApp.db, START, { ...WELL, backup_old: 30, jobs_failed: 1 })));
  await tell(testApp.db, after(42), { ...WELL, backup_old: 72, jobs_failed: 2 });
  expect((await titles()).toSorted()).toEqual(["2 tareas fallaron del todo", "La última copia tiene 3 días"]);
});

const chore = (name: string, column: "done_at" | "failed_at", at: Date) =>
  sql`insert into chores (name, ${sql.ref(column)}) values (${name}, ${at})
    on conflict (name) do update set ${sql.ref(column)} = excluded.${sql.ref(column)}`.execute(testApp.db);
const found = async (at: Date, isSilent = false) =>
  Object.entries(await troubles(testApp.db, at, isSilent)).filter(([, count]) => count > 0);

test("a backup is missed after its hours and not before, when it fails, and until it was restored on trial", async () => {
  const { rows } = await sql<{ at: Date }>`select min(created_at) as at from auth.users`.execute(testApp.db);
  const installed = rows[0]!.at;
  const at = (hours: number) => new Date(installed.getTime() + hours * HOUR + 1_000);
  expect(await found(at(25))).toEqual([]);
  expect(await found(at(26))).toEqual([["backup_never", 1]]);
  await chore("backup", "done_at", at(27));
  expect(await found(at(28))).toEqual([["backup_unverified", 1]]);
  await chore("backup_verified", "done_at", at(28));
  expect(await found(at(53))).toEqual([]);
  expect(await found(at(55))).toEqual([["backup_old", 28]]);
  await chore("backup", "failed_at", at(29));
  expect(await found(at(30))).toEqual([["backup_failed", 1]]);
  await chore("backup", "done_at", at(30));
  expect(await found(at(31))).toEqual([]);
  await chore("backup_verified", "failed_at", at(31));
  expect(await found(at(32))).toEqual([["backup_failed", 1]]);
});

test("jobs out of attempts and an hour without a mail that leaves are trouble, and one mail that leaves ends it", async () => {
  const now = new Date();
  await chore("backup", "done_at", now);
  await chore("backup_verified", "done_at", now);
  const { rows } = await sql<{ id: string }>`select id::text from graphile_worker.add_job('send_message',
    json_build_object('id', gen_random_uuid()), run_at := now() + interval '1 hour')`.execute(testApp.db);
  const fail = (age: string, attempts: number) =>
    sql`update graphile_worker._private_jobs set created_at = now() - ${age}::interval, last_error = 'SMTP 451', attempts = ${attempts}
      where id = ${rows[0]!.id}`.execute(testApp.db);
  await sql`update outgoing_messages set sent_at = now() - interval '2 hours'`.execute(testApp.db);
  await fail("59 minutes", 2);
  expect(await found(now)).toEqual([]);
  await fail("61 minutes", 2);
  expect(await found(now)).toEqual([["mails_failing", 1]]);
  await sql`insert into outgoing_messages (user_id, kind, sent_at) values (${elena.id}, 'kine_created', now() - interval '5 minutes')`.execute(
    testApp.db,
  );
  expect(await found(now)).toEqual([]);
  await fail("61 minutes", 25);
  expect(await found(now)).toEqual([["jobs_failed", 1]]);
  await sql`delete from graphile_worker._private_jobs where id = ${rows[0]!.id}`.execute(testApp.db);
  expect(await found(now, true)).toEqual([["scanner_silent", 1]]);
});

test("clamd answers a scan of nothing, and silence is none", async () => {
  const listening = (server: Server) =>
    new Promise<number>((resolve) =>
      server.listen(0, "127.0.0.1", () => resolve((server.address() as { port: number }).port)),
    );
  const alive = createServer((socket) => socket.once("data", () => socket.end("stream: OK\0")));
  const silent = createServer(() => undefined);
  const [alivePort, silentPort] = [await listening(alive), await listening(silent)];
  const scan = (port: number) => openScan({ host: "127.0.0.1", port }, 300)(new Uint8Array()).catch(() => false);
  expect(await scan(alivePort)).toBe(true);
  expect(await scan(silentPort)).toBe(false);
  for (const server of [alive, silent]) server.close();
});
