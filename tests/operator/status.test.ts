import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runMaintenance } from "../../app/platform/maintenance.server.ts";
import { openDatabase } from "../../app/platform/database/database.server.ts";
import { removeExpiredRows } from "../../app/server/retention.server.ts";
import { cast } from "../../app/demo/cast.ts";
import type { Person } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { confirmAddresses } from "../support/trust.ts";

let testApp: TestApp;
let ana: Person;
let carla: Person;
let elena: Person;

beforeAll(async () => {
  testApp = await openTestApp();
  carla = await testApp.approvedKine(cast.carla);
  ana = await testApp.signUp(cast.ana);
  elena = await testApp.signIn(cast.elena);
  await confirmAddresses(testApp.db, ana);
});
afterAll(() => testApp?.close());

test("an admin sees the database, the files, the messages and the jobs of all nodes, and how the answering node does", async () => {
  const events = await ana.api.live.events();
  await events.next();
  const { database, files, messages, jobs, node } = await elena.api.status.read();
  await events.return();
  expect(database).toMatchObject({
    migration: expect.stringMatching(/^\d{4}_/),
    version: expect.stringMatching(/^\d\d/),
  });
  expect(database.bytes).toBeGreaterThan(1e6);
  expect(database.connections).toBeGreaterThan(0);
  expect(database.most_connections).toBeGreaterThanOrEqual(database.connections);
  expect(files).toEqual({
    in_bucket: false,
    answers_in_ms: expect.any(Number),
    free_bytes: expect.any(Number),
    exposed: expect.any(Array),
  });
  expect(messages).toMatchObject({ by_smtp: false, failed: 0 });
  expect(jobs.failed).toBe(0);
  expect(node).toMatchObject({ version: "0.1.0", streams: 1 });
  expect(node.connections.total).toBeGreaterThan(0);
});

test("cases are counted by the day on which they were published, with those that found a specialist", async () => {
  const { id } = await ana.api.cases.create({ title: "Rodilla", description: "Duele" });
  await ana.api.matches.accept({ id: (await carla.api.matches.apply({ case_id: id })).id });
  await ana.api.cases.create({ title: "Hombro", description: "Duele" });
  const yesterday = await ana.api.cases.create({ title: "Codo", description: "Duele" });
  const long = await ana.api.cases.create({ title: "Cuello", description: "Duele" });
  const move = (caseId: string, days: number) =>
    sql`update cases set created_at = created_at - make_interval(days => ${days}) where id = ${caseId}`.execute(
      testApp.db,
    );
  await move(yesterday.id, 1);
  await move(long.id, 14);
  const { cases } = await elena.api.status.read();
  expect(cases).toHaveLength(14);
  expect(cases.slice(-2)).toMatchObject([
    { published: 1, filled: 0 },
    { published: 2, filled: 1 },
  ]);
  expect(cases.slice(0, -2).every(({ published }) => published === 0)).toBe(true);
  expect(cases.map(({ day }) => day)).toEqual(cases.map(({ day }) => day).toSorted());
});

test("sign-ins and those that a limit turned away are counted by the hour, those of a day ago no more", async () => {
  const sum = async () => {
    const { sign_ins } = await elena.api.status.read();
    expect(sign_ins).toHaveLength(24);
    return sign_ins.reduce(
      (total, hour) => ({ signed_in: total.signed_in + hour.signed_in, refused: total.refused + hour.refused }),
      { signed_in: 0, refused: 0 },
    );
  };
  const before = await sum();
  await testApp.signIn(cast.ana);
  await sql`insert into auth.audit_events (event, at) values
    ('sign_in_refused', now()), ('signed_in', now() - interval '25 hours'), ('signed_out', now())`.execute(testApp.db);
  expect(await sum()).toEqual({ signed_in: before.signed_in + 1, refused: before.refused + 1 });
});

test("messages that wait are counted with the oldest, and those given up", async () => {
  const plant = (age: string, end: string | null) =>
    sql`insert into outgoing_messages (user_id, kind, created_at, sealed, failed_at) values
    (${ana.id}, 'kine_created', now() - ${age}::interval, ${end ? null : Buffer.from("x")}, ${end ? sql`now()` : null})`.execute(
      testApp.db,
    );
  const messagesNow = async () => (await elena.api.status.read()).messages;
  await expect.poll(async () => (await messagesNow()).waiting).toBe(0);
  await plant("3 hours", null);
  await plant("1 hour", null);
  await plant("2 days", "failed");
  const messages = await messagesNow();
  expect(messages.waiting).toBe(2);
  expect(messages.failed).toBe(1);
  // The message with the first link left.
  expect(messages.sent_at).toBeInstanceOf(Date);
  const age = Date.now() - (messages.oldest?.getTime() ?? 0);
  expect(Math.round(age / 3_600_000)).toBe(3);
});

test("jobs are counted: due with the oldest, and given up, also by a node that died with the last attempt", async () => {
  const before = (await elena.api.status.read()).jobs;
  // No node runs a task that none of them knows.
  const plant = async (attempts: number, lockedFor: string | null) => {
    const { rows } = await sql<{ id: string }>`select id from graphile_worker.add_job('nothing of ours',
      run_at := now() - interval '2 hours', max_attempts := 1)`.execute(testApp.db);
    await sql`update graphile_worker._private_jobs set attempts = ${attempts}, locked_by = ${lockedFor && "a node"},
      locked_at = now() - ${lockedFor}::interval where id = ${rows[0]?.id}`.execute(testApp.db);
  };
  await plant(0, null);
  await plant(1, null);
  await plant(1, "5 hours");
  const { jobs } = await elena.api.status.read();
  expect(jobs.failed).toBe(before.failed + 2);
  expect(jobs.due).toBeGreaterThan(0);
  expect(Date.now() - jobs.oldest_due!.getTime()).toBeGreaterThan(7_000_000);
  await sql`delete from graphile_worker._private_jobs where task_id in
    (select id from graphile_worker._private_tasks where identifier = 'nothing of ours')`.execute(testApp.db);
});

test("when what is over was last removed, and a backup last made, is told, and when either failed", async () => {
  const upkeep = async () => (await elena.api.status.read()).upkeep;
  expect(await upkeep()).toEqual({
    removed_at: null,
    removal_failed_at: null,
    backed_up_at: null,
    backup_failed_at: null,
    backup_bytes: null,
    verified_at: null,
    verification_failed_at: null,
    backup_max_hours: 26,
  });
  await runMaintenance(testApp.db, "retention", () => removeExpiredRows(testApp.db));
  const made = new Date("2026-11-20T03:00:00Z");
  await runMaintenance(testApp.db, "backup", async () => made);
  expect(await upkeep()).toEqual({
    removed_at: expect.any(Date),
    removal_failed_at: null,
    backed_up_at: made,
    backup_failed_at: null,
    backup_bytes: null,
    verified_at: null,
    verification_failed_at: null,
    backup_max_hours: 26,
  });
  const failing = runMaintenance(testApp.db, "retention", () =>
    sql`delete from nothing`.execute(testApp.db).then(() => undefined),
  );
  await expect(failing).rejects.toMatchObject({ code: "42P01" });
  const { removed_at, removal_failed_at } = await upkeep();
  expect(removal_failed_at!.getTime()).toBeGreaterThan(removed_at!.getTime());
});

test("what the database does not take down is not known, and is done all the same", async () => {
  const { db: away } = openDatabase("postgres://nobody@127.0.0.1:9/none", { max: 1, onError: () => undefined });
  let times = 0;
  await runMaintenance(away, "backup", async () => void (times += 1));
  expect(times).toBe(1);
  await away.destroy();
});

test("a file store that does not answer is told, with all the rest", async () => {
  const folder = join(testApp.dataDir, "files");
  rmSync(folder, { recursive: true, force: true });
  writeFileSync(folder, "no folder");
  const { files, database } = await elena.api.status.read();
  rmSync(folder);
  expect(files.answers_in_ms).toBeNull();
  expect(database.answers_in_ms).toBeGreaterThan(0);
});
