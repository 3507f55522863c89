import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { verifyAudit } from "../../app/domain/audit/verify.server.ts";
import { asViewer } from "../../app/platform/database/database.server.ts";
import { apiOf, like, outcome, type Person } from "../support/people.ts";
import { openNode, openTestApp, type TestApp } from "../support/test-app.ts";

let testApp: TestApp;
let other: Awaited<ReturnType<typeof openNode>>;
let ana: Person;
let carla: Person;
let elena: Person;

beforeAll(async () => {
  testApp = await openTestApp();
  other = await openNode(testApp.databaseUrl, { dataDir: testApp.dataDir });
  [ana, elena] = [await testApp.signUp(cast.ana), await testApp.signIn(cast.elena)];
  carla = await testApp.approvedKine(like(cast.carla, "Carla Sin Comprobar"));
  await asViewer(testApp.db, elena.id, (tx) =>
    tx.updateTable("profiles").set({ license_checked_at: null }).where("id", "=", carla.id).execute(),
  );
});
afterAll(async () => {
  await other?.close();
  await testApp?.close();
});

const newCase = async () => (await ana.api.cases.create({ title: "Rodilla", description: "Me duele" })).id;
const apply = async (url: string) => outcome(apiOf(url, carla.token).matches.apply({ case_id: await newCase() }));
const shown = async (url: string) => (await apiOf(url, elena.token).settings.read()).items[0];

test("a setting acts on the next call of both nodes, and both tell who changed it and what the default is", async () => {
  expect(await apply(testApp.url)).toBe("ok");
  expect(await shown(other.url)).toEqual({
    key: "unchecked_may_apply",
    value: true,
    fallback: true,
    changed_at: null,
    changed_by_name: null,
  });
  expect(await elena.api.settings.change({ key: "unchecked_may_apply", value: false })).toEqual({ changed: true });
  for (const url of [testApp.url, other.url]) {
    expect(await apply(url)).toBe("LICENSE_UNCHECKED");
    expect(await shown(url)).toMatchObject({ value: false, fallback: true, changed_by_name: "Administración" });
  }
  expect(await elena.api.settings.change({ key: "unchecked_may_apply", value: false })).toEqual({ changed: false });
  await apiOf(other.url, elena.token).settings.change({ key: "unchecked_may_apply", value: null });
  expect(await apply(testApp.url)).toBe("ok");
  expect(await shown(testApp.url)).toMatchObject({ value: true, changed_at: null });
});

test("whoever watches another node is told of a change", async () => {
  const events = await apiOf(other.url, elena.token).live.events();
  const next = async () => {
    for (;;) {
      const event = await events.next();
      if (event.done) return null;
      if (event.value.type !== "heartbeat") return event.value.type;
    }
  };
  expect(await next()).toBe("connected");
  await elena.api.settings.change({ key: "unchecked_may_apply", value: false });
  expect(await next()).toBe("counts");
  await events.return?.();
  await elena.api.settings.change({ key: "unchecked_may_apply", value: null });
});

test("each change is in the audit's chain with both values, and no row is changed around it", async () => {
  const { items } = await elena.api.audit.list({ event: "setting_changed" });
  expect(items.map(({ reason }) => reason)).toEqual([
    "unchecked_may_apply: false → true",
    "unchecked_may_apply: true → false",
    "unchecked_may_apply: false → true",
    "unchecked_may_apply: true → false",
  ]);
  expect(items.every(({ actor_name }) => actor_name === "Administración")).toBe(true);
  expect((await verifyAudit(testApp.db)).broken).toEqual([]);
  const write = sql`insert into settings (key, value) values ('unchecked_may_apply', 'false')`;
  await expect(write.execute(testApp.db)).rejects.toThrow("only an admin");
  await expect(asViewer(testApp.db, ana.id, (tx) => write.execute(tx))).rejects.toThrow("only an admin");
});

test("a value of another type, an unknown setting and anybody but an admin change nothing", async () => {
  const change = (who: Person, input: unknown) =>
    outcome(who.api.settings.change(input as Parameters<Person["api"]["settings"]["change"]>[0]));
  for (const input of [
    { key: "unchecked_may_apply", value: "no" },
    { key: "unchecked_may_apply", value: 0 },
    { key: "unchecked_may_apply" },
    { key: "toString", value: true },
    { key: "other", value: true },
  ])
    expect(await change(elena, input)).toBe("BAD_INPUT");
  for (const who of [ana, carla]) {
    expect(await change(who, { key: "unchecked_may_apply", value: false })).toBe("NOT_ALLOWED");
    expect(await outcome(who.api.settings.read())).toBe("NOT_ALLOWED");
  }
  const some = await Promise.all(
    [false, true, false, true, false].map((value) =>
      outcome(elena.api.settings.change({ key: "unchecked_may_apply", value })),
    ),
  );
  expect(new Set(some)).toEqual(new Set(["ok"]));
  await elena.api.settings.change({ key: "unchecked_may_apply", value: null });
});
