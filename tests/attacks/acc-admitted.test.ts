import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { withdrawInvitations } from "../../app/auth/flows/invitations.server.ts";
import { replayDeletions } from "../../app/domain/deletions/replay-deletions.server.ts";
import { writeTombstones } from "../../app/platform/storage/tombstones.server.ts";
import { openIntruded, type Intruded } from "./intruded.ts";
import { outcome, type Person } from "../support/people.ts";
import { newKine } from "../support/new-kine.ts";
import { requestOf } from "./reviewed-kines.ts";

let world: Intruded;
beforeAll(async () => {
  world = await openIntruded();
});
afterAll(() => world?.close());
beforeEach(() => world.confirm());

const suspendedAt = async ({ id }: Person) =>
  (await world.testApp.db.selectFrom("profiles").select("suspended_at").where("id", "=", id).executeTakeFirstOrThrow())
    .suspended_at;
const isListed = async ({ id }: Person) =>
  (await sql`select from directory where kine_id = ${id} and listed`.execute(world.testApp.db)).rows.length > 0;
const reportsOf = async ({ id }: Person) =>
  (await world.elena.api.reports.list({ state: "open" })).items.filter(
    ({ subject_id, reason }) => subject_id === id && reason === "false_licence",
  ).length;

describe("whom an intruder at an admin's session admitted, after 'No fui yo'", () => {
  test("waits for an admission again, with a check and without, and reads no case", async () => {
    const admin = await world.anotherAdmin();
    const [unchecked, checked, honest] = [await world.applicant(), await world.applicant(), await world.applicant()];
    await world.admit(admin, unchecked);
    await world.admit(admin, checked, true);
    await world.admit(world.elena, honest);
    await world.disown(admin);
    for (const kine of [unchecked, checked]) {
      expect([await world.readsCases(kine), await isListed(kine)]).toEqual(["APPROVAL_PENDING", false]);
      expect((await requestOf(world.elena, kine)).status).toBe("pending");
    }
    expect([await world.readsCases(honest), await isListed(honest)]).toEqual(["ok", true]);
    await world.admit(world.elena, unchecked);
    expect([await world.readsCases(unchecked), await isListed(unchecked)]).toEqual(["ok", true]);
  });

  test("waits again, too, where they were invited by somebody whose invitations had been withdrawn", async () => {
    const [former, admin] = [await world.anotherAdmin(), await world.anotherAdmin()];
    const ids: string[] = [];
    for (const kine of [newKine({ password: undefined }), newKine({ password: undefined })])
      ids.push((await former.api.accounts.createKine(kine)).id);
    await world.elena.api.accounts.assignRole({ user_id: former.id, role: "patient" });
    const earlier = sql`now() - interval '2 hours'`;
    await sql`update kine_applications set approved_at = ${earlier} where profile_id = any(${ids}::uuid[])`.execute(
      world.testApp.db,
    );
    await sql`update auth.users set created_at = ${earlier} where id = any(${ids}::uuid[])`.execute(world.testApp.db);
    for (const id of ids) await admin.api.accounts.inviteAgain({ id });
    // The first accepts.
    await sql`update auth.users set terms_due = false, claimed_at = now(), invited_by = null where id = ${ids[0]}`.execute(
      world.testApp.db,
    );
    await world.testApp.db
      .transaction()
      .execute((tx) => withdrawInvitations(tx, admin.id, new Date(Date.now() - 3_600_000)));
    await world.disown(admin);
    const { rows } = await sql<{ status: string; invited_by: string | null }>`
      select a.status::text as status, u.invited_by from kine_applications a join auth.users u on u.id = a.profile_id
      where u.id = any(${ids}::uuid[])`.execute(world.testApp.db);
    expect(rows).toEqual([
      { status: "pending", invited_by: null },
      { status: "pending", invited_by: null },
    ]);
  });

  test("is reported where they got another name", async () => {
    const [admin, kine, other] = [await world.anotherAdmin(), await world.applicant(), await world.applicant()];
    for (const each of [kine, other]) {
      await world.admit(world.elena, each);
      await each.api.profiles.update({ name: "Nombre Ajeno" });
    }
    const changes = (await world.elena.api.profileChanges.list({})).items;
    const changeOf = ({ id }: Person) => ({ id: changes.find(({ kine_id }) => kine_id === id)!.id });
    await admin.api.profileChanges.approve(changeOf(kine));
    await world.elena.api.profileChanges.approve(changeOf(other));
    await world.disown(admin);
    expect([await reportsOf(kine), await reportsOf(other)]).toEqual([1, 0]);
  });
});

describe("'No fui yo' of an admin", () => {
  test.for(["suspended", "dismissed"] as const)(
    "takes back what was given where somebody else has %s the account first",
    async (how) => {
      const [admin, accomplice, friend, kine] = [
        await world.anotherAdmin(),
        await world.someone(),
        await world.someone(),
        await world.applicant(),
      ];
      await world.elena.api.moderation.suspend({ id: friend.id, reason: "Cobra por fuera" });
      await admin.api.accounts.assignRole({ user_id: accomplice.id, role: "admin" });
      await admin.api.moderation.restore({ id: friend.id, reason: "Fue un error" });
      await world.admit(admin, kine, true);
      if (how === "suspended") await world.elena.api.moderation.suspend({ id: admin.id, reason: "Cuenta robada" });
      else await world.elena.api.accounts.assignRole({ user_id: admin.id, role: "patient" });
      await world.disown(admin);
      expect([await world.rolesOf(accomplice), await world.readsCases(kine), await reportsOf(kine)]).toEqual([
        ["patient"],
        "APPROVAL_PENDING",
        1,
      ]);
      expect(await suspendedAt(friend)).not.toBeNull();
      // What the other admin decided stands.
      expect([await world.rolesOf(admin), (await suspendedAt(admin)) !== null]).toEqual(
        how === "suspended" ? [["admin"], true] : [["patient"], false],
      );
    },
  );

  test("works where two whom the intruder made admins took the role, one after the other", async () => {
    const [admin, first, second] = [await world.anotherAdmin(), await world.someone(), await world.someone()];
    const since = new Date();
    for (const { id } of [first, second]) await admin.api.accounts.assignRole({ user_id: id, role: "admin" });
    const later = (time: string) =>
      sql`update user_roles set given_at = given_at - ${time}::interval where user_id in (${first.id}, ${second.id})`.execute(
        world.testApp.db,
      );
    await later("80 hours");
    for (const { api } of [first, second]) await api.accounts.assignRole({ user_id: admin.id, role: "patient" });
    await later("-80 hours");
    await world.disown(admin, since);
    expect([await world.rolesOf(first), await world.rolesOf(second), await world.rolesOf(admin)]).toEqual([
      ["patient"],
      ["patient"],
      ["admin"],
    ]);
  });

  test("waits for what an accomplice is doing", async () => {
    const [admin, first, second] = [await world.anotherAdmin(), await world.someone(), await world.someone()];
    await admin.api.accounts.assignRole({ user_id: first.id, role: "admin" });
    const pending = await world.testApp.db.transaction().execute(async (tx) => {
      await sql`select from profiles where id = ${second.id} for update`.execute(tx);
      const giving = outcome(first.api.accounts.assignRole({ user_id: second.id, role: "admin" }));
      await expect
        .poll(async () => (await sql`select from pg_locks where not granted`.execute(world.testApp.db)).rows.length)
        .toBeGreaterThan(0);
      const disowning = world.disown(admin);
      await new Promise((resolve) => setTimeout(resolve, 500));
      return [giving, disowning];
    });
    await Promise.all(pending);
    expect([await world.rolesOf(first), await world.rolesOf(second)]).toEqual([["patient"], ["patient"]]);
  });
});

test("an older copy gives no admin back by the link of a dismissal that two admins decided", async () => {
  const [taker, dismissed, suspended] = [
    await world.anotherAdmin(),
    await world.anotherAdmin(),
    await world.anotherAdmin(),
  ];
  for (const { id } of [dismissed, suspended]) await taker.api.accounts.assignRole({ user_id: id, role: "patient" });
  const links = async () =>
    (
      await sql<{ row: string }>`select to_jsonb(l)::text as row from auth.undo_links l
        where kind = 'admin' and user_id in (${dismissed.id}, ${suspended.id})`.execute(world.testApp.db)
    ).rows;
  const copied = await links();
  expect(copied).toHaveLength(2);
  await world.elena.api.accounts.assignRole({ user_id: dismissed.id, role: "patient" });
  await world.elena.api.moderation.suspend({ id: suspended.id, reason: "Se fue del equipo" });
  expect(await links()).toEqual([]);
  await writeTombstones(world.testApp.app.services);
  await world.testApp.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    for (const { row } of copied)
      await sql`insert into auth.undo_links select * from jsonb_populate_record(null::auth.undo_links, ${row}::jsonb)`.execute(
        tx,
      );
    await sql`delete from suspensions where user_id = ${suspended.id}`.execute(tx);
    await sql`update profiles set suspended_at = null where id = ${suspended.id}`.execute(tx);
    await sql`delete from deletions`.execute(tx);
  });
  await replayDeletions(world.testApp.app.services);
  expect(await links()).toEqual([]);
});
