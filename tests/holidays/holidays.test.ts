import { afterAll, beforeAll, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { openPatient, openSpecialist, SETTINGS, wallTimeIn } from "../bookings/agenda.ts";
import { outcome, type Person } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";

let testApp: TestApp;
let elena: Person;

beforeAll(async () => {
  testApp = await openTestApp();
  elena = await testApp.signIn(cast.elena);
});
afterAll(() => testApp?.close());

const namesOf = async (year: number) =>
  (await elena.api.holidays.list({ year })).items.map(({ day, name }) => `${day} ${name}`);
const reasons = async () =>
  (await elena.api.audit.list({ event: "setting_changed" })).items.map(({ reason }) => reason);

test("admins read the holidays by year, add one, rename and remove it, and the audit has both names", async () => {
  expect((await elena.api.holidays.list({ year: null })).year).toBeGreaterThanOrEqual(2026);
  expect(await namesOf(2026)).toContain("2026-12-25 Navidad");
  expect(await namesOf(2028)).toEqual([]);
  await elena.api.holidays.save({ day: "2028-02-28", name: "Carnaval", read: null });
  await elena.api.holidays.save({ day: "2028-02-28", name: "Lunes de Carnaval", read: "Carnaval" });
  expect(await namesOf(2028)).toEqual(["2028-02-28 Lunes de Carnaval"]);
  await elena.api.holidays.remove({ day: "2028-02-28", read: "Lunes de Carnaval" });
  expect(await namesOf(2028)).toEqual([]);
  expect((await reasons()).slice(0, 3)).toEqual([
    "feriado 2028-02-28: Lunes de Carnaval → —",
    "feriado 2028-02-28: Carnaval → Lunes de Carnaval",
    "feriado 2028-02-28: — → Carnaval",
  ]);
});

test("a tab that was left open neither renames nor removes what another one changed, and a taken day is said at once", async () => {
  const day = "2029-03-05";
  await elena.api.holidays.save({ day, name: "Feriado puente", read: null });
  const late = (name: string, read?: string | null) => outcome(elena.api.holidays.save({ day, name, read }));
  expect(await late("Otro", null)).toBe("HOLIDAY_TAKEN");
  expect(await late("Otro", "Carnaval")).toBe("LIST_CHANGED");
  expect(await outcome(elena.api.holidays.remove({ day, read: "Carnaval" }))).toBe("LIST_CHANGED");
  const before = (await reasons()).length;
  // What is stored already is no conflict and no change.
  expect([await late("Feriado puente", null), await late("Feriado puente", "Carnaval")]).toEqual(["ok", "ok"]);
  expect((await reasons()).length).toBe(before);
  expect(await namesOf(2029)).toEqual([`${day} Feriado puente`]);
  await elena.api.holidays.remove({ day, read: "Feriado puente" });
  expect(await outcome(elena.api.holidays.remove({ day, read: "Feriado puente" }))).toBe("ok");
  expect(await late("Otro", "Feriado puente")).toBe("LIST_CHANGED");
  // Of two who add different names at once one is told.
  const both = await Promise.all(
    ["Uno", "Dos"].map((name) => outcome(elena.api.holidays.save({ day, name, read: null }))),
  );
  expect(both.toSorted()).toEqual(["HOLIDAY_TAKEN", "ok"]);
});

test("a day that no month has, a year out of reach and an empty name are refused", async () => {
  for (const wrong of [
    { day: "2028-02-30", name: "Nada" },
    { day: "2080-01-01", name: "Nada" },
    { day: "2028-02-28", name: " \u200B " },
    { day: "2028-02-28", name: "x".repeat(121) },
  ])
    expect(await outcome(elena.api.holidays.save(wrong))).toBe("BAD_INPUT");
  for (const year of [1900, 2080, 2026.5]) expect(await outcome(elena.api.holidays.list({ year }))).toBe("BAD_INPUT");
});

test("a holiday that is added closes agendas from the next request on, and the turnos of that day stand", async () => {
  const { kine, place_id } = await openSpecialist(testApp, { ...SETTINGS, on_holidays: false });
  const { patient, match_id } = await openPatient(testApp, kine);
  const start = wallTimeIn(11, "10:00");
  const day = start.slice(0, 10);
  const name = "Día de la prueba";
  // Whatever the list has on that day.
  await elena.api.holidays.remove({ day });
  await patient.api.bookings.book({ match_id, place_id, starts: [start] });
  await elena.api.holidays.save({ day, name });
  const other = [wallTimeIn(11, "12:00")];
  expect(await outcome(patient.api.bookings.book({ match_id, place_id, starts: other }))).toBe("SLOT_CLOSED");
  expect((await patient.api.bookings.mine()).upcoming).toMatchObject([{ local_start: start, state: "requested" }]);
  const week = await kine.api.agendas.week({ from: day });
  expect(week!.days.find((each) => each.day === day)).toMatchObject({ holiday: name });
  await elena.api.holidays.remove({ day, read: name });
  expect(await outcome(patient.api.bookings.book({ match_id, place_id, starts: other }))).toBe("ok");
});
