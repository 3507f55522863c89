import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { takeRolesBack } from "../../app/domain/accounts/lost-admin.server.ts";
import { openTestApp } from "../support/test-app.ts";
import { openIntruded, type Intruded } from "./intruded.ts";
import { like, outcome } from "../support/people.ts";
import { ageAdmins, confirmAddresses } from "../support/trust.ts";

let world: Intruded;
beforeAll(async () => {
  world = await openIntruded();
});
afterAll(() => world?.close());
beforeEach(() => world.confirm());

describe("'No fui yo' of an admin", () => {
  test.for([
    ["kine", "admin"],
    ["kine", "patient"],
    ["kine", "admin", "patient"],
  ] as const)("makes no specialist of a patient whom the intruder made %s", async (roles) => {
    const [admin, accomplice] = [await world.anotherAdmin(), await world.someone()];
    const since = new Date();
    await world.give(admin, accomplice, ...roles);
    await world.disown(admin, since);
    expect([await world.rolesOf(accomplice), await world.readsCases(accomplice)]).toEqual([["patient"], "NOT_ALLOWED"]);
  });

  test.for([["kine", "patient"], ["kine"], ["kine", "admin"]] as const)(
    "makes no specialist again of one whom somebody had dismissed, and the intruder made %s",
    async (roles) => {
      const [admin, dismissed] = [await world.anotherAdmin(), await world.specialist()];
      await world.give(world.elena, dismissed, "patient");
      const since = new Date();
      await world.give(admin, dismissed, ...roles);
      await world.disown(admin, since);
      expect([await world.rolesOf(dismissed), await world.readsCases(dismissed)]).toEqual([["patient"], "NOT_ALLOWED"]);
    },
  );

  test("leaves no specialist whom somebody else has dismissed since, whatever the intruder did before and after", async () => {
    const [admin, dismissed] = [await world.anotherAdmin(), await world.specialist()];
    const since = new Date();
    await world.give(admin, dismissed, "patient", "kine");
    await world.give(world.elena, dismissed, "patient");
    await world.give(admin, dismissed, "kine");
    await world.disown(admin, since);
    expect(await world.rolesOf(dismissed)).toEqual(["patient"]);
  });

  test.for([
    ["patient"],
    ["patient", "kine"],
    ["admin", "patient"],
    ["patient", "admin"],
    ["patient", "kine", "patient"],
  ] as const)("gives a specialist the role back whom the intruder made %s", async (roles) => {
    const [admin, kine] = [await world.anotherAdmin(), await world.specialist()];
    const since = new Date();
    await world.give(admin, kine, ...roles);
    await world.disown(admin, since);
    expect([await world.rolesOf(kine), await world.readsCases(kine)]).toEqual([["kine"], "ok"]);
  });

  test.for(["left", "was dismissed by two"] as const)(
    "takes back what a former admin gave whom the intruder made one again, and who %s",
    async (how) => {
      const [admin, former, other, third] = [
        await world.anotherAdmin(),
        await world.anotherAdmin(),
        await world.someone(),
        await world.someone(),
      ];
      await former.api.moderation.suspend({ id: other.id, reason: "Cobra por fuera" });
      await world.elena.api.accounts.assignRole({ user_id: former.id, role: "patient" });
      await sql`delete from auth.undo_links where user_id = ${former.id}`.execute(world.testApp.db);
      const since = new Date();
      const helper = await world.someone();
      await world.give(admin, helper, "admin");
      await world.give(admin, former, "admin");
      await world.give(former, third, "admin");
      if (how === "left") await former.api.accounts.delete();
      else {
        await world.give(admin, former, "patient");
        await world.give(helper, former, "patient");
      }
      await world.disown(admin, since);
      expect([await world.rolesOf(helper), await world.rolesOf(third)]).toEqual([["patient"], ["patient"]]);
    },
  );
});

test("an accomplice who let the owner in again once is no admin again by a 'No fui yo' of their own account", async () => {
  const [admin, first, second] = [await world.anotherAdmin(), await world.someone(), await world.someone()];
  const since = new Date();
  for (const person of [first, second]) await world.give(admin, person, "admin");
  const later = (time: string) =>
    sql`update user_roles set given_at = given_at - ${time}::interval where user_id in (${first.id}, ${second.id})`.execute(
      world.testApp.db,
    );
  const theirs = new Date();
  await later("80 hours");
  await second.api.moderation.suspend({ id: admin.id, reason: "Cuenta robada" });
  await first.api.moderation.restore({ id: admin.id, reason: "Fue un error" });
  await later("-80 hours");
  await world.disown(admin, since);
  expect(await world.rolesOf(first)).toEqual(["patient"]);
  await world.disown(first, theirs);
  expect([await world.rolesOf(first), await world.rolesOf(second)]).toEqual([["patient"], ["patient"]]);
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
    await world.give(owner, honest, "admin");
    await ageAdmins(alone.db, owner, honest);
    const since = new Date();
    for (const accomplice of accomplices) await world.give(owner, accomplice, "admin");
    await world.give(honest, owner, "patient");
    await world.give(honest, honest, "patient");
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
    for (const person of [honest, ...friends]) await world.give(owner, person, "admin");
    await ageAdmins(alone.db, owner, honest, ...friends);
    for (const { id } of friends) await honest.api.moderation.suspend({ id, reason: "Regalan insignias" });
    const since = new Date();
    for (const { id } of friends) await owner.api.moderation.restore({ id, reason: "Fue un error" });
    await world.give(honest, owner, "patient");
    await world.give(honest, honest, "patient");
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
