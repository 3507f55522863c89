import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { newKine } from "../support/new-kine.ts";
import { like, outcome, type Person } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { confirmAddresses } from "../support/trust.ts";

let testApp: TestApp;
let elena: Person;
let round = 0;
beforeAll(async () => {
  testApp = await openTestApp();
  elena = await testApp.signIn(cast.elena);
});
afterAll(() => testApp?.close());

const member = (license_number: string, more: object = {}) =>
  like(cast.carla, `Kine Leído ${++round}`, { license_number, phone: `+54 11 4444-${3000 + round}`, ...more });
async function proven(license_number: string, more: object = {}): Promise<Person> {
  const person = await testApp.signUp(member(license_number, more));
  await confirmAddresses(testApp.db, person);
  return person;
}
const requestOf = async ({ id }: Person) =>
  (await elena.api.kineApplications.list()).items.find(({ profile_id }) => profile_id === id)!;
const changeOf = async ({ id }: Person) =>
  (await elena.api.profileChanges.list({})).items.find(({ kine_id }) => kine_id === id)!;
const inQueue = async ({ id }: Person) =>
  (await elena.api.licences.queue()).items.filter(({ kine_id }) => kine_id === id);
const licencesOf = async ({ id }: Person) =>
  (await testApp.anonymous.profiles.publicProfile({ id })).licences.map(
    ({ kind, jurisdiction, standing }) => `${kind} ${jurisdiction} ${standing}`,
  );

test("a request shows the province that a check would be for, and is checked for no other", async () => {
  const ofCity = await proven("MP 83001", { location_city: "Rosario" });
  const request = await requestOf(ofCity);
  expect(request).toMatchObject({ license_number: "MP 83001", license_jurisdiction: "82", is_license_read: true });
  const { id, license_number, license_jurisdiction } = request;
  const approve = (read: { license_number: string | null; license_jurisdiction?: string | null }) =>
    outcome(elena.api.kineApplications.approve({ id, read, is_checked: true, can_undo: true }));
  // The card of before showed the text alone.
  expect(await approve({ license_number })).toBe("PROFILE_CHANGED");
  expect(await approve({ license_number, license_jurisdiction: null })).toBe("PROFILE_CHANGED");
  expect(await approve({ license_number, license_jurisdiction: "66" })).toBe("PROFILE_CHANGED");
  await elena.api.kineApplications.approve({ id, read: { license_number, license_jurisdiction }, is_checked: true });
  expect(await licencesOf(ofCity)).toEqual(["MP 82 fresh"]);

  const ofNowhere = await testApp.signUp(member("MP 83002", { location_city: "Rosario" }));
  expect(await requestOf(ofNowhere)).toMatchObject({ license_jurisdiction: null });
  const named = await proven("MP 83003, Salta", { location_city: "Rosario" });
  expect(await requestOf(named)).toMatchObject({ license_jurisdiction: "66" });
});

test("a change of profile shows the province that its check would be for", async () => {
  const kine = await proven("MP 83101", { location_city: "Rosario" });
  await elena.api.kineApplications.approve({ id: (await requestOf(kine)).id, is_checked: true });
  const asked = async (license_number: string) => {
    await kine.api.profiles.update({ name: "Otro Nombre", license_number });
    return (await changeOf(kine)).license_jurisdiction;
  };
  expect(await asked("MP 83101")).toBe("82");
  expect(await asked("MP 83102")).toBe(null);
  expect(await asked("MP 83102, Salta")).toBe("66");
  expect(await asked("MN 83102")).toBe("02");
});

test("'Crear Especialista' asks for the province of a provincial licence, whose check it stores", async () => {
  const made = newKine({ license_number: "MP 83201", location_city: "Rosario" });
  expect(await outcome(elena.api.accounts.createKine(made))).toBe("LICENSE_PLACE_NEEDED");
  const { id } = await elena.api.accounts.createKine({ ...made, license_number: "MP 83201, Salta" });
  const { rows } = await sql`select jurisdiction, state from licences where kine_id = ${id}`.execute(testApp.db);
  expect(rows).toEqual([{ jurisdiction: "66", state: "verified" }]);
});

test("a licence that is not read takes no check, until an admin writes its number in the queue", async () => {
  const holder = await testApp.approvedKine(member("MN 64501"));
  for (const [n, form] of ["MN 645〇1", "MN 6A501", "MN 645O I", "MN 64 x 501", "MN G4501", "MN 6Ч501"].entries()) {
    const person = await proven(form);
    const request = await requestOf(person);
    expect([form, request.is_license_read]).toEqual([form, false]);
    for (const can_undo of [true, false])
      expect(await outcome(elena.api.kineApplications.approve({ id: request.id, is_checked: true, can_undo }))).toBe(
        "LICENSE_UNREAD",
      );
    await elena.api.kineApplications.approve({ id: request.id });
    const [licence] = await inQueue(person);
    expect(licence).toMatchObject({ is_read: false, standing: "declared" });
    const { id } = licence!;
    const verify = (number?: string) =>
      outcome(elena.api.licences.verify({ id, number, kind: "MN", jurisdiction: "02" }));
    expect(await verify()).toBe("LICENSE_UNREAD");
    expect(await verify("64501")).toBe("LICENSE_TAKEN");
    expect(await verify("64.502 bis")).toBe("BAD_INPUT");
    expect(await verify(`6451${n}`)).toBe("ok");
    expect(await licencesOf(person)).toEqual(["MN 02 fresh"]);
    expect((await person.api.profiles.mine()).license_number).toBe(`MN 6451${n}`);
    // What a licence says is changed by nobody.
    await elena.api.licences.verify({ id, number: "77777" });
    expect((await person.api.licences.mine()).items[0]).toMatchObject({ number: `6451${n}` });
  }
  await holder.api.profiles.update({ name: "Kine", license_number: "MN 64x501" });
  const { id, is_license_read } = await changeOf(holder);
  expect(is_license_read).toBe(false);
  expect(await outcome(elena.api.profileChanges.approve({ id, is_checked: true }))).toBe("LICENSE_UNREAD");
});

test("the database stores no check of a licence that is not read, whoever writes it", async () => {
  const kine = await testApp.signUp(member("MNK 64601"));
  await elena.api.kineApplications.approve({ id: (await requestOf(kine)).id });
  await testApp.db.transaction().execute(async (tx) => {
    await sql`select set_config('kinexo.viewer', ${elena.id}, true)`.execute(tx);
    await sql`update profiles set license_checked_at = clock_timestamp() where id = ${kine.id}`.execute(tx);
  });
  const { rows } = await sql`select license_checked_at, state from profiles p join licences l on l.kine_id = p.id
    where p.id = ${kine.id}`.execute(testApp.db);
  expect(rows).toEqual([{ license_checked_at: null, state: "declared" }]);
});

test("a rejected report gives back the check that a licence without a number had, and it waits for one with its badge", async () => {
  const kine = await proven("MN 83301");
  await elena.api.kineApplications.approve({ id: (await requestOf(kine)).id, is_checked: true });
  const text = "MN 83301 / MP 8330";
  await testApp.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`update licences set number = ${text}, kind = null, jurisdiction = null, contested_at = now(), recheck_at = now()
      where kine_id = ${kine.id}`.execute(tx);
    await sql`update profiles set license_number = ${text} where id = ${kine.id}`.execute(tx);
  });
  const seen = async () => {
    const { rows } = await sql<{ listed: boolean }>`select listed from directory where kine_id = ${kine.id}`.execute(
      testApp.db,
    );
    const { license_checked } = await testApp.anonymous.profiles.publicProfile({ id: kine.id });
    return { license_checked, listed: rows.some(({ listed }) => listed) };
  };
  const before = await seen();
  expect(before.license_checked).toBe(true);
  const ana = await testApp.signUp(like(cast.ana, `Ana Leída ${++round}`));
  await confirmAddresses(testApp.db, ana);
  const { id: case_id } = await ana.api.cases.create({ title: "Rodilla", description: "Me duele" });
  await kine.api.matches.apply({ case_id, message: "Hola" });
  const { id } = await ana.api.reports.create({ subject: "profile", id: kine.id, reason: "false_licence" });
  expect(await seen()).toMatchObject({ license_checked: false });
  await elena.api.reports.decide({ id, decision: "Figura en el registro", is_upheld: false });
  expect(await seen()).toEqual(before);
  const [licence] = await inQueue(kine);
  expect(licence).toMatchObject({ is_read: false, standing: "fresh" });
  // A new check is another matter.
  expect(await outcome(elena.api.licences.verify({ id: licence!.id }))).toBe("LICENSE_UNREAD");
});

test("of a new name one licence is checked, the one that was read with it, and the admin is told of the others", async () => {
  const checkedTwice = async () => {
    const kine = await testApp.approvedKine(member(`MN ${86_000 + round}`));
    const { id } = await kine.api.licences.add({ kind: "MP", jurisdiction: "14", number: "86002" });
    await elena.api.licences.verify({ id, method: "register" });
    return { kine, besides: id };
  };
  const { kine, besides } = await checkedTwice();
  await kine.api.profiles.update({ name: "Juan Gómez", license_number: "MN 86903" });
  const change = await changeOf(kine);
  expect(change.other_checked).toBe(1);
  await elena.api.profileChanges.approve({ id: change.id, is_checked: true });
  expect(await licencesOf(kine)).toEqual(["MN 02 fresh"]);
  expect(await inQueue(kine)).toMatchObject([{ id: besides, standing: "declared" }]);
  await elena.api.licences.verify({ id: besides, method: "register" });

  // The same number under another name, and another number under the same one.
  await kine.api.profiles.update({ name: "Juan Gómez Paz" });
  await elena.api.profileChanges.approve({ id: (await changeOf(kine)).id, is_checked: true });
  expect(await licencesOf(kine)).toEqual(["MN 02 fresh"]);
  await elena.api.licences.verify({ id: besides, method: "register" });
  await kine.api.profiles.update({ name: "Juan Gómez Paz", license_number: "MN 86904" });
  await elena.api.profileChanges.approve({ id: (await changeOf(kine)).id, is_checked: true });
  expect(await licencesOf(kine)).toEqual(["MN 02 fresh", "MP 14 fresh"]);
  await kine.api.licences.withdraw({ id: besides });

  // While the first one is in doubt, a new name leaves no check.
  const other = await checkedTwice();
  const [first] = (await other.kine.api.licences.mine()).items;
  await elena.api.licences.doubt({ id: first!.id, reason: "No figura" });
  await other.kine.api.profiles.update({ name: "Pedro Gómez" });
  await elena.api.profileChanges.approve({ id: (await changeOf(other.kine)).id, is_checked: true });
  expect(await licencesOf(other.kine)).toEqual([]);
  expect((await testApp.anonymous.profiles.publicProfile({ id: other.kine.id })).license_checked).toBe(false);
});

test("a change that waits takes back no number that an admin wrote meanwhile, and keeps the one that its specialist asks for", async () => {
  for (const [n, asks] of [undefined, "MN 88512"].entries()) {
    const text = `MNK 8851${n}`;
    const kine = await proven(text);
    await elena.api.kineApplications.approve({ id: (await requestOf(kine)).id });
    const before = await changeOf(kine);
    if (before) await elena.api.profileChanges.reject({ id: before.id });
    await kine.api.profiles.update({ name: "Otro Nombre", license_number: asks ?? text });
    const read = await changeOf(kine);
    const [due] = await inQueue(kine);
    await elena.api.licences.verify({ id: due!.id, kind: "MN", jurisdiction: "02", number: `8852${n}` });
    const written = `MN 8852${n}`;
    const { id, license_number, asked_license_number } = await changeOf(kine);
    expect([license_number, asked_license_number]).toEqual([written, asks ?? written]);
    const approve = ({ license_number, asked_license_number, license_jurisdiction }: typeof read) =>
      elena.api.profileChanges.approve({ id, read: { license_number, asked_license_number, license_jurisdiction } });
    expect(await outcome(approve(read))).toBe("PROFILE_CHANGED");
    await elena.api.profileChanges.approve({ id });
    expect((await kine.api.profiles.mine()).license_number).toBe(asks ?? written);
  }
});
