import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { withdrawInvitations } from "../../app/auth/flows/invitations.server.ts";
import { cast } from "../../app/demo/cast.ts";
import { takeRolesBack } from "../../app/domain/accounts/lost-admin.server.ts";
import { replayDeletions } from "../../app/domain/deletions/replay-deletions.server.ts";
import { writeTombstones } from "../../app/platform/storage/tombstones.server.ts";
import { like, outcome, type Person } from "../support/people.ts";
import { newKine } from "../support/new-kine.ts";
import { requestOf } from "./reviewed-kines.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { ageAdmins, confirmAddresses } from "../support/trust.ts";

let testApp: TestApp;
let elena: Person;
let ana: Person;
let round = 0;
beforeAll(async () => {
  testApp = await openTestApp();
  [elena, ana] = [await testApp.signIn(cast.elena), await testApp.signUp(cast.ana)];
  await confirmAddresses(testApp.db, ana);
  await ageAdmins(testApp.db, elena);
});
afterAll(() => testApp?.close());
beforeEach(async () => {
  await elena.api.accounts.confirmPassword({ password: cast.elena.password });
});

const rolesOf = async ({ id }: Person) =>
  (await testApp.db.selectFrom("user_roles").select("role").where("user_id", "=", id).execute()).map(
    ({ role }) => role,
  );
const disown = (admin: Person, since = new Date(Date.now() - 3_600_000)) =>
  testApp.db.transaction().execute((tx) => takeRolesBack(testApp.app.services, tx, admin.id, since));
async function someone(): Promise<Person> {
  const person = await testApp.signUp(like(cast.ana, `Alguien Admitida ${++round}`));
  await confirmAddresses(testApp.db, person);
  return person;
}
/** An admin of long standing. */
async function anotherAdmin(): Promise<Person> {
  const person = await someone();
  await elena.api.accounts.assignRole({ user_id: person.id, role: "admin" });
  await ageAdmins(testApp.db, person);
  return person;
}
async function applicant(): Promise<Person> {
  const license_number = `MN ${62_000 + ++round}`;
  const kine = await testApp.signUp(
    like(cast.carla, `Kine Admitida ${round}`, { license_number, phone: `+54 11 4444-${9000 + round}` }),
  );
  await confirmAddresses(testApp.db, kine);
  return kine;
}
const admit = async (admin: Person, kine: Person, is_checked = false) =>
  admin.api.kineApplications.approve({ id: (await requestOf(elena, kine)).id, is_checked });
const suspendedAt = async ({ id }: Person) =>
  (await testApp.db.selectFrom("profiles").select("suspended_at").where("id", "=", id).executeTakeFirstOrThrow())
    .suspended_at;
const readsCases = (kine: Person) => outcome(kine.api.cases.available({}));
const isListed = async ({ id }: Person) =>
  (await sql`select from directory where kine_id = ${id} and listed`.execute(testApp.db)).rows.length > 0;
const reportsOf = async ({ id }: Person) =>
  (await elena.api.reports.list({ state: "open" })).items.filter(
    ({ subject_id, reason }) => subject_id === id && reason === "false_licence",
  ).length;

describe("whom an intruder at an admin's session admitted, after 'No fui yo'", () => {
  test("waits for an admission again, with a check and without, and reads no case", async () => {
    const admin = await anotherAdmin();
    const [unchecked, checked, honest] = [await applicant(), await applicant(), await applicant()];
    await admit(admin, unchecked);
    await admit(admin, checked, true);
    await admit(elena, honest);
    await disown(admin);
    for (const kine of [unchecked, checked]) {
      expect([await readsCases(kine), await isListed(kine)]).toEqual(["APPROVAL_PENDING", false]);
      expect((await requestOf(elena, kine)).status).toBe("pending");
    }
    expect([await readsCases(honest), await isListed(honest)]).toEqual(["ok", true]);
    await admit(elena, unchecked);
    expect([await readsCases(unchecked), await isListed(unchecked)]).toEqual(["ok", true]);
  });

  test("waits again, too, where they were invited by somebody whose invitations had been withdrawn", async () => {
    const [former, admin] = [await anotherAdmin(), await anotherAdmin()];
    const ids: string[] = [];
    for (const kine of [newKine({ password: undefined }), newKine({ password: undefined })])
      ids.push((await former.api.accounts.createKine(kine)).id);
    await elena.api.accounts.assignRole({ user_id: former.id, role: "patient" });
    const earlier = sql`now() - interval '2 hours'`;
    await sql`update kine_applications set approved_at = ${earlier} where profile_id = any(${ids}::uuid[])`.execute(
      testApp.db,
    );
    await sql`update auth.users set created_at = ${earlier} where id = any(${ids}::uuid[])`.execute(testApp.db);
    for (const id of ids) await admin.api.accounts.inviteAgain({ id });
    // The first accepts.
    await sql`update auth.users set terms_due = false, claimed_at = now(), invited_by = null where id = ${ids[0]}`.execute(
      testApp.db,
    );
    await testApp.db.transaction().execute((tx) => withdrawInvitations(tx, admin.id, new Date(Date.now() - 3_600_000)));
    await disown(admin);
    const { rows } = await sql<{ status: string; invited_by: string | null }>`
      select a.status::text as status, u.invited_by from kine_applications a join auth.users u on u.id = a.profile_id
      where u.id = any(${ids}::uuid[])`.execute(testApp.db);
    expect(rows).toEqual([
      { status: "pending", invited_by: null },
      { status: "pending", invited_by: null },
    ]);
  });

  test("is reported where they got another name", async () => {
    const [admin, kine, other] = [await anotherAdmin(), await applicant(), await applicant()];
    for (const each of [kine, other]) {
      await admit(elena, each);
      await each.api.profiles.update({ name: "Nombre Ajeno" });
    }
    const changes = (await elena.api.profileChanges.list({})).items;
    const changeOf = ({ id }: Person) => ({ id: changes.find(({ kine_id }) => kine_id === id)!.id });
    await admin.api.profileChanges.approve(changeOf(kine));
    await elena.api.profileChanges.approve(changeOf(other));
    await disown(admin);
    expect([await reportsOf(kine), await reportsOf(other)]).toEqual([1, 0]);
  });
});

describe("'No fui yo' of an admin", () => {
  test.for(["suspended", "dismissed"] as const)(
    "takes back what was given where somebody else has %s the account first",
    async (how) => {
      const [admin, accomplice, friend, kine] = [
        await anotherAdmin(),
        await someone(),
        await someone(),
        await applicant(),
      ];
      await elena.api.moderation.suspend({ id: friend.id, reason: "Cobra por fuera" });
      await admin.api.accounts.assignRole({ user_id: accomplice.id, role: "admin" });
      await admin.api.moderation.restore({ id: friend.id, reason: "Fue un error" });
      await admit(admin, kine, true);
      if (how === "suspended") await elena.api.moderation.suspend({ id: admin.id, reason: "Cuenta robada" });
      else await elena.api.accounts.assignRole({ user_id: admin.id, role: "patient" });
      await disown(admin);
      expect([await rolesOf(accomplice), await readsCases(kine), await reportsOf(kine)]).toEqual([
        ["patient"],
        "APPROVAL_PENDING",
        1,
      ]);
      expect(await suspendedAt(friend)).not.toBeNull();
      // What the other admin decided stands.
      expect([await rolesOf(admin), (await suspendedAt(admin)) !== null]).toEqual(
        how === "suspended" ? [["admin"], true] : [["patient"], false],
      );
    },
  );

  test("works where two whom the intruder made admins took the role, one after the other", async () => {
    const [admin, first, second] = [await anotherAdmin(), await someone(), await someone()];
    const since = new Date();
    for (const { id } of [first, second]) await admin.api.accounts.assignRole({ user_id: id, role: "admin" });
    const later = (time: string) =>
      sql`update user_roles set given_at = given_at - ${time}::interval where user_id in (${first.id}, ${second.id})`.execute(
        testApp.db,
      );
    await later("80 hours");
    for (const { api } of [first, second]) await api.accounts.assignRole({ user_id: admin.id, role: "patient" });
    await later("-80 hours");
    await disown(admin, since);
    expect([await rolesOf(first), await rolesOf(second), await rolesOf(admin)]).toEqual([
      ["patient"],
      ["patient"],
      ["admin"],
    ]);
  });

  test("waits for what an accomplice is doing", async () => {
    const [admin, first, second] = [await anotherAdmin(), await someone(), await someone()];
    await admin.api.accounts.assignRole({ user_id: first.id, role: "admin" });
    const pending = await testApp.db.transaction().execute(async (tx) => {
      await sql`select from profiles where id = ${second.id} for update`.execute(tx);
      const giving = outcome(first.api.accounts.assignRole({ user_id: second.id, role: "admin" }));
      await expect
        .poll(async () => (await sql`select from pg_locks where not granted`.execute(testApp.db)).rows.length)
        .toBeGreaterThan(0);
      const disowning = disown(admin);
      await new Promise((resolve) => setTimeout(resolve, 500));
      return [giving, disowning];
    });
    await Promise.all(pending);
    expect([await rolesOf(first), await rolesOf(second)]).toEqual([["patient"], ["patient"]]);
  });
});

test("an older copy gives no admin back by the link of a dismissal that two admins decided", async () => {
  const [taker, dismissed, suspended] = [await anotherAdmin(), await anotherAdmin(), await anotherAdmin()];
  for (const { id } of [dismissed, suspended]) await taker.api.accounts.assignRole({ user_id: id, role: "patient" });
  const links = async () =>
    (
      await sql<{ row: string }>`select to_jsonb(l)::text as row from auth.undo_links l
        where kind = 'admin' and user_id in (${dismissed.id}, ${suspended.id})`.execute(testApp.db)
    ).rows;
  const copied = await links();
  expect(copied).toHaveLength(2);
  await elena.api.accounts.assignRole({ user_id: dismissed.id, role: "patient" });
  await elena.api.moderation.suspend({ id: suspended.id, reason: "Se fue del equipo" });
  expect(await links()).toEqual([]);
  await writeTombstones(testApp.app.services);
  await testApp.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    for (const { row } of copied)
      await sql`insert into auth.undo_links select * from jsonb_populate_record(null::auth.undo_links, ${row}::jsonb)`.execute(
        tx,
      );
    await sql`delete from suspensions where user_id = ${suspended.id}`.execute(tx);
    await sql`update profiles set suspended_at = null where id = ${suspended.id}`.execute(tx);
    await sql`delete from deletions`.execute(tx);
  });
  await replayDeletions(testApp.app.services);
  expect(await links()).toEqual([]);
});
