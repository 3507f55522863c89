import { readFileSync } from "node:fs";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { KIND_NAMES } from "../../app/domain/notifications/notification.ts";
import { pushAgain, sendPush } from "../../app/domain/push/push-again.server.ts";
import { mayCloseSilently } from "../../app/platform/push/push-endpoint.ts";
import { TIMES } from "../mail/post.ts";
import { like, outcome, type Person } from "../support/people.ts";
import { startPushService, type TestSubscription } from "../support/push-service.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";

let testApp: TestApp;
let service: Awaited<ReturnType<typeof startPushService>>;
let carla: Person;
let count = 0;

beforeAll(async () => {
  service = await startPushService();
  testApp = await openTestApp();
  carla = await testApp.approvedKine(like(cast.carla, "Carla Empuja", { license_number: "MN 7001" }));
});
afterAll(async () => {
  await testApp?.close();
  await service?.close();
});

const member = () => like(cast.ana, `Ana Empujada ${(count += 1)}`);
const services = () => testApp.app.services;
const kindsTo = (browser: TestSubscription) => service.pushesTo(browser).map(({ kind }) => kind);

async function subscribed({ api }: Person): Promise<TestSubscription> {
  const browser = service.browser();
  const { endpoint, p256dh, auth } = browser;
  await api.push.subscribe({ key: (await api.push.state()).key!, endpoint, p256dh, auth });
  return browser;
}

/** A patient with a subscribed browser, to whom nothing is pushed before the test does it. */
async function subscribedPatient() {
  const as = member();
  const patient = await testApp.signUp(as);
  const browser = await subscribed(patient);
  return { as, patient, browser };
}

/** Inserts a notification of an application to a new case, which nothing delivers by itself. */
async function newNotification({ api, id: user_id }: Person) {
  const { id: case_id } = await api.cases.create({ title: "Rodilla", description: "Texto reservado" });
  const { id } = await testApp.db
    .insertInto("notifications")
    .values({ user_id, kind: "application_received", case_id, delivery: "over" })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { pushed: { kind: "application_received", id }, case_id };
}

test("a notification is pushed to each browser of its person once, and again when it has grown", async () => {
  const { as, patient, browser } = await subscribedPatient();
  const other = await subscribed(await testApp.signIn(as));
  const { pushed } = await newNotification(patient);
  const send = () => sendPush(services(), patient.id, pushed);
  expect([await send(), await send()]).toEqual([
    { handed: 2, later: 0 },
    { handed: 0, later: 0 },
  ]);
  await testApp.db.updateTable("notifications").set({ count: 2 }).where("id", "=", pushed.id).execute();
  expect(await send()).toEqual({ handed: 2, later: 0 });
  for (const each of [browser, other]) expect(service.pushesTo(each)).toEqual([pushed, pushed]);
  expect(await sendPush(services(), carla.id, pushed)).toEqual({ handed: 0, later: 0 });
});

test("a push that a push service cannot take is tried again by a job, for that browser alone", async () => {
  const { as, patient, browser } = await subscribedPatient();
  const other = await subscribed(await testApp.signIn(as));
  const { pushed, case_id } = await newNotification(patient);
  service.answer(other, 503);
  expect(await sendPush(services(), patient.id, pushed)).toEqual({ handed: 1, later: 1 });
  const { rows } = await sql<{ waits: number }>`
    select extract(epoch from run_at - now())::int as waits from graphile_worker.jobs where key = ${`push_again:${pushed.id}`}`.execute(
    testApp.db,
  );
  expect(rows[0]!.waits).toBeGreaterThan(20);
  await carla.api.matches.apply({ case_id, message: "Puedo ayudarte" });
  await noQuietHours(patient);
  await expect(pushAgain(services(), pushed.id, { isLast: false })).rejects.toThrow("a push service is busy");
  await pushAgain(services(), pushed.id, { isLast: true });
  service.answer(other, 201);
  await pushAgain(services(), pushed.id, { isLast: false });
  expect(kindsTo(other).length).toBeGreaterThanOrEqual(4);
  const before = kindsTo(browser).length + kindsTo(other).length;
  await pushAgain(services(), pushed.id, { isLast: false });
  expect(kindsTo(browser).length + kindsTo(other).length).toBe(before);
});

const noQuietHours = ({ api }: Person) =>
  api.notifications.saveSettings({
    groups: [],
    quiet: { from: "00:00", until: "00:00", zone: "America/Argentina/Buenos_Aires" },
  });

test("what has grown is tried again however old it is, and not a day after", async () => {
  const { patient, browser } = await subscribedPatient();
  await noQuietHours(patient);
  const { id: case_id } = await patient.api.cases.create({ title: "Rodilla", description: "Texto reservado" });
  await carla.api.matches.apply({ case_id, message: "Puedo ayudarte" });
  await vi.waitFor(async () => expect(await deliveryOf(case_id)).toEqual({ delivery: "mail" }), TIMES);
  const [pushed] = service.pushesTo(browser);
  const growHoursAgo = async (hours: number) => {
    await sql`update notifications set created_at = now() - interval '9 days', due_at = now() - make_interval(hours => ${hours}),
      count = count + 1 where id = ${pushed!.id}`.execute(testApp.db);
    await pushAgain(services(), pushed!.id, { isLast: false });
  };
  await growHoursAgo(25);
  expect(service.pushesTo(browser)).toEqual([pushed]);
  await growHoursAgo(23);
  expect(service.pushesTo(browser)).toEqual([pushed, pushed]);
});

const deliveryOf = (caseId: string) =>
  testApp.db
    .selectFrom("notifications")
    .select("delivery")
    .where("case_id", "=", caseId)
    .where("kind", "=", "application_received")
    .executeTakeFirst();

test("a notification behind a page of newer ones is found by its id, by its person alone", async () => {
  const { patient } = await subscribedPatient();
  await sql
    .raw(
      `begin; set local session_replication_role = replica;
      with made as (insert into cases (patient_id, title, description)
        select '${patient.id}', 'Rodilla', 'Texto' from generate_series(1, 25) returning id),
      applied as (insert into matches (case_id, kine_id, created_at)
        select id, '${carla.id}', now() + interval '1 minute' from made)
      insert into notifications (user_id, kind, case_id, delivery)
        select '${patient.id}', 'application_received', id, 'over' from made; commit`,
    )
    .execute(testApp.db);
  const ids = (
    await testApp.db.selectFrom("notifications").select("id").where("user_id", "=", patient.id).orderBy("id").execute()
  ).map(({ id }) => id);
  const listed = async ({ api }: Person, asked: object) =>
    (await api.notifications.list(asked)).items.map(({ id }) => id);
  const oldest = ids.slice(0, 3);
  expect(await listed(patient, {})).toEqual(ids.slice(5).toReversed());
  expect(await listed(patient, { ids: oldest })).toEqual(oldest.toReversed());
  expect(await listed(carla, { ids: oldest })).toEqual([]);
  expect(await outcome(patient.api.notifications.list({ ids }))).toBe("BAD_INPUT");
});

test("a push is kept until its person's quiet hours begin, and for a day at most", async () => {
  const { patient, browser } = await subscribedPatient();
  const { pushed } = await newNotification(patient);
  const keptFor = async (from: string, until: string) => {
    await sql`insert into notification_hours (user_id, quiet_from, quiet_until)
      select ${patient.id}, (here + ${from}::interval)::time, (here + ${until}::interval)::time
      from (select now() at time zone 'America/Argentina/Buenos_Aires' as here) clock
      on conflict (user_id) do update set quiet_from = excluded.quiet_from, quiet_until = excluded.quiet_until`.execute(
      testApp.db,
    );
    await sql`delete from pushes where notification_id = ${pushed.id}`.execute(testApp.db);
    await sendPush(services(), patient.id, pushed);
    const last = service.received.findLast(({ path }) => service.url + path === browser.endpoint);
    return Number(last!.headers["ttl"]);
  };
  const soon = await keptFor("1 hour", "2 hours");
  expect(soon).toBeLessThanOrEqual(3_600);
  expect(soon).toBeGreaterThan(3_500);
  const tomorrow = await keptFor("-2 hours", "-1 hour");
  expect(tomorrow).toBeLessThanOrEqual(22 * 3_600);
  expect(tomorrow).toBeGreaterThan(22 * 3_600 - 100);
  expect(await keptFor("-1 hour", "1 hour")).toBe(0);
  expect(await keptFor("1 hour", "1 hour")).toBe(24 * 3_600);
});

test("what was read anywhere is closed on every browser that showed it, and pushed no more", async () => {
  const { as, patient, browser } = await subscribedPatient();
  const elsewhere = await testApp.signIn(as);
  const other = await subscribed(elsewhere);
  const { pushed } = await newNotification(patient);
  await sendPush(services(), patient.id, pushed);
  await elsewhere.api.notifications.seen({ id: pushed.id });
  for (const each of [browser, other])
    await vi.waitFor(() => expect(service.pushesTo(each)).toEqual([pushed, { kind: "close", id: pushed.id }]), TIMES);
  await pushAgain(services(), pushed.id, { isLast: false });
  expect(kindsTo(browser)).toHaveLength(2);
  expect(
    await testApp.db.selectFrom("pushes").select("count").where("notification_id", "=", pushed.id).execute(),
  ).toEqual([]);
});

test("what is read while it is pushed is closed too, and so is what a withdrawn case takes along", async () => {
  const { patient, browser } = await subscribedPatient();
  const { pushed } = await newNotification(patient);
  const { promise, resolve } = Promise.withResolvers<void>();
  service.hold(browser, promise);
  const sending = sendPush(services(), patient.id, pushed);
  await vi.waitFor(() => expect(kindsTo(browser)).toHaveLength(1), TIMES);
  await patient.api.notifications.seen({ id: pushed.id });
  resolve();
  expect(await sending).toEqual({ handed: 1, later: 0 });
  await vi.waitFor(() => expect(kindsTo(browser)).toEqual(["application_received", "close"]), TIMES);

  const gone = await newNotification(patient);
  await sendPush(services(), patient.id, gone.pushed);
  await patient.api.cases.withdraw({ id: gone.case_id });
  await vi.waitFor(() => expect(kindsTo(browser)).toHaveLength(4), TIMES);
  expect(service.pushesTo(browser).at(-1)).toEqual({ kind: "close", id: gone.pushed.id });
});

test("Apple's push service gets no push that only closes, which it would punish", () => {
  expect(mayCloseSilently("https://web.push.apple.com/abc")).toBe(false);
  for (const endpoint of ["https://fcm.googleapis.com/fcm/send/a", "https://updates.push.services.mozilla.com/a"])
    expect(mayCloseSilently(endpoint)).toBe(true);
});

test("nobody is pushed to after their suspension or sign-out", async () => {
  const { patient, browser } = await subscribedPatient();
  const { pushed } = await newNotification(patient);
  const elena = await testApp.signIn(cast.elena);
  await elena.api.moderation.suspend({ id: patient.id, reason: "Insulta" });
  expect(await sendPush(services(), patient.id, pushed)).toEqual({ handed: 0, later: 0 });
  expect(kindsTo(browser)).toEqual([]);
});

test("an application is pushed to its patient within seconds, with no word of the case and no name", async () => {
  const { patient, browser } = await subscribedPatient();
  await noQuietHours(patient);
  const { id: case_id } = await patient.api.cases.create({ title: "Rodilla", description: "Texto reservado" });
  await carla.api.matches.apply({ case_id, message: "Puedo ayudarte" });
  await vi.waitFor(() => expect(kindsTo(browser)).toEqual(["application_received"]), TIMES);
  const [notification] = (await patient.api.notifications.list({})).items;
  expect(service.pushesTo(browser)).toEqual([{ kind: "application_received", id: notification!.id }]);
});

test("a group whose pushes are off is not pushed", async () => {
  const { patient, browser } = await subscribedPatient();
  await patient.api.notifications.saveSettings({
    groups: [{ group: "own_cases", push: false, mail: "at_once" }],
    quiet: { from: "00:00", until: "00:00", zone: "America/Argentina/Buenos_Aires" },
  });
  const { id: case_id } = await patient.api.cases.create({ title: "Rodilla", description: "Texto reservado" });
  await carla.api.matches.apply({ case_id, message: "Puedo ayudarte" });
  await vi.waitFor(async () => expect(await deliveryOf(case_id)).toEqual({ delivery: "mail" }), TIMES);
  expect(kindsTo(browser)).toEqual([]);
});

test("the browser has words for each kind of notification, and for no other", () => {
  const worker = readFileSync("public/offline.js", "utf8");
  const [, words = ""] = /^const WORDS = \{\n(.+?)^\};/ms.exec(worker) ?? [];
  const said = [...words.matchAll(/^ {2}(\w+): "[^"]+",$/gm)].map(([, kind]) => kind);
  expect(said.toSorted()).toEqual(["test", ...KIND_NAMES].toSorted());
});
