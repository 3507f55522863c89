import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { sections } from "../../app/domain/exports/sections.server.ts";
import { CONSULTORIO, EVERY_DAY, openPatient, pass, SETTINGS, wallTimeIn } from "../bookings/agenda.ts";
import { openIntruded, type Intruded } from "./intruded.ts";
import { requestOf } from "./reviewed-kines.ts";

let world: Intruded;
beforeAll(async () => {
  world = await openIntruded();
});
afterAll(() => world?.close());
beforeEach(() => world.confirm());

test("a specialist whom an intruder admitted reads no patient of theirs in a list or a copy of their data while they wait again", async () => {
  const [admin, kine] = [await world.anotherAdmin(), await world.applicant()];
  await admin.api.kineApplications.approve({ id: (await requestOf(world.elena, kine)).id, is_checked: true });
  await kine.api.availabilities.replace({ ranges: EVERY_DAY("08:00", "20:00") });
  await kine.api.agendas.save(SETTINGS);
  const { id: place_id } = await kine.api.agendas.savePlace(CONSULTORIO);
  const { patient, case_id, match_id } = await openPatient(world.testApp, kine);
  await patient.api.profiles.update({ name: "Zulema Visible", phone: "+54 11 4444-0001" });
  const { id } = await patient.api.bookings.book({ match_id, place_id, starts: [wallTimeIn(3, "10:00")] });
  await kine.api.bookings.confirm({ id, sequence: 0 });
  await pass(world.testApp, 96, [id]);
  await kine.api.treatments.authorise({
    match_id,
    coverage_id: 1,
    number: "AUT-7013",
    sessions: 10,
    valid_from: wallTimeIn(-10, "12:00").slice(0, 10),
    valid_until: wallTimeIn(60, "12:00").slice(0, 10),
  });
  await patient.api.cases.close({ id: case_id });
  const read = async () => {
    const exported = [];
    for (const { rows } of sections) exported.push((await rows(kine.id).execute(world.testApp.db)).rows);
    const text = JSON.stringify([await kine.api.bookings.mine(), await kine.api.notifications.list({}), exported]);
    return ["Zulema Visible", "4444-0001", "AUT-7013"].filter((word) => text.includes(word));
  };
  expect(await read()).toEqual(["Zulema Visible", "4444-0001", "AUT-7013"]);
  await world.disown(admin);
  expect(await read()).toEqual([]);
  await world.elena.api.kineApplications.approve({ id: (await requestOf(world.elena, kine)).id });
  expect(await read()).toEqual(["Zulema Visible", "4444-0001", "AUT-7013"]);
});
