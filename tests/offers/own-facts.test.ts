import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { halfDayOf } from "../../app/domain/cases/structured-fact-words.ts";
import { CONSULTORIO } from "../bookings/agenda.ts";
import type { Person } from "../support/people.ts";
import { type LevelsApp, openLevelsApp } from "../service-levels/levels-app.ts";

let app: LevelsApp;
let ana: Person;
let carla: Person;
let osde: number;
const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, start_time: "14:00", end_time: "18:00" }));

beforeAll(async () => {
  app = await openLevelsApp();
  ana = await app.patient("Caballito");
  carla = await app.kine("Palermo");
  osde = (await carla.api.coverages.search({ text: "osde" }))[0]!.id;
  await carla.api.availabilities.replace({ ranges: EVERY_DAY });
  await carla.api.prices.save({ prices: [{ modality: "domicilio", session: 28_000, first: 30_000, ten: null }] });
  await carla.api.coverages.replace({
    coverages: [{ coverage_id: osde, how: "direct", plans: "Oro y Plata", extra: 0 }],
    refund_invoice: true,
  });
});
afterAll(() => app?.close());

const publish = (more: object = {}) =>
  ana.api.cases
    .create({ title: "Rodilla", description: "Me duele", location_city: "Caballito", ...more })
    .then(({ id }) => id);
const fitOf = async (kine: Person, id: string) => (await kine.api.cases.fits({ ids: [id] })).items[0];
const age = (days: number) =>
  sql`update kine_coverages set confirmed_at = now() - make_interval(days => ${days}) where kine_id = ${carla.id}`.execute(
    app.db,
  );

test("an offer's own facts are what its specialist states and is free at, without what is stale or over", async () => {
  const facts = await carla.api.matches.offerFacts();
  expect(facts).toMatchObject({
    prices: [{ modality: "domicilio", session: 28_000, first: 30_000 }],
    coverages: [{ id: osde, how: "direct" }],
    gives_invoices: true,
    location_city: "Palermo",
    places: [],
    last: null,
  });
  expect(facts.times.length).toBeGreaterThan(20);
  for (const { at, local_start } of facts.times) {
    expect(halfDayOf(local_start)).toMatch(/_pm$/);
    expect(at.getTime()).toBeGreaterThan(Date.now() + 3_600_000);
  }
  await age(100);
  expect((await carla.api.matches.offerFacts()).coverages).toEqual([]);
  await age(0);
  const offer = { session: 31_000, place: "Consultorio Norte" };
  await carla.api.matches.apply({ case_id: await publish(), offer });
  expect((await carla.api.matches.offerFacts()).last).toEqual(offer);
});

test("an agenda's times are those that nobody has, in its places", async () => {
  const diego = await app.kine("Almagro");
  await diego.api.availabilities.replace({ ranges: EVERY_DAY });
  const place = { modality: "consultorio", label: "Box 2", address: null, arrival: null, session_min: 45 } as const;
  const { id } = await diego.api.agendas.savePlace({ ...place, buffer_min: 0, travel_min: 0, seats: 1 });
  const before = await diego.api.matches.offerFacts();
  expect(before.places).toEqual([{ label: "Box 2", modality: "consultorio" }]);
  const [first] = before.times;
  expect(first).toMatchObject({ modality: "consultorio" });
  const day = first!.local_start.slice(0, 10);
  await diego.api.agendas.block({ from_day: day, until_day: day, start_time: null, end_time: null, is_open: false });
  const after = await diego.api.matches.offerFacts();
  expect(after.times.map(({ local_start }) => local_start.slice(0, 10))).not.toContain(day);
  await diego.api.agendas.retirePlace({ id });
});

test("a time that somebody has is put forward to nobody else, though the room has another seat", async () => {
  const kine = await app.kine("Almagro");
  await kine.api.availabilities.replace({ ranges: EVERY_DAY });
  const room = { ...CONSULTORIO, label: "Box 2", session_min: 60, seats: 2 };
  const { id: place_id } = await kine.api.agendas.savePlace(room);
  const startsOf = (times: readonly { local_start: string }[]) => times.map(({ local_start }) => local_start);
  const [first, ...others] = startsOf((await kine.api.matches.offerFacts()).times);
  const { id: match_id } = await kine.api.matches.apply({ case_id: await publish() });
  await ana.api.matches.accept({ id: match_id });
  await ana.api.bookings.book({ match_id, place_id, starts: [first!] });
  expect(startsOf((await kine.api.matches.offerFacts()).times)).toEqual(others);
  const bruno = await app.patient("Almagro");
  const { id: case_id } = await bruno.api.cases.create({ title: "Hombro", description: "Me duele" });
  const { id } = await kine.api.matches.apply({ case_id });
  await bruno.api.matches.accept({ id });
  const { slots } = await bruno.api.agendas.slots({ match_id: id });
  expect(startsOf(slots), "the other seat may be asked for").toContain(first);
});

test("a case says how it fits from what both sides state, and nothing else of the patient", async () => {
  const facts = { times: ["mon_am", "tue_pm"] as const };
  const coverage = { id: osde, plan: "Plan reservado 210" };
  const id = await publish({ coverage, facts: { times: [...facts.times] }, preferred_modality: "domicilio" });
  const fit = (await fitOf(carla, id))!;
  // From the centre of Palermo to that of Caballito, whatever the patient's street is.
  expect(fit.km).toBeGreaterThan(2);
  expect(fit.km).toBeLessThan(7);
  expect(fit).toMatchObject({ is_here: false, coverage: { short: "OSDE", plans: "Oro y Plata" } });
  expect(halfDayOf(fit.free_at!)).toBe("tue_pm");
  expect(JSON.stringify(fit)).not.toContain("reservado");
  const near = await app.kine("Caballito");
  expect(await fitOf(near, id)).toEqual({ id, is_here: true, km: 0, coverage: null, free_at: null });
  await age(100);
  expect((await fitOf(carla, id))?.coverage).toBeNull();
  await age(0);
});

test("a case that states nothing fits nowhere, one online is equally near, and one that is not on offer is left out", async () => {
  const bare = await publish({ location_city: null });
  expect(await fitOf(carla, bare)).toEqual({ id: bare, is_here: false, km: null, coverage: null, free_at: null });
  expect((await fitOf(carla, await publish({ preferred_modality: "online" })))?.km).toBeNull();
  await carla.api.matches.apply({ case_id: bare });
  expect(await fitOf(carla, bare)).toBeUndefined();
  const other = await publish();
  await ana.api.cases.withdraw({ id: other });
  expect(await fitOf(carla, other)).toBeUndefined();
  const twentyOne = Array.from({ length: 21 }, () => bare);
  await expect(carla.api.cases.fits({ ids: twentyOne })).rejects.toMatchObject({ code: "BAD_INPUT" });
});
