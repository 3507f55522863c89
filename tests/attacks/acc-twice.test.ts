import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
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

describe("an admin who presses two 'No fui yo'", () => {
  test("leaves no specialist whom the intruder made one before the later one", async () => {
    const [admin, accomplice] = [await world.anotherAdmin(), await world.someone()];
    const earlier = new Date();
    await world.give(admin, accomplice, "kine");
    const later = new Date();
    await world.give(admin, accomplice, "admin");
    await world.disown(admin, later);
    await world.disown(admin, earlier);
    expect([await world.rolesOf(accomplice), await world.readsCases(accomplice)]).toEqual([["patient"], "NOT_ALLOWED"]);
  });

  test("leaves no specialist whom the intruder made one and a patient before the later one", async () => {
    const [admin, accomplice] = [await world.anotherAdmin(), await world.someone()];
    const earlier = new Date();
    await world.give(admin, accomplice, "kine");
    const later = new Date();
    await world.give(admin, accomplice, "patient");
    await world.disown(admin, later);
    await world.disown(admin, earlier);
    expect(await world.rolesOf(accomplice)).toEqual(["patient"]);
  });

  test.for(["later first", "earlier first"] as const)(
    "gives a specialist the role back whom the intruder made a patient between: %s",
    async (order) => {
      const [admin, kine] = [await world.anotherAdmin(), await world.specialist()];
      const earlier = new Date();
      await world.give(admin, kine, "patient");
      const later = new Date();
      await world.give(admin, kine, "admin");
      const both = order === "later first" ? [later, earlier] : [earlier, later];
      for (const since of both) await world.disown(admin, since);
      expect(await world.rolesOf(kine)).toEqual(["kine"]);
    },
  );

  test.for(["later first", "earlier first"] as const)(
    "leaves a specialist whom the intruder made a patient and a specialist again: %s",
    async (order) => {
      const [admin, kine] = [await world.anotherAdmin(), await world.specialist()];
      const earlier = new Date();
      await world.give(admin, kine, "patient");
      const later = new Date();
      await world.give(admin, kine, "kine");
      const both = order === "later first" ? [later, earlier] : [earlier, later];
      for (const since of both) await world.disown(admin, since);
      expect(await world.rolesOf(kine)).toEqual(["kine"]);
    },
  );

  test("leaves no specialist whom the owner had dismissed before both", async () => {
    const [admin, kine] = [await world.anotherAdmin(), await world.specialist()];
    await world.give(admin, kine, "patient");
    const earlier = new Date();
    await world.give(admin, kine, "kine");
    const later = new Date();
    await world.give(admin, kine, "admin");
    await world.disown(admin, later);
    await world.disown(admin, earlier);
    expect(await world.rolesOf(kine)).toEqual(["patient"]);
  });
});

test("a suspended admin whom the intruder let in again is no admin of three days who stays", async () => {
  const alone = await openTestApp();
  try {
    const owner = await alone.signIn(cast.elena);
    const suspended = await alone.signUp(like(cast.ana, "Suspendida Antes"));
    await confirmAddresses(alone.db, suspended);
    await world.give(owner, suspended, "admin");
    await ageAdmins(alone.db, owner, suspended);
    await owner.api.moderation.suspend({ id: suspended.id, reason: "Regala insignias" });
    await sql`delete from auth.undo_links`.execute(alone.db);
    await owner.api.moderation.restore({ id: suspended.id, reason: "Fue un error" });
    expect(await outcome(owner.api.accounts.delete())).toBe("LAST_ADMIN");
  } finally {
    await alone.close();
  }
});
