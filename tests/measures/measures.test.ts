import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { runTreatmentLevels } from "../../app/domain/treatments/treatment-levels.server.ts";
import { KINDS } from "../../app/domain/notifications/notification.ts";
import { openPatient, openSpecialist, wallTimeIn } from "../bookings/agenda.ts";
import { like, outcome, type Person } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { unzip } from "../support/unzip.ts";

let testApp: TestApp;
let kine: Person;
let kineName: string;

beforeAll(async () => {
  testApp = await openTestApp();
  ({ kine } = await openSpecialist(testApp));
  ({ name: kineName } = await kine.api.accounts.me());
});
afterAll(() => testApp?.close());

const dayIn = (days: number) => wallTimeIn(days, "12:00").slice(0, 10);
const STAIRS = "Subir escaleras";
const FACTS = {
  pain: 7,
  activities: [
    { name: STAIRS, score: 3 },
    { name: "Correr", score: 0 },
  ],
};
const said = (pain: number | null, ...scores: (number | null)[]) => ({
  pain,
  activities: FACTS.activities.map(({ name }, at) => ({ name, score: scores[at] ?? null })),
});

/** Changes rows whatever the rules say. */
const rewrite = (statement: ReturnType<typeof sql>) =>
  testApp.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await statement.execute(tx);
  });

let round = 0;
/** A case with facts, published ten days ago, whose specialist is accepted now. */
async function openMeasured() {
  round += 1;
  const patient = await testApp.signUp(like(cast.ana, `Ana Medida ${round}`));
  const { id: case_id } = await patient.api.cases.create({ title: "Rodilla", description: "Me duele", facts: FACTS });
  await rewrite(sql`update cases set created_at = now() - interval '10 days' where id = ${case_id}`);
  const { id: match_id } = await kine.api.matches.apply({ case_id });
  await patient.api.matches.accept({ id: match_id });
  return { patient, case_id, match_id };
}
const listOf = async ({ api }: Person, case_id: string) => api.measures.list({ case_id });
const rowsOf = async (table: "measures" | "measure_activities" | "measure_views", case_id: string) =>
  (await testApp.db.selectFrom(table).select("case_id").where("case_id", "=", case_id).execute()).length;

describe("measures", () => {
  test("begin with what the case said, on the day of its publication, once a specialist is accepted", async () => {
    const { patient, case_id, match_id } = await openMeasured();
    const list = await listOf(patient, case_id);
    expect(list).toMatchObject({ side: "patient", can_save: true, activities: [STAIRS, "Correr"], views: [] });
    expect(list.measures).toMatchObject([{ day: dayIn(-10), moment: "start", pain: 7, scores: [3, 0] }]);
    // What was deleted does not come back with another acceptance.
    await patient.api.measures.remove({ id: list.measures[0]!.id });
    await patient.api.matches.end({ id: match_id });
    const other = await testApp.approvedKine(like(cast.carla, `Otra ${round}`, { license_number: `MN 77${round}` }));
    const { id } = await other.api.matches.apply({ case_id });
    await patient.api.matches.accept({ id });
    expect(await listOf(patient, case_id)).toMatchObject({ activities: [], measures: [] });
    expect(await outcome(listOf(kine, case_id))).toBe("NOT_FOUND");
  });

  test("are read by the patient and the accepted specialist alone, whose days of reading the patient reads", async () => {
    const { patient, case_id } = await openMeasured();
    const stranger = await openMeasured();
    const applicant = await testApp.approvedKine(
      like(cast.carla, `Mira ${round}`, { license_number: `MN 66${round}` }),
    );
    await applicant.api.matches.apply({ case_id });
    for (const person of [stranger.patient, applicant])
      expect(await outcome(listOf(person, case_id))).toBe("NOT_FOUND");
    expect((await listOf(patient, case_id)).views).toEqual([]);
    await Promise.all([1, 2, 3].map(() => listOf(kine, case_id)));
    const read = await listOf(kine, case_id);
    expect(read).toMatchObject({ side: "kine", can_save: false, views: [] });
    expect(read.measures).toMatchObject([{ pain: 7, scores: [3, 0] }]);
    expect((await listOf(patient, case_id)).views).toEqual([{ name: kineName, day: dayIn(0) }]);
    expect(await outcome(kine.api.measures.save({ case_id, ...said(1, 1) }))).toBe("NOT_ALLOWED");
    expect(await outcome(kine.api.measures.remove({ id: read.measures[0]!.id }))).toBe("NOT_FOUND");
    expect(await outcome(stranger.patient.api.measures.save({ case_id, ...said(1, 1) }))).toBe("CASE_NOT_FOUND");
    // The specialist reads on for a year after the closing; the patient for as long as they want.
    await patient.api.cases.close({ id: case_id });
    await listOf(kine, case_id);
    await rewrite(sql`update cases set closed_at = now() - interval '366 days' where id = ${case_id}`);
    expect(await outcome(listOf(kine, case_id))).toBe("NOT_FOUND");
    expect((await listOf(patient, case_id)).measures).toHaveLength(1);
  });

  test("are one a day, corrected on it, and deleted on any", async () => {
    const { patient, case_id } = await openMeasured();
    const save = (given: object) => outcome(patient.api.measures.save({ case_id, ...said(null), ...given }));
    const races = await Promise.all([2, 3, 4, 5, 6].map((pain) => save({ pain })));
    expect(races).toEqual(Array(5).fill("ok"));
    await patient.api.measures.save({ case_id, ...said(4, 7) });
    const { measures } = await listOf(patient, case_id);
    expect(measures).toMatchObject([
      { moment: "start" },
      { day: dayIn(0), moment: "along", pain: 4, scores: [7, null] },
    ]);
    await expect(
      sql`update measures set pain = 0 where case_id = ${case_id} and moment = 'start'`.execute(testApp.db),
    ).rejects.toMatchObject({ constraint: expect.stringMatching(/^measures_/) });
    for (const wrong of [
      {},
      { pain: 11 },
      { pain: -1 },
      { pain: 2.5 },
      { activities: [{ name: "x".repeat(81), score: 1 }] },
    ])
      expect(await save(wrong), JSON.stringify(wrong)).toBe("BAD_INPUT");
    for (const { id } of measures) await patient.api.measures.remove({ id });
    expect(await outcome(patient.api.measures.remove({ id: measures[0]!.id }))).toBe("NOT_FOUND");
    expect([await rowsOf("measures", case_id), await rowsOf("measure_activities", case_id)]).toEqual([0, 0]);
  });

  test("ask for the same activities each time, which the first measure of them names", async () => {
    const { patient, case_id } = await openPatient(testApp, kine);
    const save = (...names: string[]) =>
      patient.api.measures.save({ case_id, pain: null, activities: names.map((name) => ({ name, score: 5 })) });
    await patient.api.measures.save({ case_id, pain: 3, activities: [] });
    const races = await Promise.all([outcome(save("", "Correr")), outcome(save("Nadar"))]);
    expect(races.toSorted()).toEqual(["LIST_CHANGED", "ok"]);
    const { activities } = await listOf(patient, case_id);
    expect(activities).toHaveLength(1);
    expect(await outcome(save(...activities, "Otra"))).toBe("LIST_CHANGED");
    expect(await outcome(save(...activities))).toBe("ok");
    const open = await patient.api.cases.create({ title: "Hombro", description: "Me duele" });
    expect(await outcome(patient.api.measures.save({ case_id: open.id, ...said(3) }))).toBe("CASE_NOT_MATCHED");
  });

  test("need the consent to the current text, and go at once when it is withdrawn", async () => {
    const { patient, case_id } = await openMeasured();
    await patient.api.measures.save({ case_id, ...said(5, 5) });
    await listOf(kine, case_id);
    await patient.api.consents.withdrawHealth();
    for (const table of ["measures", "measure_activities", "measure_views"] as const)
      expect([table, await rowsOf(table, case_id)]).toEqual([table, 0]);
    expect((await listOf(kine, case_id)).measures).toEqual([]);
    expect(await outcome(patient.api.measures.save({ case_id, ...said(5, 5) }))).toBe("CONSENT_NEEDED");
  });

  test("ask again after a new text, and stay meanwhile", async () => {
    const { patient, case_id } = await openMeasured();
    await sql`insert into consent_texts (document, version, text, sha256)
      values ('health_data', '2999-01-01', 'Otro', encode(sha256('Otro'), 'hex'))`.execute(testApp.db);
    try {
      expect(await outcome(patient.api.measures.save({ case_id, ...said(5, 5) }))).toBe("CONSENT_NEEDED");
      expect((await listOf(patient, case_id)).measures).toHaveLength(1);
      const { version, sha256 } = await patient.api.consents.health();
      await patient.api.consents.giveHealth({ version, sha256 });
      expect(await outcome(patient.api.measures.save({ case_id, ...said(5, 5) }))).toBe("ok");
    } finally {
      await rewrite(sql`delete from consent_texts where version = '2999-01-01'`);
    }
  });

  test("are exported to their patient, and go with the account, also where a review keeps the case", async () => {
    const { patient, case_id } = await openMeasured();
    await listOf(kine, case_id);
    const exportOf = async ({ api }: Person) => {
      const answer = await fetch(testApp.url + (await api.exports.ask()).url);
      const files = unzip(Buffer.from(await answer.arrayBuffer()));
      return JSON.parse(files.get("datos.json")!.toString()) as Record<string, object[]>;
    };
    const own = await exportOf(patient);
    expect(own["medidas"]).toMatchObject([
      {
        case_id,
        day: dayIn(-10),
        pain: 7,
        activities: [
          { name: STAIRS, score: 3 },
          { name: "Correr", score: 0 },
        ],
      },
    ]);
    expect(own["quien_miro_tus_medidas"]).toMatchObject([{ case_id, viewer_name: kineName }]);
    const theirs = await exportOf(kine);
    expect(theirs["medidas"]).toEqual([]);
    expect(theirs["medidas_que_miraste"]).toContainEqual({ case_id, day: dayIn(0) });
    await patient.api.cases.close({ id: case_id });
    await patient.api.reviews.create({ case_id, kine_id: kine.id, stars: 5 });
    await patient.api.accounts.delete();
    expect(await testApp.db.selectFrom("cases").select("id").where("id", "=", case_id).execute()).toHaveLength(1);
    for (const table of ["measures", "measure_activities", "measure_views"] as const)
      expect([table, await rowsOf(table, case_id)]).toEqual([table, 0]);
  });

  test("are asked for after five sessions, without a word of the body, and no more once they are said", async () => {
    const { patient, case_id, match_id } = await openMeasured();
    await rewrite(sql`update matches set decided_at = now() - interval '12 days' where id = ${match_id}`);
    const kindsOf = async () => (await patient.api.notifications.list({})).items.map(({ kind }) => kind);
    const asked = async () =>
      (await patient.api.notifications.list({})).items.find(({ kind }) => kind === "measure_due");
    for (const days of [-5, -4, -3, -2]) await kine.api.treatments.noteSession({ match_id, day: dayIn(days) });
    await kine.api.treatments.noteSession({ match_id, day: dayIn(-1) });
    await expect.poll(kindsOf).toContain("measure_due");
    const about = { count: 1, case_id, match_id: null };
    expect(await asked()).toMatchObject({ case_id });
    expect(KINDS.measure_due.title(about)).toBe("Contanos cómo venís");
    expect(KINDS.measure_due.path(about)).toBe(`/dashboard/patient/cases?caso=${case_id}&medida=nueva`);
    await patient.api.measures.save({ case_id, ...said(4, 5) });
    expect(await kindsOf()).not.toContain("measure_due");
  });

  test("are neither asked for nor told of once the two are no longer in contact", async () => {
    const { patient, case_id, match_id } = await openMeasured();
    await kine.api.conversations.block({ id: match_id });
    await patient.api.measures.save({ case_id, ...said(4, 5) });
    const { rows: heard } = await sql`select from live_events where case_id = ${case_id} and type = 'booking'`.execute(
      testApp.db,
    );
    expect(heard).toHaveLength(1);
    await rewrite(sql`update matches set decided_at = now() - interval '15 days' where id = ${match_id}`);
    await rewrite(sql`delete from measures where case_id = ${case_id}`);
    const asked = async () => {
      await runTreatmentLevels(testApp, case_id);
      return (await patient.api.notifications.list({})).items.some(({ kind }) => kind === "measure_due");
    };
    expect(await asked()).toBe(false);
    await kine.api.conversations.unblock({ id: match_id });
    expect(await asked()).toBe(true);
  });

  test("are at the end and a month later what they are, by the end of the treatment", async () => {
    const { patient, case_id, match_id } = await openMeasured();
    await patient.api.treatments.end({ match_id, reason: "well" });
    await patient.api.measures.save({ case_id, ...said(2, 9) });
    await rewrite(sql`update treatments set ended_at = now() - interval '31 days' where match_id = ${match_id}`);
    await rewrite(sql`update measures set day = day - 31 where case_id = ${case_id} and moment = 'end'`);
    await patient.api.measures.save({ case_id, ...said(1, 10) });
    const { measures } = await listOf(patient, case_id);
    expect(measures.map(({ moment, pain }) => [moment, pain])).toEqual([
      ["end", 2],
      ["start", 7],
      ["after", 1],
    ]);
  });
});
