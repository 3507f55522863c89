import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { like, type Person } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";

let testApp: TestApp;
let before: pg.Client;
let ana: Person;
let carla: Person;

beforeAll(async () => {
  testApp = await openTestApp();
  // A node of the version before does not say that it writes what follows itself.
  before = new pg.Client({ connectionString: testApp.databaseUrl });
  await before.connect();
  ana = await testApp.signUp(like(cast.ana, "Ana Antes", { phone: "+54 9 11 4444-1010" }));
  carla = await testApp.approvedKine(like(cast.carla, "Carla Antes", { license_number: "MN 61234" }));
});
afterAll(async () => {
  await before?.end();
  await testApp?.close();
});

/** How often a person was notified of something, and how many live events wait for them. */
async function heard(person: Person, kind: string) {
  const { rows } = await before.query<{ times: number; events: number }>(
    `select (select coalesce(sum(count), 0)::int from notifications where user_id = $1 and kind = $2) as times,
      (select count(*)::int from live_events where audience = substr(sha256(convert_to($1::text, 'UTF8')), 1, 16)) as events`,
    [person.id, kind],
  );
  return rows[0]!;
}

test("what follows from a message is written once, by a node of this version and of the one before", async () => {
  const { id: case_id } = await ana.api.cases.create({ title: "Rodilla", description: "Me duele al bajar" });
  const { id } = await carla.api.matches.apply({ case_id, message: "Puedo ayudarte" });
  await ana.api.conversations.send({ id, body: "¿Cuándo?" });
  expect((await heard(carla, "message_received_kine")).times).toBe(1);
  const { events } = await heard(carla, "message_received_kine");
  await before.query("insert into messages (match_id, author_id, body) values ($1, $2, '¿Hoy?')", [id, ana.id]);
  expect(await heard(carla, "message_received_kine")).toMatchObject({ times: 2 });
  expect((await heard(carla, "message_received_kine")).events).toBeGreaterThan(events);
  expect((await carla.api.conversations.unread()).items).toEqual([{ id, case_id, unread: 2 }]);
});

test("what follows from an application and its acceptance is written once, by a node of this version and of the one before", async () => {
  const asked = { title: "Hombro", description: "Me duele al dormir" };
  const [first, second] = [await ana.api.cases.create(asked), await ana.api.cases.create(asked)];
  const received = () => heard(ana, "application_received").then(({ times }) => times);
  const since = await received();
  const { id } = await carla.api.matches.apply({ case_id: first.id, message: "Puedo ayudarte con el hombro" });
  expect(await received()).toBe(since + 1);
  const insert = "insert into matches (case_id, kine_id) values ($1, $2) returning id";
  const { rows } = await before.query<{ id: string }>(insert, [second.id, carla.id]);
  expect(await received()).toBe(since + 2);
  await ana.api.matches.accept({ id });
  await before.query("update matches set status = 'accepted' where id = $1", [rows[0]!.id]);
  expect((await heard(carla, "application_accepted")).times).toBe(2);
  const found = await before.query(
    `select c.status, c.accepted_kine_id, (select count(*)::int from match_levels l where l.match_id = m.id and l.accepted_at is not null) as levels,
      (select count(*)::int from graphile_worker.jobs j where j.key = 'match_level:' || m.id) as jobs
    from matches m join cases c on c.id = m.case_id where m.case_id = any ($1) order by m.id`,
    [[first.id, second.id]],
  );
  const followed = { status: "matched", accepted_kine_id: carla.id, levels: 1, jobs: 1 };
  expect(found.rows).toEqual([followed, followed]);
});

test("what follows from a case, its edit, its sleep and its end is written once, by a node of this version and of the one before", async () => {
  const asked = { title: "Cadera", description: "Me duele al caminar" };
  const { id } = await ana.api.cases.create(asked);
  const insert =
    "insert into cases (patient_id, title, description) values ($1, 'Cadera', 'Me duele al caminar') returning id";
  const { rows } = await before.query<{ id: string }>(insert, [ana.id]);
  const [own, other] = [id, rows[0]!.id];
  expect(await eventsOf(own)).toEqual(["case"]);
  expect(await eventsOf(other)).toEqual(["case"]);
  await ana.api.cases.update({ id: own, version: 1, ...asked, title: "Cadera derecha", studies_access: "accepted" });
  await before.query("select set_config('kinexo.viewer', $1, false)", [ana.id]);
  await before.query("update cases set title = 'Cadera derecha' where id = $1", [other]);
  expect(await eventsOf(own)).toEqual(["case", "case"]);
  expect(await eventsOf(other)).toEqual(["case", "case"]);
  const jobs = await before.query("select key from graphile_worker.jobs where key = any ($1)", [
    [own, other].map((each) => `case_level:${each}`),
  ]);
  expect(jobs.rows).toHaveLength(2);
  await before.query("update cases set dormant_at = now() where id = any ($1)", [[own, other]]);
  await ana.api.cases.keepLooking({ id: own });
  await before.query("update cases set dormant_at = null where id = $1", [other]);
  expect(await eventsOf(own)).toEqual(["case", "case", "case", "case"]);
  expect(await eventsOf(other)).toEqual(["case", "case", "case", "case"]);
});

test("a case that lost its accepted specialist with their account is on offer again, and followed", async () => {
  const dora = await testApp.approvedKine(like(cast.carla, "Dora Antes", { license_number: "MN 61235" }));
  const { id: case_id } = await ana.api.cases.create({ title: "Tobillo", description: "Me duele al correr" });
  const { id } = await dora.api.matches.apply({ case_id, message: "Puedo ayudarte con el tobillo" });
  await ana.api.matches.accept({ id });
  const since = (await eventsOf(case_id)).length;
  await before.query("delete from graphile_worker._private_jobs where key = $1", [`case_level:${case_id}`]);
  await dora.api.accounts.delete();
  const found = await before.query(
    "select status, (select count(*)::int from graphile_worker.jobs where key = 'case_level:' || c.id) as jobs from cases c where id = $1",
    [case_id],
  );
  expect(found.rows).toEqual([{ status: "open", jobs: 1 }]);
  expect((await eventsOf(case_id)).length).toBeGreaterThan(since);
});

/** The live events of a case, but for those about an application. */
async function eventsOf(id: string): Promise<string[]> {
  const { rows } = await before.query<{ type: string }>(
    "select type from live_events where case_id = $1 and type = 'case'",
    [id],
  );
  return rows.map(({ type }) => type);
}
