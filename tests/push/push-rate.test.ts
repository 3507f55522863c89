// @module-tag operations/full
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { isFull } from "../support/full.ts";
import { like } from "../support/people.ts";
import { startPushService } from "../support/push-service.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";

const MANY = isFull ? 1_000 : 100;
/** Milliseconds between two pushes: 1,000 a minute. */
const EVERY_MS = 60;
/** The usual time until a push service answers from here. */
const ANSWERS_AFTER_MS = 200;
const ANY_HOUR = { from: "00:00", until: "00:00", zone: "America/Argentina/Buenos_Aires" };

let testApp: TestApp;
let service: Awaited<ReturnType<typeof startPushService>>;
beforeAll(async () => {
  service = await startPushService(ANSWERS_AFTER_MS);
  testApp = await openTestApp();
});
afterAll(async () => {
  await testApp?.close();
  await service?.close();
});

/** Applications to cases of one patient, inserted without triggers. */
async function appliedTo(patientId: string, kineId: string): Promise<string[]> {
  await sql
    .raw(
      `begin; set local session_replication_role = replica;
      with made as (insert into cases (patient_id, title, description)
        select '${patientId}', 'Rodilla', 'Texto' from generate_series(1, ${MANY}) returning id)
      insert into matches (case_id, kine_id, created_at) select id, '${kineId}', now() + interval '10 minutes' from made; commit`,
    )
    .execute(testApp.db);
  return (await testApp.db.selectFrom("cases").select("id").execute()).map(({ id }) => id);
}

test("of a thousand pushes a minute, 95 in 100 are handed over within five seconds", { timeout: 300_000 }, async () => {
  const patient = await testApp.signUp(like(cast.ana, "Ana Ritmo"));
  await patient.api.notifications.saveSettings({ groups: [], quiet: ANY_HOUR });
  const { endpoint, p256dh, auth } = service.browser();
  await patient.api.push.subscribe({ key: (await patient.api.push.state()).key!, endpoint, p256dh, auth });
  const kine = await testApp.approvedKine(like(cast.carla, "Carla Ritmo", { license_number: "MN 9001" }));
  const written: Promise<unknown>[] = [];
  for (const id of await appliedTo(patient.id, kine.id)) {
    written.push(sql`select notify_person(${patient.id}, 'application_received', ${id})`.execute(testApp.db));
    await wait(EVERY_MS);
  }
  await Promise.all(written);
  const lags = async () => {
    const { rows } = await sql<{ lag: number }>`
      select extract(epoch from h.handed_at - n.created_at)::float8 as lag from pushes h
      join notifications n on n.id = h.notification_id order by 1`.execute(testApp.db);
    return rows.map(({ lag }) => lag);
  };
  await expect.poll(async () => (await lags()).length).toBe(MANY);
  const sorted = await lags();
  const at = (share: number) => sorted[Math.ceil(share * MANY) - 1]!;
  console.log(`${MANY} pushes: half within ${at(0.5).toFixed(2)} s, 95 % within ${at(0.95).toFixed(2)} s`);
  expect(service.received).toHaveLength(MANY);
  expect(at(0.95)).toBeLessThanOrEqual(5);
});

test(
  "of a thousand mails a minute, 95 in 100 are sent within ten seconds of their time",
  { timeout: 300_000 },
  async () => {
    // An unconfirmed address would get only a few mails.
    await sql`update auth.users set email_confirmed_at = now()`.execute(testApp.db);
    // The push is sent a moment before its mail is expected.
    const expectingMail = async () => {
      const { rows } = await sql<{ id: string }>`select id from notifications
        where delivery = 'mail' and kind = 'application_received'`.execute(testApp.db);
      return rows;
    };
    await expect.poll(expectingMail).toHaveLength(MANY);
    const rows = await expectingMail();
    const due: Promise<unknown>[] = [];
    for (const { id } of rows) {
      due.push(
        sql`with due as (update notifications set due_at = now() where id = ${id})
        update graphile_worker._private_jobs set run_at = now() where key = ${`deliver:${id}`}`.execute(testApp.db),
      );
      await wait(EVERY_MS);
    }
    await Promise.all(due);
    const lags = async () => {
      const { rows: sent } = await sql<{ lag: number }>`
      select extract(epoch from o.sent_at - n.due_at)::float8 as lag from notifications n
      join outgoing_messages o on o.id = n.message_id
        where o.sent_at is not null and n.kind = 'application_received' order by 1`.execute(testApp.db);
      return sent.map(({ lag }) => lag);
    };
    await expect.poll(async () => (await lags()).length).toBe(MANY);
    const sorted = await lags();
    const at = (share: number) => sorted[Math.ceil(share * MANY) - 1]!;
    console.log(`${MANY} mails: half within ${at(0.5).toFixed(2)} s, 95 % within ${at(0.95).toFixed(2)} s`);
    expect(at(0.95)).toBeLessThanOrEqual(10);
  },
);
