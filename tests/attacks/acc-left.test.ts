import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { takeRolesBack } from "../../app/domain/accounts/lost-admin.server.ts";
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

const rolesOf = async ({ id }: Person) =>
  (await testApp.db.selectFrom("user_roles").select("role").where("user_id", "=", id).execute()).map(
    ({ role }) => role,
  );
const disown = (admin: Person, since: Date) =>
  testApp.db.transaction().execute((tx) => takeRolesBack(testApp.app.services, tx, admin.id, since));
async function someone(): Promise<Person> {
  const person = await testApp.signUp(like(cast.ana, `Alguien Queda ${++round}`));
  await confirmAddresses(testApp.db, person);
  return person;
}
async function anotherAdmin(): Promise<Person> {
  const person = await someone();
  await elena.api.accounts.assignRole({ user_id: person.id, role: "admin" });
  await ageAdmins(testApp.db, person);
  return person;
}
async function specialist(): Promise<Person> {
  const license_number = `MN ${65_000 + ++round}`;
  const kine = await testApp.signUp(
    like(cast.carla, `Kine Queda ${round}`, { license_number, phone: `+54 11 4444-${9400 + round}` }),
  );
  await confirmAddresses(testApp.db, kine);
  await elena.api.kineApplications.approve({ id: (await requestOf(elena, kine)).id, is_checked: true });
  return kine;
}
const give = async (by: Person, { id }: Person, ...roles: ("patient" | "kine" | "admin")[]) => {
  for (const role of roles) await by.api.accounts.assignRole({ user_id: id, role });
};
const readsCases = (kine: Person) => outcome(kine.api.cases.available({}));

describe("'No fui yo' of an admin", () => {
  test.for([
    ["kine", "admin"],
    ["kine", "patient"],
    ["kine", "admin", "patient"],
  ] as const)("makes no specialist of a patient whom the intruder made %s", async (roles) => {
    const [admin, accomplice] = [await anotherAdmin(), await someone()];
    const since = new Date();
    await give(admin, accomplice, ...roles);
    await disown(admin, since);
    expect([await rolesOf(accomplice), await readsCases(accomplice)]).toEqual([["patient"], "NOT_ALLOWED"]);
  });

  test.for([["kine", "patient"], ["kine"], ["kine", "admin"]] as const)(
    "makes no specialist again of one whom somebody had dismissed, and the intruder made %s",
    async (roles) => {
      const [admin, dismissed] = [await anotherAdmin(), await specialist()];
      await give(elena, dismissed, "patient");
      const since = new Date();
      await give(admin, dismissed, ...roles);
      await disown(admin, since);
      expect([await rolesOf(dismissed), await readsCases(dismissed)]).toEqual([["patient"], "NOT_ALLOWED"]);
    },
  );

  test("leaves no specialist whom somebody else has dismissed since, whatever the intruder did before and after", async () => {
    const [admin, dismissed] = [await anotherAdmin(), await specialist()];
    const since = new Date();
    await give(admin, dismissed, "patient", "kine");
    await give(elena, dismissed, "patient");
    await give(admin, dismissed, "kine");
    await disown(admin, since);
    expect(await rolesOf(dismissed)).toEqual(["patient"]);
  });

  test.for([
    ["patient"],
    ["patient", "kine"],
    ["admin", "patient"],
    ["patient", "admin"],
    ["patient", "kine", "patient"],
  ] as const)("gives a specialist the role back whom the intruder made %s", async (roles) => {
    const [admin, kine] = [await anotherAdmin(), await specialist()];
    const since = new Date();
    await give(admin, kine, ...roles);
    await disown(admin, since);
    expect([await rolesOf(kine), await readsCases(kine)]).toEqual([["kine"], "ok"]);
  });

  test.for(["left", "was dismissed by two"] as const)(
    "takes back what a former admin gave whom the intruder made one again, and who %s",
    async (how) => {
      const [admin, former, other, third] = [
        await anotherAdmin(),
        await anotherAdmin(),
        await someone(),
        await someone(),
      ];
      await former.api.moderation.suspend({ id: other.id, reason: "Cobra por fuera" });
      await elena.api.accounts.assignRole({ user_id: former.id, role: "patient" });
      await sql`delete from auth.undo_links where user_id = ${former.id}`.execute(testApp.db);
      const since = new Date();
      const helper = await someone();
      await give(admin, helper, "admin");
      await give(admin, former, "admin");
      await give(former, third, "admin");
      if (how === "left") await former.api.accounts.delete();
      else {
        await give(admin, former, "patient");
        await give(helper, former, "patient");
      }
      await disown(admin, since);
      expect([await rolesOf(helper), await rolesOf(third)]).toEqual([["patient"], ["patient"]]);
    },
  );
});

test("an accomplice who let the owner in again once is no admin again by a 'No fui yo' of their own account", async () => {
  const [admin, first, second] = [await anotherAdmin(), await someone(), await someone()];
  const since = new Date();
  for (const person of [first, second]) await give(admin, person, "admin");
  const later = (time: string) =>
    sql`update user_roles set given_at = given_at - ${time}::interval where user_id in (${first.id}, ${second.id})`.execute(
      testApp.db,
    );
  const theirs = new Date();
  await later("80 hours");
  await second.api.moderation.suspend({ id: admin.id, reason: "Cuenta robada" });
  await first.api.moderation.restore({ id: admin.id, reason: "Fue un error" });
  await later("-80 hours");
  await disown(admin, since);
  expect(await rolesOf(first)).toEqual(["patient"]);
  await disown(first, theirs);
  expect([await rolesOf(first), await rolesOf(second)]).toEqual([["patient"], ["patient"]]);
});

test("'No fui yo' is not stopped where only accomplices administer: it takes the role from all but one", async () => {
  const alone = await openTestApp();
  try {
    const owner = await alone.signIn(cast.elena);
    const honest = await alone.signUp(like(cast.ana, "Honesta Sola"));
    const accomplices = [
      await alone.signUp(like(cast.ana, "Cómplice Una")),
      await alone.signUp(like(cast.ana, "Cómplice Dos")),
    ];
    await confirmAddresses(alone.db, honest, ...accomplices);
    await give(owner, honest, "admin");
    await ageAdmins(alone.db, owner, honest);
    const since = new Date();
    for (const accomplice of accomplices) await give(owner, accomplice, "admin");
    await give(honest, owner, "patient");
    await give(honest, honest, "patient");
    await alone.db.transaction().execute((tx) => takeRolesBack(alone.app.services, tx, owner.id, since));
    const { rows } = await sql`select from user_roles where role = 'admin'`.execute(alone.db);
    expect(rows).toHaveLength(1);
  } finally {
    await alone.close();
  }
});

test("nor where only suspended admins administer whom the intruder had let in again: one of them stays", async () => {
  const alone = await openTestApp();
  try {
    const owner = await alone.signIn(cast.elena);
    const honest = await alone.signUp(like(cast.ana, "Honesta Otra"));
    const friends = [await alone.signUp(like(cast.ana, "Amiga Una")), await alone.signUp(like(cast.ana, "Amiga Dos"))];
    await confirmAddresses(alone.db, honest, ...friends);
    for (const person of [honest, ...friends]) await give(owner, person, "admin");
    await ageAdmins(alone.db, owner, honest, ...friends);
    for (const { id } of friends) await honest.api.moderation.suspend({ id, reason: "Regalan insignias" });
    const since = new Date();
    for (const { id } of friends) await owner.api.moderation.restore({ id, reason: "Fue un error" });
    await give(honest, owner, "patient");
    await give(honest, honest, "patient");
    await alone.db.transaction().execute((tx) => takeRolesBack(alone.app.services, tx, owner.id, since));
    const { rows } = await sql`select from suspensions where restored_at is null`.execute(alone.db);
    expect(rows).toHaveLength(1);
  } finally {
    await alone.close();
  }
});

test("the only admin of three days does not delete the account, whoever was made one since", async () => {
  const alone = await openTestApp();
  try {
    const owner = await alone.signIn(cast.elena);
    const accomplice = await alone.signUp(like(cast.ana, "Cómplice Nuevo"));
    await confirmAddresses(alone.db, accomplice);
    await owner.api.accounts.assignRole({ user_id: accomplice.id, role: "admin" });
    expect(await outcome(owner.api.accounts.delete())).toBe("LAST_ADMIN");
    await owner.api.accounts.assignRole({ user_id: owner.id, role: "patient" });
    expect(await outcome(owner.api.accounts.delete())).toBe("LAST_ADMIN");
  } finally {
    await alone.close();
  }
});
