import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { acceptedDaysAgo, openPatient, openSpecialist, wallTimeIn } from "../bookings/agenda.ts";
import { outcome, type Person } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";

let testApp: TestApp;
let kine: Person;

beforeAll(async () => {
  testApp = await openTestApp();
  ({ kine } = await openSpecialist(testApp));
});
afterAll(() => testApp?.close());

const dayIn = (days: number) => wallTimeIn(days, "12:00").slice(0, 10);
const kindsOf = async ({ api }: Person) => (await api.notifications.list({})).items.map(({ kind }) => kind);

describe("a treatment", () => {
  test("has authorisations that never overlap, and both hear once of one with few sessions or days left", async () => {
    const { patient, match_id, case_id } = await openPatient(testApp, kine);
    const stated = {
      match_id,
      coverage_id: 1,
      number: null,
      sessions: 3,
      valid_from: dayIn(-10),
      valid_until: dayIn(60),
    };
    const races = await Promise.all([patient, kine].map(({ api }) => outcome(api.treatments.authorise(stated))));
    expect(races.filter((code) => code === "AUTHORISATION_OVERLAPS")).toHaveLength(1);
    const later = { ...stated, valid_from: dayIn(60), valid_until: dayIn(90) };
    expect(await outcome(patient.api.treatments.authorise(later))).toBe("AUTHORISATION_OVERLAPS");
    for (const wrong of [
      { sessions: 0 },
      { sessions: 101 },
      { number: "dolor <b>" },
      { valid_until: dayIn(-11) },
      { valid_until: dayIn(991) },
      { valid_from: "0026-11-27" },
    ])
      expect(await outcome(patient.api.treatments.authorise({ ...stated, ...wrong })), JSON.stringify(wrong)).toBe(
        "BAD_INPUT",
      );
    expect(await kindsOf(patient)).not.toContain("authorisation_ending");
    await acceptedDaysAgo(testApp, 1, match_id);
    await kine.api.treatments.noteSession({ match_id, day: dayIn(-1) });
    await expect.poll(() => kindsOf(patient)).toContain("authorisation_ending");
    await expect.poll(() => kindsOf(kine)).toContain("authorisation_ending_kine");
    const [current] = (await patient.api.treatments.read({ match_id })).authorisations;
    await kine.api.treatments.endAuthorisation({ id: current!.id });
    expect((await patient.api.treatments.read({ match_id })).authorisations).toMatchObject([
      { standing: "over", used: 1 },
    ]);
    // The closing of a case holds it and waits for the agenda, which this act holds: it waits for no case.
    await testApp.db.transaction().execute(async (tx) => {
      await sql`select from cases where id = ${case_id} for no key update`.execute(tx);
      await patient.api.treatments.authorise({ ...stated, valid_from: dayIn(0) });
    });
  });

  test("has at most forty authorisations, of coverages in use", async () => {
    const { patient, match_id } = await openPatient(testApp, kine);
    const state = (n: number, coverage_id = 1) =>
      patient.api.treatments.authorise({
        match_id,
        coverage_id,
        number: null,
        sessions: 1,
        valid_from: dayIn(n),
        valid_until: dayIn(n),
      });
    const elena = await testApp.signIn(cast.elena);
    const gone = await elena.api.coverages.save({
      kind: "prepaga",
      name: "Se Retira Salud",
      short: "Se Retira",
      aliases: [],
    });
    await elena.api.coverages.retire({ id: gone.id, is_retired: true });
    expect(await outcome(state(0, gone.id))).toBe("COVERAGE_RETIRED");
    for (let n = 1; n < 40; n += 1) await state(n);
    const last = await Promise.all([40, 41, 42].map((n) => outcome(state(n))));
    expect(last.toSorted()).toEqual(["TOO_MANY_AUTHORISATIONS", "TOO_MANY_AUTHORISATIONS", "ok"].toSorted());
  });
});
