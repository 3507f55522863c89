import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { like, outcome, type Person } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { confirmAddresses } from "../support/trust.ts";

let testApp: TestApp;
let ana: Person;
let elena: Person;
let round = 0;

beforeAll(async () => {
  testApp = await openTestApp();
  ana = await testApp.signUp(cast.ana);
  elena = await testApp.signIn(cast.elena);
});
afterAll(() => testApp?.close());

const member = (license_number: string) => like(cast.carla, `Kine ${++round}`, { license_number });
const checkedKine = (license_number: string) => testApp.approvedKine(member(license_number));
const seen = (id: string) => testApp.anonymous.profiles.publicProfile({ id });
const seenByAdmin = (id: string) => elena.api.profiles.publicProfile({ id });
const changeOf = async (id: string) =>
  (await elena.api.profileChanges.list()).items.find(({ kine_id }) => kine_id === id);
const applicationOf = async ({ id }: Person, state: "pending" | "decided" = "pending") =>
  (await elena.api.kineApplications.list({ state })).items.find(({ profile_id }) => profile_id === id)?.id ?? "";
const eventsOf = async ({ id }: Person) =>
  (
    await sql<{ event: string; reason: string | null }>`
  select e.event, r.reason from auth.audit_events e join auth.users u on u.audit_id = e.subject
  left join auth.audit_reasons r on r.event_id = e.id
  where u.id = ${id} and e.event like any (array['profile_change%', 'application%']) order by e.id`.execute(testApp.db)
  ).rows;
const edit = { name: "Otra Persona", license_number: "MN 777", specialty: "Cardiología" };

describe("a change of name, licence or specialty", () => {
  test("waits for an admin: the old values stay public, everything else changes at once", async () => {
    const kine = await checkedKine("MN 100");
    const before = await seenByAdmin(kine.id);
    expect(
      await kine.api.profiles.update({ ...edit, license_number: "MN 101", bio: "Otra", price_range: "$50.000+" }),
    ).toMatchObject({ in_review: true });
    expect(await seenByAdmin(kine.id)).toEqual({ ...before, bio: "Otra", price_range: "$50.000+" });
    expect(before).toMatchObject({ license_number: "MN 100", license_checked: true });
    const list = (await ana.api.profiles.specialists({})).items.find(({ id }) => id === kine.id);
    for (const said of [list, await seen(kine.id)]) {
      expect(said).toMatchObject({ name: before.name, specialty: before.specialty, bio: "Otra" });
    }
    const { id: case_id } = await ana.api.cases.create({ title: "Rodilla", description: "Me duele" });
    await kine.api.matches.apply({ case_id });
    expect(JSON.stringify(await ana.api.cases.get({ id: case_id }))).not.toContain("Otra Persona");
    expect((await kine.api.profiles.mine()).change).toMatchObject({
      ...edit,
      license_number: "MN 101",
      rejected_at: null,
    });
    expect(await changeOf(kine.id)).toMatchObject({
      name: before.name,
      license_number: "MN 100",
      asked_name: "Otra Persona",
      asked_license_number: "MN 101",
      asked_specialty: "Cardiología",
    });
    expect(await eventsOf(kine)).toContainEqual({ event: "profile_change_asked", reason: null });
  });

  test("is public once it is approved, with a licence that counts as checked", async () => {
    const kine = await checkedKine("MN 110");
    await kine.api.profiles.update({ ...edit, license_number: "MN 111" });
    const { id } = (await changeOf(kine.id))!;
    expect(await elena.api.profileChanges.approve({ id, is_checked: true })).toEqual({ status: "approved" });
    expect(await seenByAdmin(kine.id)).toMatchObject({ ...edit, license_number: "MN 111", license_checked: true });
    expect((await kine.api.profiles.mine()).change).toBeNull();
    expect(await outcome(elena.api.profileChanges.approve({ id, is_checked: true }))).toBe("APPLICATION_DECIDED");
    expect((await eventsOf(kine)).at(-1)).toEqual({ event: "profile_change_decided", reason: null });
  });

  test("that is rejected says why to its specialist, who may put it away or ask again", async () => {
    const kine = await checkedKine("MN 120");
    const { name } = await seen(kine.id);
    await kine.api.profiles.update(edit);
    const { id } = (await changeOf(kine.id))!;
    await elena.api.profileChanges.reject({ id, reason: "No coincide con el registro." });
    expect(await seenByAdmin(kine.id)).toMatchObject({ name, license_number: "MN 120", license_checked: true });
    expect(await changeOf(kine.id)).toBeUndefined();
    expect((await kine.api.profiles.mine()).change).toMatchObject({
      name: "Otra Persona",
      rejection_reason: "No coincide con el registro.",
    });
    expect(await kine.api.profiles.update({ name, bio: "Sigo igual" })).toMatchObject({ in_review: false });
    expect((await kine.api.profiles.mine()).change).not.toBeNull();
    expect((await eventsOf(kine)).at(-1)).toEqual({
      event: "profile_change_decided",
      reason: "No coincide con el registro.",
    });
    expect(await kine.api.profiles.update({ name: "Nombre Nuevo" })).toMatchObject({ in_review: true });
    expect((await kine.api.profiles.mine()).change).toMatchObject({
      name: "Nombre Nuevo",
      license_number: "MN 120",
      rejected_at: null,
    });
  });

  test("is withdrawn by its specialist, by name or by typing the public values again", async () => {
    const [kine, other] = [await checkedKine("MN 130"), await checkedKine("MN 131")];
    const { name } = await seen(kine.id);
    await other.api.profiles.update({ name: "Nombre Ajeno" });
    await kine.api.profiles.update({ name: "Nombre Nuevo" });
    const { version } = await kine.api.profileChanges.withdraw();
    expect((await kine.api.profiles.mine()).version).toBe(version);
    expect(await outcome(kine.api.profileChanges.withdraw())).toBe("NOT_FOUND");
    expect(await changeOf(other.id)).toMatchObject({ asked_name: "Nombre Ajeno" });
    await other.api.accounts.delete();
    expect(await changeOf(other.id)).toBeUndefined();
    await kine.api.profiles.update({ name: "Nombre Nuevo" });
    expect(await kine.api.profiles.update({ name })).toMatchObject({ in_review: false });
    expect((await kine.api.profiles.mine()).change).toBeNull();
    expect(await changeOf(kine.id)).toBeUndefined();
    expect((await eventsOf(kine)).map(({ event }) => event).slice(-2)).toEqual([
      "profile_change_asked",
      "profile_change_withdrawn",
    ]);
  });

  test("that was changed again since the admin looked is another request", async () => {
    const kine = await checkedKine("MN 140");
    await kine.api.profiles.update({ name: "Nombre Inocente" });
    const { id } = (await changeOf(kine.id))!;
    await kine.api.profiles.update({ name: "Otra Persona" });
    expect(await outcome(elena.api.profileChanges.approve({ id, is_checked: true }))).toBe("APPLICATION_DECIDED");
    expect((await seen(kine.id)).name).not.toBe("Otra Persona");
  });

  test("makes a form that was opened before it out of date, and the same values again change nothing", async () => {
    const kine = await checkedKine("MN 150");
    const { name, version } = await kine.api.profiles.mine();
    const saved = await kine.api.profiles.update({ name: "Nombre Nuevo", version });
    expect(await outcome(kine.api.profiles.update({ name, bio: "De otra pestaña", version }))).toBe("PROFILE_CHANGED");
    expect(await kine.api.profiles.update({ name: "Nombre Nuevo", version: saved.version })).toEqual(saved);
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        outcome(kine.api.profiles.update({ name: `Nombre ${n}`, version: saved.version })),
      ),
    );
    expect(outcomes.toSorted()).toEqual([...Array(19).fill("PROFILE_CHANGED"), "ok"]);
  });

  test("reserves no licence: whose it is registers, and the change is refused", async () => {
    const kine = await checkedKine("MN 160");
    await kine.api.profiles.update({ name: "Kine", license_number: "MN 161" });
    const owner = await testApp.signUp(member("mn 161"));
    await confirmAddresses(testApp.db, owner);
    expect(
      await outcome(elena.api.profileChanges.approve({ id: (await changeOf(kine.id))!.id, is_checked: true })),
    ).toBe("LICENSE_TAKEN");
    expect(await seenByAdmin(kine.id)).toMatchObject({ license_number: "MN 160" });
    await kine.api.profileChanges.withdraw();
    expect(await outcome(kine.api.profiles.update({ name: "Kine", license_number: "MN161 " }))).toBe("LICENSE_TAKEN");
  });

  test("cannot pass the database by, whoever writes it", async () => {
    const kine = await checkedKine("MN 170");
    for (const set of [{ name: "Otra Persona" }, { license_number: "MN 171" }, { specialty: "Cardiología" }]) {
      await expect(
        testApp.db.updateTable("profiles").set(set).where("id", "=", kine.id).execute(),
      ).rejects.toMatchObject({ constraint: "profiles_change_by_review" });
    }
    await expect(
      sql`update profiles set license_checked_at = now() where id = ${kine.id}`.execute(testApp.db),
    ).rejects.toMatchObject({ constraint: "only_admins" });
    await expect(
      sql`insert into profile_changes (kine_id, name) values (${ana.id}, 'Ana')`.execute(testApp.db),
    ).rejects.toMatchObject({ constraint: "profile_changes_of_kines" });
    await expect(
      sql`insert into profile_changes (kine_id, name, rejected_at) values (${kine.id}, 'Ana', now())`.execute(
        testApp.db,
      ),
    ).rejects.toMatchObject({ constraint: "only_admins" });
  });
});

describe("the badge 'Matrícula verificada'", () => {
  const assign = (person: Person, role: "patient" | "kine") =>
    elena.api.accounts.assignRole({ user_id: person.id, role });

  test("is not given by a change of role: who has no licence works without it, and waits once they name one", async () => {
    const person = await testApp.signUp(like(cast.bruno, "Bruno Cambia"));
    await assign(person, "kine");
    await person.api.profiles.publish({ phone_listed: false });
    expect(await seen(person.id)).toMatchObject({ license_checked: false });
    expect(await outcome(person.api.cases.available({}))).toBe("ok");
    expect(await changeOf(person.id)).toBeUndefined();
    await person.api.profiles.update({ name: "Bruno Cambia", license_number: "MN 200" });
    expect(await seen(person.id)).toMatchObject({ license_checked: false });
    await elena.api.profileChanges.approve({ id: (await changeOf(person.id))!.id, is_checked: true });
    expect(await seen(person.id)).toMatchObject({ license_checked: true });
  });

  test("goes with a name that changed outside the role, and the role given back waits for a check of it as it stands", async () => {
    const kine = await checkedKine("MN 210");
    await assign(kine, "patient");
    await kine.api.profiles.update({ name: "Otra Persona" });
    await assign(kine, "kine");
    expect(await seen(kine.id)).toMatchObject({ name: "Otra Persona", license_checked: false });
    const change = (await changeOf(kine.id))!;
    expect(change).toMatchObject({
      name: "Otra Persona",
      asked_name: "Otra Persona",
      asked_license_number: "MN 210",
      standing: "declared",
    });
    await elena.api.profileChanges.approve({ id: change.id, is_checked: true });
    expect(await seen(kine.id)).toMatchObject({ license_checked: true });
  });

  test("stays with a role that was taken and given back, where nothing changed; what waited goes with the role", async () => {
    const kine = await checkedKine("MN 220");
    await kine.api.profiles.update({ name: "Nombre Nuevo" });
    await assign(kine, "patient");
    expect(await changeOf(kine.id)).toBeUndefined();
    await assign(kine, "kine");
    expect(await changeOf(kine.id)).toBeUndefined();
    expect(await seen(kine.id)).toMatchObject({ license_checked: true });
  });

  test("is in the lists of patients and admins for the checked, and for nobody else", async () => {
    const [kine, other] = [await checkedKine("MN 230"), await testApp.signUp(like(cast.bruno, "Bruno Otro"))];
    await assign(other, "kine");
    await other.api.profiles.publish({ phone_listed: false });
    for (const { items } of [await ana.api.profiles.specialists({}), await elena.api.profiles.kines({})]) {
      expect(items.find(({ id }) => id === kine.id)?.license_checked).toBe(true);
      expect(items.find(({ id }) => id === other.id)?.license_checked).toBe(false);
    }
  });
});

describe("the licence of a rejected request", () => {
  test("is free: somebody else registers with it, and the request cannot be taken up again", async () => {
    const impostor = await testApp.signUp(member("MN 300"));
    await confirmAddresses(testApp.db, impostor);
    expect(await testApp.anonymous.accounts.licenseAvailable({ license_number: "MN 300" })).toEqual({
      available: false,
    });
    const id = await applicationOf(impostor);
    await elena.api.kineApplications.reject({ id, reason: "No es suya." });
    expect(await testApp.anonymous.accounts.licenseAvailable({ license_number: "mn300" })).toEqual({ available: true });
    const owner = await testApp.approvedKine(member("MN 300"));
    expect(await seen(owner.id)).toMatchObject({ license_checked: true });
    const again = elena.api.kineApplications.reopen({ id });
    await expect(again).rejects.toThrow("Esta matrícula ya está registrada");
    expect((await impostor.api.accounts.me()).approval_status).toBe("rejected");
    expect(
      (await elena.api.kineApplications.list({ state: "decided" })).items.find((one) => one.id === id),
    ).toMatchObject({ status: "rejected", license_number: "MN 300", rejection_reason: "No es suya." });
  });

  test("comes back with a request that is taken up again, which is decided like a new one", async () => {
    const kine = await testApp.signUp(member("MN 310"));
    const id = await applicationOf(kine);
    await elena.api.kineApplications.reject({ id });
    await elena.api.adminViews.markSeen({ entity_type: "application", ids: [id] });
    expect(await elena.api.kineApplications.reopen({ id })).toEqual({ status: "pending" });
    expect(await outcome(elena.api.kineApplications.reopen({ id }))).toBe("NOT_REJECTED");
    expect((await kine.api.accounts.me()).approval_status).toBe("pending");
    expect(await applicationOf(kine)).toBe(id);
    expect(await outcome(testApp.signUp(member("MN 310")))).not.toBe("ok");
    await elena.api.kineApplications.approve({ id, is_checked: true });
    expect(await seenByAdmin(kine.id)).toMatchObject({ license_number: "MN 310", license_checked: true });
    expect((await eventsOf(kine)).map(({ event }) => event)).toEqual([
      "application_decided",
      "application_reopened",
      "application_decided",
    ]);
    expect(await outcome(elena.api.kineApplications.reopen({ id }))).toBe("NOT_REJECTED");
  });

  test("is free, too, when its person deletes the account before a decision", async () => {
    const kine = await testApp.signUp(member("MN 320"));
    await kine.api.accounts.delete();
    expect((await testApp.approvedKine(member("MN 320"))).id).toBeTruthy();
  });

  test("is taken up again by admins alone, in the database too", async () => {
    const kine = await testApp.signUp(member("MN 330"));
    const id = await applicationOf(kine);
    await elena.api.kineApplications.reject({ id });
    expect(await outcome(kine.api.kineApplications.reopen({ id }))).toBe("APPROVAL_PENDING");
    await expect(
      sql`update profiles set approval_status = 'pending' where id = ${kine.id}`.execute(testApp.db),
    ).rejects.toMatchObject({ constraint: "approval_decided_once" });
  });
});

test("the badge of unseen requests counts applications and changes that still wait, and none that was decided", async () => {
  const unseen = async () => (await elena.api.adminViews.unseen()).application;
  const kine = await checkedKine("MN 400");
  const before = await unseen();
  const applicant = await testApp.signUp(member("MN 401"));
  await kine.api.profiles.update({ name: "Nombre Nuevo" });
  expect(await unseen()).toBe(before + 2);
  await elena.api.kineApplications.reject({ id: await applicationOf(applicant) });
  expect(await unseen()).toBe(before + 1);
  const { id } = (await changeOf(kine.id))!;
  await elena.api.adminViews.markSeen({ entity_type: "application", ids: [id] });
  expect(await unseen()).toBe(before);
  await kine.api.profiles.update({ name: "Nombre Todavía Más Nuevo" });
  expect(await unseen()).toBe(before + 1);
  await elena.api.profileChanges.reject({ id: (await changeOf(kine.id))!.id });
  expect(await unseen()).toBe(before);
});
