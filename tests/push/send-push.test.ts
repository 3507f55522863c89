import { readFileSync } from "node:fs";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { KIND_NAMES } from "../../app/domain/notifications/notification.ts";
import { pushAgain } from "../../app/domain/push/push-again.server.ts";
import { sendPush } from "../../app/domain/push/send-push.server.ts";
import { mayCloseSilently } from "../../app/platform/push/push-endpoint.ts";
import { TIMES } from "../mail/post.ts";
import { like, type Person } from "../support/people.ts";
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

/** A patient whom nobody disturbs by themselves: their notifications wait, and are pushed by the test. */
async function quietPatient() {
  const as = member();
  const patient = await testApp.signUp(as);
  const browser = await subscribed(patient);
  return { as, patient, browser };
}

/** A notification of an application to a new case, before any delivery. */
async function notified({ api, id: user_id }: Person) {
  const { id: case_id } = await api.cases.create({ title: "Rodilla", description: "Texto reservado" });
  const { id } = await testApp.db
    .insertInto("notifications")
    .values({ user_id, kind: "application_received", case_id, delivery: "over" })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { pushed: { kind: "application_received", id }, case_id };
}

test("a notification is pushed to each browser of its person once, and again when it has grown", async () => {
  const { as, patient, browser } = await quietPatient();
  const other = await subscribed(await testApp.signIn(as));
  const { pushed } = await notified(patient);
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
  const { as, patient, browser } = await quietPatient();
  const other = await subscribed(await testApp.signIn(as));
  const { pushed, case_id } = await notified(patient);
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

test("what was read anywhere is closed on every browser that showed it, and pushed no more", async () => {
  const { as, patient, browser } = await quietPatient();
  const elsewhere = await testApp.signIn(as);
  const other = await subscribed(elsewhere);
  const { pushed } = await notified(patient);
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
  const { patient, browser } = await quietPatient();
  const { pushed } = await notified(patient);
  const { promise, resolve } = Promise.withResolvers<void>();
  service.hold(browser, promise);
  const sending = sendPush(services(), patient.id, pushed);
  await vi.waitFor(() => expect(kindsTo(browser)).toHaveLength(1), TIMES);
  await patient.api.notifications.seen({ id: pushed.id });
  resolve();
  expect(await sending).toEqual({ handed: 1, later: 0 });
  await vi.waitFor(() => expect(kindsTo(browser)).toEqual(["application_received", "close"]), TIMES);

  const gone = await notified(patient);
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
  const { patient, browser } = await quietPatient();
  const { pushed } = await notified(patient);
  const elena = await testApp.signIn(cast.elena);
  await elena.api.moderation.suspend({ id: patient.id, reason: "Insulta" });
  expect(await sendPush(services(), patient.id, pushed)).toEqual({ handed: 0, later: 0 });
  expect(kindsTo(browser)).toEqual([]);
});

test("an application is pushed to its patient within seconds, with no word of the case and no name", async () => {
  const { patient, browser } = await quietPatient();
  await noQuietHours(patient);
  const { id: case_id } = await patient.api.cases.create({ title: "Rodilla", description: "Texto reservado" });
  await carla.api.matches.apply({ case_id, message: "Puedo ayudarte" });
  await vi.waitFor(() => expect(kindsTo(browser)).toEqual(["application_received"]), TIMES);
  const [notification] = (await patient.api.notifications.list({})).items;
  expect(service.pushesTo(browser)).toEqual([{ kind: "application_received", id: notification!.id }]);
});

test("a group whose pushes are off is not pushed", async () => {
  const { patient, browser } = await quietPatient();
  await patient.api.notifications.saveSettings({
    groups: [{ group: "own_cases", push: false, mail: "at_once" }],
    quiet: { from: "00:00", until: "00:00", zone: "America/Argentina/Buenos_Aires" },
  });
  const { id: case_id } = await patient.api.cases.create({ title: "Rodilla", description: "Texto reservado" });
  await carla.api.matches.apply({ case_id, message: "Puedo ayudarte" });
  const delivery = async () =>
    (await testApp.db.selectFrom("notifications").select("delivery").where("case_id", "=", case_id).execute())[0];
  await vi.waitFor(async () => expect(await delivery()).toEqual({ delivery: "mail" }), TIMES);
  expect(kindsTo(browser)).toEqual([]);
});

test("the browser has words for each kind of notification", () => {
  const worker = readFileSync("public/offline.js", "utf8");
  expect(KIND_NAMES.filter((kind) => !worker.includes(`\n  ${kind}: "`))).toEqual([]);
});
