import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tellingDomain } from "../../app/domain/kine-applications/alike.ts";
import { cast } from "../../app/demo/cast.ts";
import { like, outcome, type Person } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";

let testApp: TestApp;
let elena: Person;
beforeAll(async () => {
  testApp = await openTestApp();
  elena = await testApp.signIn(cast.elena);
});
afterAll(() => testApp?.close());

let count = 0;
async function applicant(name: string, email: string, phone: string) {
  count += 1;
  const member = { ...like(cast.carla, name, { license_number: `MN 8100${count}`, phone }), email };
  return testApp.signUp(member);
}
const alikeOf = async (kine: Person) =>
  (await elena.api.kineApplications.list({})).items.find(({ profile_id }) => profile_id === kine.id)?.alike;
async function photograph(kine: Person, background: string) {
  const body = await sharp({ create: { width: 30, height: 30, channels: 3, background } })
    .png()
    .toBuffer();
  const headers = { authorization: `Bearer ${await kine.token()}`, "content-type": "image/png" };
  const answer = await fetch(`${testApp.url}/files/avatars`, { method: "PUT", body, headers });
  expect(answer.status).toBe(200);
}

test("a request shows nobody where nothing is shared, and says only what could be compared", async () => {
  const kine = await applicant("Sola Ruiz", "sola@gmail.com", "+54 11 4000-0001");
  expect(await alikeOf(kine)).toEqual({ compared: ["phone"], people: [], more: [] });
});

test("it shows accounts with the same phone, however it was written, and no other phone with the same end", async () => {
  const kine = await applicant("Tel Uno", "tel1@gmail.com", "+54 11 5777-1234");
  const same = await applicant("Tel Dos", "tel2@gmail.com", "011 15 5777 1234");
  await applicant("Tel Tres", "tel3@gmail.com", "+54 11 4777-1234");
  const patient = await testApp.signUp({
    ...like(cast.ana, "Tel Paciente", { phone: "11-5777-1234" }),
    email: "telp@gmail.com",
  });
  const alike = await alikeOf(kine);
  expect(alike?.people.map(({ id }) => id).toSorted()).toEqual([same.id, patient.id].toSorted());
  expect(alike?.people.find(({ id }) => id === patient.id)).toMatchObject({
    fact: "phone",
    role: "patient",
    name: "Tel Paciente",
  });
});

test("it shows accounts of the same mail domain unless anybody opens a mailbox there, five by name", async () => {
  const kines = [];
  for (let n = 0; n < 7; n += 1)
    kines.push(await applicant(`Dom ${n}`, `d${n}@consultorio-norte.com.ar`, `+54 11 4100-000${n}`));
  const alike = await alikeOf(kines[0]!);
  expect(alike).toMatchObject({ compared: ["phone", "domain"], more: ["domain"] });
  expect(alike?.people.map(({ name }) => name)).toEqual(["Dom 1", "Dom 2", "Dom 3", "Dom 4", "Dom 5"]);
  for (const email of [
    "a@gmail.com",
    "a@hotmail.com.ar",
    "a@yahoo.com.ar",
    "a@outlook.es",
    "a@live.com",
    "a@icloud.com",
    "a@fibertel.com.ar",
  ])
    expect([email, tellingDomain(email)]).toEqual([email, null]);
  expect(tellingDomain("A@Hospital.Edu.AR")).toBe("hospital.edu.ar");
});

test("it shows accounts with the same photo, and none once the photo is another", async () => {
  const kine = await applicant("Foto Uno", "foto1@gmail.com", "+54 11 4200-0001");
  const other = await applicant("Foto Dos", "foto2@gmail.com", "+54 11 4200-0002");
  await photograph(kine, "red");
  expect(await alikeOf(kine)).toEqual({ compared: ["phone", "photo"], people: [], more: [] });
  await photograph(other, "red");
  expect((await alikeOf(kine))?.people).toEqual([{ fact: "photo", id: other.id, name: "Foto Dos", role: "kine" }]);
  await photograph(other, "blue");
  expect((await alikeOf(kine))?.people).toEqual([]);
});

test("only admins see it", async () => {
  for (const person of [await testApp.signUp(cast.ana), await testApp.approvedKine(cast.carla)])
    expect(await outcome(person.api.kineApplications.list({}))).toBe("NOT_ALLOWED");
});
