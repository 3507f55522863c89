import { afterAll, beforeAll, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { enter, like, outcome, type Person } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";

let testApp: TestApp;
let elena: Person;
let round = 0;

beforeAll(async () => {
  testApp = await openTestApp();
  elena = await testApp.signIn(cast.elena);
});
afterAll(() => testApp?.close());

/** A new applicant with the id of their request. */
async function applicant() {
  round += 1;
  const license_number = `MN ${50_000 + round}`;
  const kine = await enter(testApp.url, like(cast.carla, `Aprobada ${round}`, { license_number }), "sign up");
  const { items } = await elena.api.kineApplications.list({ order: "newest" });
  return { kine, license_number, request: items.find(({ profile_id }) => profile_id === kine.id)!.id };
}
const isChecked = async ({ id }: Person) => (await elena.api.dossiers.person({ id })).license_checked;
const isDue = async ({ id }: Person) =>
  (await elena.api.licences.queue({})).items.some(({ kine_id, standing }) => kine_id === id && standing === "declared");
async function approveChange({ id }: Person, is_checked: boolean) {
  const { items } = await elena.api.profileChanges.list();
  await elena.api.profileChanges.approve({ id: items.find(({ kine_id }) => kine_id === id)!.id, is_checked });
}

test("an approval lets a specialist work and gives no badge: the licence waits for a check", async () => {
  const { kine, request } = await applicant();
  await elena.api.kineApplications.approve({ id: request });
  expect(await outcome(kine.api.cases.available({}))).toBe("ok");
  expect(await isChecked(kine)).toBe(false);
  expect(await isDue(kine)).toBe(true);
  const seen = () => testApp.anonymous.profiles.publicProfile({ id: kine.id });
  expect(await seen()).toMatchObject({ license_checked: false, license_declared: true, licences: [] });
  const [licence] = (await kine.api.licences.mine()).items;
  await elena.api.licences.verify({ id: licence!.id });
  expect(await isChecked(kine)).toBe(true);
  expect(await seen()).toMatchObject({ license_checked: true, license_declared: false });
});

test("who states no licence is not said to have declared one", async () => {
  const person = await testApp.signUp(like(cast.ana, "Sin Matrícula"));
  await elena.api.accounts.assignRole({ user_id: person.id, role: "kine" });
  await person.api.profiles.publish({ phone_listed: false });
  expect(await elena.api.profiles.publicProfile({ id: person.id })).toMatchObject({ license_declared: false });
});

test("an approval by an admin who looked the licence up gives the badge of today", async () => {
  const { kine, request, license_number } = await applicant();
  await elena.api.kineApplications.approve({ id: request, read: { license_number }, is_checked: true });
  expect(await isChecked(kine)).toBe(true);
  expect(await isDue(kine)).toBe(false);
  expect((await kine.api.licences.mine()).items).toMatchObject([{ standing: "fresh" }]);
});

test("a change of the specialty keeps the badge, another name or licence needs a check of its own", async () => {
  const { kine, request } = await applicant();
  await elena.api.kineApplications.approve({ id: request, is_checked: true });
  const profile = { name: `Aprobada ${round}`, license_number: `MN ${50_000 + round}` };
  await kine.api.profiles.update({ ...profile, specialty: "Neurorrehabilitación" });
  await approveChange(kine, false);
  expect(await isChecked(kine)).toBe(true);
  await kine.api.profiles.update({ ...profile, name: "Otra Persona" });
  await approveChange(kine, false);
  expect(await isChecked(kine)).toBe(false);
  await kine.api.profiles.update({ ...profile, name: "Otra Vez" });
  await approveChange(kine, true);
  expect(await isChecked(kine)).toBe(true);
});
