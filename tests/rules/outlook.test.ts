import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { like, type Person } from "../support/people.ts";
import { confirmAddresses } from "../support/trust.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";

let testApp: TestApp;
let ana: Person;
beforeAll(async () => {
  testApp = await openTestApp();
  ana = await testApp.signUp(cast.ana);
});
afterAll(() => testApp?.close());

let licences = 0;
const kineOf = (name: string, overrides: Record<string, unknown>) =>
  testApp.approvedKine(like(cast.carla, name, { license_number: `OUT ${(licences += 1)}`, ...overrides }));

test("an own case's outlook counts and names the specialists near it who fit, and nobody else", async () => {
  const near = await kineOf("Cerca", { location_city: "Caballito" });
  await kineOf("Lejos", { location_city: "Salta" });
  await kineOf("De chicos", { location_city: "Caballito", specialty: "Kinesiología pediátrica" });
  const { id } = await ana.api.cases.create({ title: "Rodilla", description: "Me duele", location_city: "Caballito" });
  const outlook = await ana.api.cases.outlook({ id });
  expect(outlook.nearby).toBe(1);
  expect(outlook.specialists.map((each) => each.id)).toEqual([near.id]);
  await near.api.matches.apply({ case_id: id });
  expect((await ana.api.cases.outlook({ id })).nearby).toBe(0);
});

test("one person's cases move the usual time to a first application by one case, however many they publish", async () => {
  const kine = await kineOf("Rápida", { location_city: "Luján" });
  for (const [n, minutes] of [10, 20, 30, 40, 50].entries()) {
    const patient = await testApp.signUp(like(cast.ana, `Ana Espera ${"abcde"[n]!}`));
    await confirmAddresses(testApp.db, patient);
    const { id } = await patient.api.cases.create({ title: "Rodilla", description: "Me duele" });
    await kine.api.matches.apply({ case_id: id });
    await sql`update matches set created_at = created_at + ${minutes} * interval '1 minute' where case_id = ${id}`.execute(
      testApp.db,
    );
  }
  const { id } = await ana.api.cases.create({ title: "Codo", description: "Me duele" });
  await confirmAddresses(testApp.db, ana);
  const usual = async () => (await ana.api.cases.outlook({ id })).first_application_minutes;
  // Of six people, Ana's newest case still waits.
  await sql`update cases set created_at = created_at - interval '3 hours' where id = ${id}`.execute(testApp.db);
  expect(await usual()).toBeCloseTo(30, 0);
  const flooding = await testApp.signUp(like(cast.bruno, "Bruno Inunda"));
  for (let n = 0; n < 6; n += 1) {
    const { id: own } = await flooding.api.cases.create({ title: "Rodilla", description: "Me duele" });
    await sql`update cases set created_at = created_at - interval '9 hours' where id = ${own}`.execute(testApp.db);
  }
  // Nor by any while its address may be anybody's.
  expect(await usual()).toBeCloseTo(30, 0);
  await confirmAddresses(testApp.db, flooding);
  expect(await usual()).toBeCloseTo(40, 0);
});

test("the list of own cases says who attends each, also once it is closed, and then how many reviews are due", async () => {
  const kine = await kineOf("Atiende", { location_city: "Caballito" });
  const { id } = await ana.api.cases.create({ title: "Hombro", description: "Me duele" });
  const listed = async () => (await ana.api.cases.mine()).items.find((one) => one.id === id);
  expect(await listed()).toMatchObject({ attending: [], reviews_due: 0, opened_by: 0 });
  await kine.api.cases.view({ id });
  const match = await kine.api.matches.apply({ case_id: id });
  expect(await listed()).toMatchObject({ attending: [], reviews_due: 0, opened_by: 1 });
  await ana.api.matches.accept({ id: match.id });
  const attending = [{ id: match.id, kine_id: kine.id, name: "Atiende", phone: cast.carla.metadata.phone }];
  expect(await listed()).toMatchObject({ attending, reviews_due: 0 });
  await ana.api.cases.close({ id });
  expect(await listed()).toMatchObject({ attending, reviews_due: 1 });
  await ana.api.reviews.create({ case_id: id, kine_id: kine.id, stars: 5, comment: null });
  expect(await listed()).toMatchObject({ attending, reviews_due: 0 });
  await kine.api.conversations.block({ id: match.id });
  expect(await listed()).toMatchObject({ attending: [] });
});
