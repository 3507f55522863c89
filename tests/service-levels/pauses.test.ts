import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listOf } from "../../app/domain/notifications/notifications.server.ts";
import { outcome, type Person } from "../support/people.ts";
import { type LevelsApp, openLevelsApp } from "./levels-app.ts";

let app: LevelsApp;
let ana: Person;
let carla: Person;
const PLACE = "Caballito";
const inDays = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toLocaleDateString("sv", { timeZone: "America/Argentina/Buenos_Aires" });

beforeAll(async () => {
  app = await openLevelsApp();
  ana = await app.patient(PLACE);
  carla = await app.kine(PLACE);
});
afterAll(() => app?.close());

const isTold = async () => (await listOf(app.db, carla.id)).some(({ kind }) => kind === "case_in_zone");
const invited = async (id: string) => outcome(ana.api.cases.invite({ id, kine_id: carla.id }));

test("a specialist in a pause is neither alerted nor invited, applies by their own act, and is back the day after its last", async () => {
  expect(await outcome(carla.api.profiles.pause({ until: inDays(-1) }))).toBe("BAD_INPUT");
  expect(await outcome(carla.api.profiles.pause({ until: inDays(400) }))).toBe("BAD_INPUT");
  await carla.api.profiles.pause({ until: inDays(0) });
  expect((await carla.api.profiles.mine()).paused_until).toBe(inDays(0));
  expect((await ana.api.profiles.publicProfile({ id: carla.id })).paused_until).toBe(inDays(0));
  const id = await app.publish(ana);
  expect((await ana.api.cases.reach({ id })).specialists.map((each) => each.id)).not.toContain(carla.id);
  expect(await invited(id)).toBe("KINE_PAUSED");
  expect(await outcome(carla.api.matches.apply({ case_id: await app.publish(ana) }))).toBe("ok");
  await sql`update profiles set paused_until = ${inDays(-1)}::date where id = ${carla.id}`.execute(app.db);
  expect((await carla.api.profiles.mine()).paused_until).toBeNull();
  expect((await ana.api.profiles.publicProfile({ id: carla.id })).paused_until).toBeNull();
  expect(await invited(id)).toBe("ok");
});

test("an alert that waits for the digest is not shown during a pause, and is true again after it", async () => {
  const id = await app.publish(ana);
  await sql`select notify_person(${carla.id}, 'case_in_zone', ${id}::uuid)`.execute(app.db);
  expect(await isTold()).toBe(true);
  await carla.api.profiles.pause({ until: inDays(3) });
  expect(await isTold()).toBe(false);
  await carla.api.profiles.pause({ until: null });
  expect(await isTold()).toBe(true);
});
