import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type LevelsApp, openLevelsApp } from "../service-levels/levels-app.ts";
import { outcome, type Person } from "../support/people.ts";

let app: LevelsApp;
let ana: Person;
let carla: Person;
const PLACE = "Caballito";

beforeAll(async () => {
  app = await openLevelsApp();
  ana = await app.patient(PLACE);
  carla = await app.kine(PLACE);
});
afterAll(() => app?.close());

const leaksOf = async (who: Person) =>
  (await sql`select from contact_leaks where user_id = ${who.id}`.execute(app.db)).rows.length;

test("contact data in the place of an offer are hidden from its patient until the acceptance, and noted once", async () => {
  const id = await app.publish(ana);
  const before = await leaksOf(carla);
  const offer = { place: "Consultorio, 11 5555-2233" };
  const { id: match } = await carla.api.matches.apply({ case_id: id, message: null, offer });
  await carla.api.matches.edit({ id: match, offer: { ...offer, session: 20_000 } });
  expect((await leaksOf(carla)) - before).toBe(1);
  const places = async () => {
    const [one] = (await ana.api.cases.get({ id })).applications;
    const [compared] = (await ana.api.cases.compare({ id })).offers;
    return [one?.offer?.place, compared?.offer?.place];
  };
  expect(await places()).toEqual(["Consultorio, ••••", "Consultorio, ••••"]);
  expect((await carla.api.cases.view({ id })).match?.offer).toMatchObject(offer);
  await ana.api.matches.accept({ id: match });
  expect(await places()).toEqual([offer.place, offer.place]);
});

test("contact data in the facts of a case are hidden from specialists until they are accepted, and noted", async () => {
  const before = await leaksOf(ana);
  const facts = {
    operation: "Meniscos, 11 5555-6677",
    activities: [
      { name: "Correr", score: 3 },
      { name: "Escribime a ana.perez@gmail.com", score: 0 },
    ],
  };
  const id = await app.publish(ana, { facts });
  expect((await leaksOf(ana)) - before).toBe(1);
  expect((await carla.api.cases.view({ id })).facts).toEqual({
    operation: "Meniscos, ••••",
    activities: [
      { name: "Correr", score: 3 },
      { name: "Escribime a ••••", score: 0 },
    ],
  });
  const { version, title, description, studies_access } = await ana.api.cases.get({ id });
  const again = { id, version, title, description, studies_access };
  await ana.api.cases.update({ ...again, facts });
  expect((await leaksOf(ana)) - before).toBe(1);
  const { id: match } = await carla.api.matches.apply({ case_id: id, message: null });
  await ana.api.matches.accept({ id: match });
  expect((await carla.api.cases.view({ id })).facts).toEqual(facts);
});

test("across a block nobody changes an offer or waits for a seat", async () => {
  const rita = await app.kine(PLACE);
  const id = await app.publish(ana);
  const { id: match } = await rita.api.matches.apply({ case_id: id, message: null, offer: { session: 1 } });
  await ana.api.conversations.block({ id: match });
  expect(await outcome(rita.api.matches.edit({ id: match, offer: { place: "Mirá esto" } }))).toBe("NOT_FOUND");
  expect(await outcome(rita.api.matches.queue({ id: await app.publish(ana) }))).toBe("CASE_NOT_FOUND");
  await ana.api.conversations.unblock({ id: match });
  expect(await outcome(rita.api.matches.edit({ id: match, offer: { session: 2 } }))).toBe("ok");
});

test("neither a page of cases nor its cursor tells of words behind the mask, and a phone in a name is masked", async () => {
  await app.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`insert into cases (patient_id, title, description, location_city)
      select ${ana.id}, 'Llamame al 11 4777-0000', 'Duele', ${PLACE} from generate_series(1, 30)`.execute(tx);
    await sql`update profiles set name = 'Ana 11 4555-6789' where id = ${ana.id}`.execute(tx);
  });
  const { items, next } = await carla.api.cases.available({ injury_area: "llamame" });
  expect([items.length, next]).toEqual([20, items.at(-1)?.id]);
  expect(items[0]).toMatchObject({ title: "Llamame al ••••", poster_name: "Ana ••••" });
  expect((await carla.api.cases.view({ id: next ?? "" })).poster_name).toBe("Ana ••••");
  for (const words of ["4777", "al 11", "0000"])
    expect(await carla.api.cases.available({ injury_area: words })).toEqual({ items: [], next: null });
});
