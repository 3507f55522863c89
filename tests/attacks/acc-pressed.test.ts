import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { newKine } from "../support/new-kine.ts";
import { openIntruded, type Intruded } from "./intruded.ts";
import { like, outcome, type Person } from "../support/people.ts";
import { requestOf } from "./reviewed-kines.ts";
import { confirmAddresses } from "../support/trust.ts";

let world: Intruded;
beforeAll(async () => {
  world = await openIntruded();
});
afterAll(() => world?.close());
beforeEach(() => world.confirm());

const isSuspended = async ({ id }: Person) =>
  (await world.testApp.db.selectFrom("profiles").select("suspended_at").where("id", "=", id).executeTakeFirstOrThrow())
    .suspended_at !== null;

describe("an accomplice who presses 'No fui yo' of their own account", () => {
  test("is no admin again after the owner's took that", async () => {
    const [admin, accomplice] = [await world.anotherAdmin(), await world.someone()];
    const before = new Date();
    await admin.api.accounts.assignRole({ user_id: accomplice.id, role: "admin" });
    // Their link is of later than that.
    const since = new Date();
    expect(await outcome(accomplice.api.accounts.assignRole({ user_id: accomplice.id, role: "admin" }))).toBe("ok");
    await world.disown(admin, before);
    expect(await world.rolesOf(accomplice)).toEqual(["patient"]);
    await world.disown(accomplice, since);
    expect(await world.rolesOf(accomplice)).toEqual(["patient"]);
  });

  test("launders no role that the intruder gave", async () => {
    const [admin, accomplice, friend] = [await world.anotherAdmin(), await world.someone(), await world.someone()];
    const before = new Date();
    await admin.api.accounts.assignRole({ user_id: accomplice.id, role: "admin" });
    await admin.api.accounts.assignRole({ user_id: friend.id, role: "kine" });
    const since = new Date();
    await accomplice.api.accounts.assignRole({ user_id: friend.id, role: "admin" });
    await world.disown(accomplice, since);
    expect(await world.rolesOf(friend)).toEqual(["kine"]);
    await world.disown(admin, before);
    expect(await world.rolesOf(friend)).toEqual(["patient"]);
  });

  test("stays suspended where the owner's suspended them again", async () => {
    const [admin, accomplice] = [await world.anotherAdmin(), await world.anotherAdmin()];
    await world.elena.api.moderation.suspend({ id: accomplice.id, reason: "Cobra por fuera" });
    const before = new Date();
    await admin.api.moderation.restore({ id: accomplice.id, reason: "Fue un error" });
    const since = new Date();
    const again = await world.testApp.signIn(world.memberOf(accomplice));
    expect(await outcome(again.api.accounts.assignRole({ user_id: accomplice.id, role: "admin" }))).toBe("ok");
    await world.disown(admin, before);
    expect(await isSuspended(accomplice)).toBe(true);
    await world.disown(accomplice, since);
    expect(await isSuspended(accomplice)).toBe(true);
  });
});

describe("a specialist whom an intruder admitted, after 'No fui yo'", () => {
  test("keeps the role that they had, whatever further links are pressed", async () => {
    const [admin, kine] = [
      await world.anotherAdmin(),
      await world.testApp.approvedKine(like(cast.carla, "Kine Vuelve", { license_number: "MN 73002" })),
    ];
    await admin.api.accounts.assignRole({ user_id: kine.id, role: "patient" });
    for (let times = 0; times < 2; times++) {
      await world.disown(admin);
      expect(await world.rolesOf(kine)).toEqual(["kine"]);
    }
  });

  test("keeps what another admin decided since, whatever further links are pressed", async () => {
    const admin = await world.anotherAdmin();
    const { id } = await world.elena.api.accounts.createKine(newKine({ password: undefined }));
    await sql`update kine_applications set approved_at = now() - interval '2 hours' where profile_id = ${id}`.execute(
      world.testApp.db,
    );
    await sql`update auth.users set created_at = now() - interval '2 hours' where id = ${id}`.execute(world.testApp.db);
    await admin.api.accounts.inviteAgain({ id });
    await world.disown(admin);
    const request = (await world.elena.api.kineApplications.list()).items.find(({ profile_id }) => profile_id === id)!;
    await world.elena.api.kineApplications.approve({ id: request.id });
    await world.disown(admin);
    const { status } = await world.testApp.db
      .selectFrom("kine_applications")
      .select("status")
      .where("profile_id", "=", id)
      .executeTakeFirstOrThrow();
    expect(status).toBe("approved");
  });

  test("is picked by nobody, and reads nothing of their patients", async () => {
    const [admin, ana, bea] = [await world.anotherAdmin(), await world.someone(), await world.someone()];
    const kine = await world.testApp.signUp(
      like(cast.carla, "Kine Apretada", { license_number: "MN 73001", phone: "+54 11 4444-7301" }),
    );
    await confirmAddresses(world.testApp.db, kine);
    await admin.api.kineApplications.approve({ id: (await requestOf(world.elena, kine)).id, is_checked: true });
    const applied = async (patient: Person) => {
      const { id: case_id } = await patient.api.cases.create({ title: "Rodilla", description: "Me duele al bajar" });
      return { case_id, id: (await kine.api.matches.apply({ case_id, message: "Puedo ayudarte" })).id };
    };
    const [picked, waiting] = [await applied(ana), await applied(bea)];
    await ana.api.matches.accept({ id: picked.id });
    await world.disown(admin);
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
