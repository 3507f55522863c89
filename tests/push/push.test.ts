import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { openPush } from "../../app/platform/push/push.server.ts";
import { removeExpiredRows } from "../../app/server/retention.server.ts";
import { sessionOf } from "../support/accounts.ts";
import { like, outcome, type Person } from "../support/people.ts";
import { senderOf, startPushService, type TestSubscription } from "../support/push-service.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";

let testApp: TestApp;
let service: Awaited<ReturnType<typeof startPushService>>;
let elena: Person;
let count = 0;

beforeAll(async () => {
  service = await startPushService();
  testApp = await openTestApp();
  elena = await testApp.signIn(cast.elena);
});
afterAll(async () => {
  await testApp?.close();
  await service?.close();
});

const ana = () => like(cast.ana, `Ana Avisada ${(count += 1)}`);

/** Subscribes a person's browser; returns it. */
async function subscribed({ api }: Person, browser = service.browser()): Promise<TestSubscription> {
  const { endpoint, p256dh, auth } = browser;
  await api.push.subscribe({ key: (await api.push.state()).key!, endpoint, p256dh, auth });
  return browser;
}
const subscribe = async ({ api }: Person, change: object) => {
  const { endpoint, p256dh, auth } = service.browser();
  return outcome(
    api.push.state().then(({ key }) => api.push.subscribe({ key: key!, endpoint, p256dh, auth, ...change })),
  );
};
const subscriptionsOf = async ({ id }: Person) =>
  (await testApp.db.selectFrom("push_subscriptions").select("session_id").where("user_id", "=", id).execute()).length;

test("a push is encrypted for its browser alone, signed for its push service, and says a kind and an id", async () => {
  const person = await testApp.signUp(ana());
  const browser = await subscribed(person);
  expect(await person.api.push.test()).toEqual({ outcome: "handed" });
  const [push] = service.pushesTo(browser);
  expect(Object.keys(push!)).toEqual(["kind", "id"]);
  expect(push).toMatchObject({ kind: "test", id: expect.stringMatching(/^[0-9a-f-]{36}$/) });
  const { headers, body } = service.received.find(({ path }) => service.url + path === browser.endpoint)!;
  expect(body.length).toBeLessThan(256);
  expect(headers).toMatchObject({ "content-encoding": "aes128gcm", ttl: "60", topic: push!.id.replaceAll("-", "") });
  const { key, claims } = await senderOf(headers);
  expect(key).toBe((await person.api.push.state()).key);
  expect(claims).toMatchObject({ aud: service.url, sub: "mailto:equipo@kinexo.ar" });
  expect(claims.exp! - Date.now() / 1_000).toBeLessThanOrEqual(24 * 60 * 60);
  expect(() => service.pushesTo({ ...service.browser(), endpoint: browser.endpoint })).toThrow(/authenticate/);
});

test("what a push service could use is encrypted in the database", async () => {
  const person = await testApp.signUp(ana());
  const { endpoint, p256dh, auth } = await subscribed(person);
  const { rows } = await sql<{ text: string }>`
    select (select string_agg(s::text, ' ') from push_subscriptions s) || (select string_agg(k::text, ' ') from push_keys k) as text`.execute(
    testApp.db,
  );
  const raw = Buffer.from(rows[0]!.text.replaceAll(/[^0-9a-f]/g, ""), "hex").toString("latin1");
  for (const secret of [endpoint, p256dh, auth, new URL(endpoint).host, '"d"'])
    expect([rows[0]!.text.includes(secret), raw.includes(secret)]).toEqual([false, false]);
});

test("no address but a push service's is taken, and no key that nothing can be encrypted for", async () => {
  const person = await testApp.signUp(ana());
  for (const change of [
    { endpoint: "http://169.254.169.254/latest" },
    { endpoint: "https://evil.example/push" },
    { endpoint: `${service.url.replace("127.0.0.1", "127.0.0.1.evil.example")}/push` },
    { p256dh: Buffer.alloc(65, 4).toString("base64url") },
    { p256dh: "short" },
    { auth: "short" },
    { key: "A".repeat(87) },
  ])
    expect([change, await subscribe(person, change)]).toEqual([change, "BAD_INPUT"]);
  expect(await subscriptionsOf(person)).toBe(0);
  expect(await subscribe(person, {})).toBe("ok");
});

test("a subscription ends with its session, however it ends", async () => {
  const member = ana();
  const person = await testApp.signUp(member);
  await subscribed(person);
  await person.auth.signOut({ scope: "local" });
  expect(await subscriptionsOf(person)).toBe(0);

  const [one, two, three] = await Promise.all([1, 2, 3].map(() => testApp.signIn(member)));
  for (const each of [one!, two!, three!]) await subscribed(each);
  await one!.api.sessions.end({ id: sessionOf(await two!.token()) });
  expect(await subscriptionsOf(person)).toBe(2);
  await one!.auth.signOut({ scope: "others" });
  expect((await one!.api.push.state()).devices).toMatchObject([{ is_current: true }]);
  await elena.api.moderation.suspend({ id: person.id, reason: "Insulta" });
  expect(await subscriptionsOf(person)).toBe(0);
});

test("a session that ends while its browser subscribes keeps no subscription", async () => {
  const member = ana();
  const { id } = await testApp.signUp(member);
  for (let round = 0; round < 10; round += 1) {
    const person = await testApp.signIn(member);
    await Promise.all([subscribe(person, {}), person.auth.signOut({ scope: "local" })]);
    expect(await subscriptionsOf({ ...person, id })).toBe(0);
  }
});

test("an account that is deleted takes its subscriptions along", async () => {
  const person = await testApp.signUp(ana());
  await subscribed(person);
  await person.api.accounts.delete();
  expect(await subscriptionsOf(person)).toBe(0);
});

test("one browser is told of the account that subscribed it last", async () => {
  const [first, second] = [await testApp.signUp(ana()), await testApp.signUp(ana())];
  const browser = await subscribed(first);
  await Promise.all([second, second].map((person) => subscribed(person, browser)));
  expect([await subscriptionsOf(first), await subscriptionsOf(second)]).toEqual([0, 1]);
  expect(await outcome(first.api.push.test())).toBe("NOT_FOUND");
});

test("a person has ten browsers at most, the newest, also when they come at once", async () => {
  const member = ana();
  const person = await testApp.signUp(member);
  const others = await Promise.all(Array.from({ length: 12 }, () => testApp.signIn(member)));
  await Promise.all(others.map((each) => subscribe(each, {})));
  expect(await subscriptionsOf(person)).toBe(10);
  await subscribed(person);
  const { devices } = await person.api.push.state();
  expect(devices).toHaveLength(10);
  expect(devices[0]).toMatchObject({ is_current: true });
});

test("a push is tried once in ten seconds, and never followed to another address", async () => {
  const person = await testApp.signUp(ana());
  const browser = await subscribed(person);
  const tries = await Promise.all([1, 2, 3].map(() => outcome(person.api.push.test())));
  expect(tries.toSorted()).toEqual(["TOO_MANY_REQUESTS", "TOO_MANY_REQUESTS", "ok"]);
  service.answer(browser, 307);
  await subscribed(person, browser);
  expect(await person.api.push.test()).toEqual({ outcome: "refused" });
  expect(service.received.filter(({ path }) => path === "/elsewhere")).toEqual([]);
});

test.each([
  [404, "gone", 0],
  [410, "gone", 0],
  [403, "refused", 1],
  [429, "later", 1],
  [503, "later", 1],
])("a push service that answers %i has the push %s, and %i subscriptions left", async (status, how, left) => {
  const person = await testApp.signUp(ana());
  const browser = await subscribed(person);
  service.answer(browser, status);
  expect(await person.api.push.test()).toEqual({ outcome: how });
  expect(await subscriptionsOf(person)).toBe(left);
});

test("a push service that is not there is tried later", async () => {
  const person = await testApp.signUp(ana());
  await subscribed(person, { ...service.browser(), endpoint: "http://127.0.0.1:9/nobody" });
  expect(await person.api.push.test()).toEqual({ outcome: "later" });
});

test("a push service that did not answer in time is left alone for half a minute, and the others are not", async () => {
  const [slow, quick] = [await startPushService(), service];
  const { settings, push: opened } = testApp.app.services;
  let now = Date.now();
  const push = await openPush({ db: testApp.db, clock: { now: () => now }, settings });
  const publicKey = await opened.keys.active();
  const handTo = ({ browser }: typeof service) =>
    push.send({ publicKey, subscription: browser(), payload: { kind: "test" }, topic: "one", ttl: 60 });
  try {
    const silent = slow.browser();
    slow.hold(silent, new Promise(() => undefined));
    expect(await push.send({ publicKey, subscription: silent, payload: {}, topic: "one", ttl: 60 })).toBe("later");
    now += 29_000;
    expect([await handTo(slow), await handTo(quick)]).toEqual(["later", "handed"]);
    expect(slow.received).toHaveLength(1);
    now += 2_000;
    expect(await handTo(slow)).toBe("handed");
  } finally {
    await slow.close();
  }
});

test("a replaced key still reaches the browsers subscribed under it, and goes when they have another", async () => {
  const person = await testApp.signUp(ana());
  const browser = await subscribed(person);
  const { key: before } = await person.api.push.state();
  const key = await testApp.app.services.push.keys.rotate();
  expect(key).not.toBe(before);
  expect(await person.api.push.state()).toMatchObject({ key, is_current_key: false });
  expect(await person.api.push.test()).toEqual({ outcome: "handed" });
  expect(service.pushesTo(browser)).toHaveLength(1);
  await sql`update push_keys set retired_at = retired_at - interval '2 days'`.execute(testApp.db);
  const keys = () => testApp.db.selectFrom("push_keys").select("public_key").execute();
  await removeExpiredRows(testApp.db);
  expect(await keys()).toHaveLength(2);
  await testApp.db.deleteFrom("push_subscriptions").execute();
  await subscribed(person, browser);
  expect(await person.api.push.state()).toMatchObject({ is_current_key: true });
  await removeExpiredRows(testApp.db);
  expect(await keys()).toEqual([{ public_key: key }]);
});

test("without a real address of contact nobody can subscribe, and the key is kept back", async () => {
  const off = await openTestApp({ CONTACT_EMAIL: "" });
  const person = await off.signUp(ana());
  expect(await person.api.push.state()).toEqual({ key: null, is_current_key: false, devices: [] });
  const { endpoint, p256dh, auth } = service.browser();
  expect(await outcome(person.api.push.subscribe({ key: "A".repeat(87), endpoint, p256dh, auth }))).toBe("PUSH_OFF");
  expect(await outcome(person.api.push.test())).toBe("PUSH_OFF");
  await off.close();
});
