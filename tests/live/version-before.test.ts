import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "../../app/platform/database/database.server.ts";
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

test("a node says so in each transaction through a pooler, which keeps no setting of a session", async () => {
  const { db } = openDatabase(testApp.databaseUrl, { max: 1, isPooled: true, onError: () => undefined });
  const said = sql<{ said: string | null }>`select current_setting('kinexo.effects', true) as said`;
  const within = await db.transaction().execute(async (tx) => (await said.execute(tx)).rows);
  expect(within).toEqual([{ said: "program" }]);
  expect((await said.execute(db)).rows[0]?.said).not.toBe("program");
  await db.destroy();
});
