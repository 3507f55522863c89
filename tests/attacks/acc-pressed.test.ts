import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { cast, type CastMember } from "../../app/demo/cast.ts";
import { takeRolesBack } from "../../app/domain/accounts/lost-admin.server.ts";
import { newKine } from "../support/new-kine.ts";
import { like, outcome, type Person } from "../support/people.ts";
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

const HOUR_MS = 3_600_000;
const rolesOf = async ({ id }: Person) =>
  (await testApp.db.selectFrom("user_roles").select("role").where("user_id", "=", id).execute()).map(
    ({ role }) => role,
  );
const isSuspended = async ({ id }: Person) =>
  (await testApp.db.selectFrom("profiles").select("suspended_at").where("id", "=", id).executeTakeFirstOrThrow())
    .suspended_at !== null;
const disown = (admin: Person, since = new Date(Date.now() - HOUR_MS)) =>
  testApp.db.transaction().execute((tx) => takeRolesBack(testApp.app.services, tx, admin.id, since));
const membersOf = new Map<string, CastMember>();
async function someone(): Promise<Person> {
  const member = like(cast.ana, `Alguien Apretada ${++round}`);
  const person = await testApp.signUp(member);
  membersOf.set(person.id, member);
  await confirmAddresses(testApp.db, person);
  return person;
}
async function anotherAdmin(): Promise<Person> {
  const person = await someone();
  await elena.api.accounts.assignRole({ user_id: person.id, role: "admin" });
  await ageAdmins(testApp.db, person);
  return person;
}

describe("an accomplice who presses 'No fui yo' of their own account", () => {
  test("is no admin again after the owner's took that", async () => {
    const [admin, accomplice] = [await anotherAdmin(), await someone()];
    const before = new Date();
    await admin.api.accounts.assignRole({ user_id: accomplice.id, role: "admin" });
    // Their link is of later than that.
    const since = new Date();
    expect(await outcome(accomplice.api.accounts.assignRole({ user_id: accomplice.id, role: "admin" }))).toBe("ok");
    await disown(admin, before);
    expect(await rolesOf(accomplice)).toEqual(["patient"]);
    await disown(accomplice, since);
    expect(await rolesOf(accomplice)).toEqual(["patient"]);
  });

  test("launders no role that the intruder gave", async () => {
    const [admin, accomplice, friend] = [await anotherAdmin(), await someone(), await someone()];
    const before = new Date();
    await admin.api.accounts.assignRole({ user_id: accomplice.id, role: "admin" });
    await admin.api.accounts.assignRole({ user_id: friend.id, role: "kine" });
    const since = new Date();
    await accomplice.api.accounts.assignRole({ user_id: friend.id, role: "admin" });
    await disown(accomplice, since);
    expect(await rolesOf(friend)).toEqual(["kine"]);
    await disown(admin, before);
    expect(await rolesOf(friend)).toEqual(["patient"]);
  });

  test("stays suspended where the owner's suspended them again", async () => {
    const [admin, accomplice] = [await anotherAdmin(), await anotherAdmin()];
    await elena.api.moderation.suspend({ id: accomplice.id, reason: "Cobra por fuera" });
    const before = new Date();
    await admin.api.moderation.restore({ id: accomplice.id, reason: "Fue un error" });
    const since = new Date();
    const again = await testApp.signIn(membersOf.get(accomplice.id)!);
    expect(await outcome(again.api.accounts.assignRole({ user_id: accomplice.id, role: "admin" }))).toBe("ok");
    await disown(admin, before);
    expect(await isSuspended(accomplice)).toBe(true);
    await disown(accomplice, since);
    expect(await isSuspended(accomplice)).toBe(true);
  });
});

describe("a specialist whom an intruder admitted, after 'No fui yo'", () => {
  test("keeps the role that they had, whatever further links are pressed", async () => {
    const [admin, kine] = [
      await anotherAdmin(),
      await testApp.approvedKine(like(cast.carla, "Kine Vuelve", { license_number: "MN 73002" })),
    ];
    await admin.api.accounts.assignRole({ user_id: kine.id, role: "patient" });
    for (let times = 0; times < 2; times++) {
      await disown(admin);
      expect(await rolesOf(kine)).toEqual(["kine"]);
    }
  });

  test("keeps what another admin decided since, whatever further links are pressed", async () => {
    const admin = await anotherAdmin();
    const { id } = await elena.api.accounts.createKine(newKine({ password: undefined }));
    await sql`update kine_applications set approved_at = now() - interval '2 hours' where profile_id = ${id}`.execute(
      testApp.db,
    );
    await sql`update auth.users set created_at = now() - interval '2 hours' where id = ${id}`.execute(testApp.db);
    await admin.api.accounts.inviteAgain({ id });
    await disown(admin);
    const request = (await elena.api.kineApplications.list()).items.find(({ profile_id }) => profile_id === id)!;
    await elena.api.kineApplications.approve({ id: request.id });
    await disown(admin);
    const { status } = await testApp.db
      .selectFrom("kine_applications")
      .select("status")
      .where("profile_id", "=", id)
      .executeTakeFirstOrThrow();
    expect(status).toBe("approved");
  });

  test("is picked by nobody, and reads nothing of their patients", async () => {
    const [admin, ana, bea] = [await anotherAdmin(), await someone(), await someone()];
    const kine = await testApp.signUp(
      like(cast.carla, `Kine Apretada ${++round}`, { license_number: "MN 73001", phone: "+54 11 4444-7301" }),
    );
    await confirmAddresses(testApp.db, kine);
    await admin.api.kineApplications.approve({ id: (await requestOf(elena, kine)).id, is_checked: true });
    const applied = async (patient: Person) => {
      const { id: case_id } = await patient.api.cases.create({ title: "Rodilla", description: "Me duele al bajar" });
      return { case_id, id: (await kine.api.matches.apply({ case_id, message: "Puedo ayudarte" })).id };
    };
    const [picked, waiting] = [await applied(ana), await applied(bea)];
    await ana.api.matches.accept({ id: picked.id });
    await disown(admin);
    expect(await outcome(bea.api.matches.accept({ id: waiting.id }))).not.toBe("ok");
    expect((await bea.api.cases.applications({ case_id: waiting.case_id })).items).toEqual([]);
    expect((await bea.api.notifications.list({})).items.map(({ kind }) => kind)).not.toContain("application_received");
    for (const [name, reading] of Object.entries({
      measures: () => kine.api.measures.list({ case_id: picked.case_id }),
      treatment: () => kine.api.treatments.read({ match_id: picked.id }),
      sheet: () => kine.api.treatments.sheet({ match_id: picked.id }),
      conversation: () => kine.api.conversations.read({ id: picked.id }),
      message: () => kine.api.conversations.send({ id: picked.id, body: "Hola" }),
      waiting: () => kine.api.conversations.read({ id: waiting.id }),
    }))
      expect([name, await outcome(reading())]).not.toEqual([name, "ok"]);
    const { upcoming, past, partners } = await kine.api.bookings.mine();
    expect([upcoming, past, partners]).toMatchObject([[], [], []]);
  });
});
