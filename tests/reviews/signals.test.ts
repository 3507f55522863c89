import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { like, type Person } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";

let testApp: TestApp;
let elena: Person;
let round = 0;

beforeAll(async () => {
  testApp = await openTestApp();
  elena = await testApp.signIn(cast.elena);
});
afterAll(() => testApp?.close());

const newKine = () => {
  round += 1;
  return testApp.approvedKine(like(cast.carla, `Carla Señal ${round}`, { license_number: `MN 55${round}` }));
};
/** Where somebody signed in from, with which browser. */
const signsInFrom = ({ id }: Person, ip: string, userAgent: string) =>
  sql`update auth.sessions set ip = ${ip}::inet, user_agent = ${userAgent} where user_id = ${id}`.execute(testApp.db);

/** A review of a specialist by a new patient, who signed in from a network of their own. */
async function reviewed(kine: Person, stars: number) {
  round += 1;
  const patient = await testApp.signUp(like(cast.ana, `Ana Señal ${round}`));
  await signsInFrom(patient, `203.0.113.${round}`, "Firefox");
  const { id: case_id } = await patient.api.cases.create({ title: "Rodilla", description: "Me duele" });
  const { id } = await kine.api.matches.apply({ case_id });
  await patient.api.matches.accept({ id });
  await patient.api.cases.close({ id: case_id });
  await patient.api.reviews.create({ case_id, kine_id: kine.id, stars });
  return patient;
}
const signalsOf = async ({ id }: Person) => {
  const { items } = await elena.api.reviews.list({});
  return items.find(({ patient_id }) => patient_id === id)?.signals;
};

test("admins read that author and specialist signed in from one network, or with one browser on it; nothing is hidden", async () => {
  const kine = await newKine();
  await signsInFrom(kine, "198.51.100.7", "Safari");
  const patient = await reviewed(kine, 5);
  expect(await signalsOf(patient)).toEqual([]);
  await signsInFrom(patient, "198.51.100.7", "Firefox");
  expect(await signalsOf(patient)).toEqual(["network"]);
  await signsInFrom(patient, "198.51.100.8", "Safari");
  expect(await signalsOf(patient)).toEqual([]);
  for (const [person, ip] of [
    [patient, "2001:db8:0:1::2"],
    [kine, "2001:db8:0:1::3"],
  ] as const)
    await signsInFrom(person, ip, "Safari");
  expect(await signalsOf(patient)).toEqual(["device"]);
  expect((await kine.api.reviews.received()).items).toHaveLength(1);
  const seen = await testApp.anonymous.profiles.publicProfile({ id: kine.id });
  expect(JSON.stringify(seen)).not.toContain("signals");
});

test("three of five stars in 48 hours by accounts under a week without sessions are told, and fewer, older or lower ones are not", async () => {
  const kine = await newKine();
  await signsInFrom(kine, "198.51.100.9", "Safari");
  const lower = await reviewed(kine, 4);
  const [one, two] = [await reviewed(kine, 5), await reviewed(kine, 5)];
  expect(await signalsOf(one)).toEqual([]);
  const three = await reviewed(kine, 5);
  for (const patient of [one, two, three]) expect(await signalsOf(patient)).toEqual(["burst"]);
  expect(await signalsOf(lower)).toEqual([]);
  const age = (people: readonly Person[]) =>
    testApp.db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx);
      await sql`update profiles set created_at = now() - interval '8 days' where id = any(${people.map(({ id }) => id)}::uuid[])`.execute(
        tx,
      );
    });
  await age([two]);
  for (const patient of [one, two, three]) expect(await signalsOf(patient)).toEqual([]);
});
