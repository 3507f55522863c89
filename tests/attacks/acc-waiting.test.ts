import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { takeRolesBack } from "../../app/domain/accounts/lost-admin.server.ts";
import { sections } from "../../app/domain/exports/sections.server.ts";
import { CONSULTORIO, EVERY_DAY, openPatient, pass, SETTINGS, wallTimeIn } from "../bookings/agenda.ts";
import { like, type Person } from "../support/people.ts";
import { requestOf } from "./reviewed-kines.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { ageAdmins, confirmAddresses } from "../support/trust.ts";

let testApp: TestApp;
let elena: Person;
let round = 0;
beforeAll(async () => {
  testApp = await openTestApp();
  elena = await testApp.signIn(cast.elena);
  await ageAdmins(testApp.db, elena);
});
afterAll(() => testApp?.close());
beforeEach(async () => {
  await elena.api.accounts.confirmPassword({ password: cast.elena.password });
});
const disown = (admin: Person) =>
  testApp.db
    .transaction()
    .execute((tx) => takeRolesBack(testApp.app.services, tx, admin.id, new Date(Date.now() - 3_600_000)));
async function someone(): Promise<Person> {
  const person = await testApp.signUp(like(cast.ana, `Alguien Espera ${++round}`));
  await confirmAddresses(testApp.db, person);
  return person;
}
async function anotherAdmin(): Promise<Person> {
  const person = await someone();
  await elena.api.accounts.assignRole({ user_id: person.id, role: "admin" });
  await ageAdmins(testApp.db, person);
  return person;
}
async function applicant(): Promise<Person> {
  const license_number = `MN ${64_000 + ++round}`;
  const kine = await testApp.signUp(
    like(cast.carla, `Kine Espera ${round}`, { license_number, phone: `+54 11 4444-${9200 + round}` }),
  );
  await confirmAddresses(testApp.db, kine);
  return kine;
}

test("a specialist whom an intruder admitted reads no patient of theirs in a list or a copy of their data while they wait again", async () => {
  const [admin, kine] = [await anotherAdmin(), await applicant()];
  await admin.api.kineApplications.approve({ id: (await requestOf(elena, kine)).id, is_checked: true });
  await kine.api.availabilities.replace({ ranges: EVERY_DAY("08:00", "20:00") });
  await kine.api.agendas.save(SETTINGS);
  const { id: place_id } = await kine.api.agendas.savePlace(CONSULTORIO);
  const { patient, case_id, match_id } = await openPatient(testApp, kine);
  await patient.api.profiles.update({ name: "Zulema Visible", phone: "+54 11 4444-0001" });
  const { id } = await patient.api.bookings.book({ match_id, place_id, starts: [wallTimeIn(3, "10:00")] });
  await kine.api.bookings.confirm({ id, sequence: 0 });
  await pass(testApp, 96, [id]);
  await kine.api.treatments.authorise({
    match_id,
    coverage_id: 1,
    number: "AUT-7013",
    sessions: 10,
    valid_from: wallTimeIn(-10, "12:00").slice(0, 10),
    valid_until: wallTimeIn(60, "12:00").slice(0, 10),
  });
  await patient.api.cases.close({ id: case_id });
  const read = async () => {
    const exported = [];
    for (const { rows } of sections) exported.push((await rows(kine.id).execute(testApp.db)).rows);
    const text = JSON.stringify([await kine.api.bookings.mine(), await kine.api.notifications.list({}), exported]);
    return ["Zulema Visible", "4444-0001", "AUT-7013"].filter((word) => text.includes(word));
  };
  expect(await read()).toEqual(["Zulema Visible", "4444-0001", "AUT-7013"]);
  await disown(admin);
  expect(await read()).toEqual([]);
  await elena.api.kineApplications.approve({ id: (await requestOf(elena, kine)).id });
  expect(await read()).toEqual(["Zulema Visible", "4444-0001", "AUT-7013"]);
});
