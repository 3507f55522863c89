import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { authorisationLevelJob } from "../../app/domain/treatments/authorisation-levels.server.ts";
import { sections } from "../../app/domain/exports/sections.server.ts";
import { treatmentLine } from "../../app/domain/treatments/treatment.ts";
import { acceptedDaysAgo, openPatient, openSpecialist, pass, wallTimeIn } from "../bookings/agenda.ts";
import { like, outcome, type Person } from "../support/people.ts";
import { pdfText } from "../support/pdf-text.ts";
import { unzip } from "../support/unzip.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";

let testApp: TestApp;
let kine: Person;
let place_id: string;

beforeAll(async () => {
  testApp = await openTestApp();
  ({ kine, place_id } = await openSpecialist(testApp));
});
afterAll(() => testApp?.close());

const dayIn = (days: number) => wallTimeIn(days, "12:00").slice(0, 10);
const kindsOf = async ({ api }: Person) => (await api.notifications.list({})).items.map(({ kind }) => kind);
const line = (read: Awaited<ReturnType<Person["api"]["treatments"]["read"]>>) =>
  treatmentLine({ ...read, planned: read.accepted_at && read.planned });

/** A booking that was confirmed and has begun so many days ago. */
async function begun(patient: Person, match_id: string, day: number): Promise<string> {
  await kine.api.bookings.book({ match_id, place_id, starts: [wallTimeIn(day, "10:00")] });
  const { id, sequence } = await testApp.db
    .selectFrom("bookings")
    .select(["id", "sequence"])
    .where("match_id", "=", match_id)
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  await patient.api.bookings.confirm({ id, sequence });
  await pass(testApp, (day + 1) * 24, [id]);
  return id;
}
const mark = async (id: string, as: "held" | "no_show") => {
  const { sequence } = await testApp.db
    .selectFrom("bookings")
    .select("sequence")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  await kine.api.bookings.mark({ id, sequence, as });
};

describe("a treatment", () => {
  test("counts the sessions that were held and disputed by nobody, and both sides read the same", async () => {
    const { patient, match_id } = await openPatient(testApp, kine);
    const stranger = await openPatient(testApp, kine);
    const read = async ({ api }: Person) => api.treatments.read({ match_id });
    expect(line(await read(patient))).toBe("Todavía no hay sesiones registradas.");
    expect(await outcome(stranger.patient.api.treatments.read({ match_id }))).toBe("NOT_FOUND");
    const [held, missed] = [await begun(patient, match_id, 3), await begun(patient, match_id, 4)];
    await mark(held, "held");
    await mark(missed, "no_show");
    await acceptedDaysAgo(testApp, 20, match_id);
    for (const days of [-20, -9]) await kine.api.treatments.noteSession({ match_id, day: dayIn(days) });
    await kine.api.treatments.plan({ match_id, planned: 10 });
    const proposed = await read(patient);
    expect([proposed.held, proposed.accepted_at]).toEqual([3, null]);
    expect(await kindsOf(patient)).toContain("plan_proposed");
    await kine.api.treatments.plan({ match_id, planned: 12 });
    const seen = { match_id, planned: 10, proposed_at: proposed.proposed_at! };
    expect(await outcome(patient.api.treatments.acceptPlan(seen))).toBe("PLAN_CHANGED");
    const { planned, proposed_at } = await read(patient);
    await patient.api.treatments.acceptPlan({ match_id, planned: planned!, proposed_at: proposed_at! });
    await patient.api.treatments.authorise({
      match_id,
      coverage_id: 1,
      number: "A 123/4",
      sessions: 10,
      valid_from: dayIn(-15),
      valid_until: dayIn(40),
    });
    const [ours, theirs] = [await read(patient), await read(kine)];
    // Of three held sessions the first was before the authorisation.
    expect(ours.authorisations).toMatchObject([{ sessions: 10, used: 2, left: 8, standing: "current" }]);
    expect(line(theirs)).toBe(line(ours));
    // The same plan again is the accepted one still.
    await kine.api.treatments.plan({ match_id, planned: 12 });
    expect((await read(patient)).accepted_at).toEqual(ours.accepted_at);
    expect(line(ours)).toMatch(/^Sesión 3 de 12\. \S.* autorizó 10 hasta el \d+\/\d+: quedan 8\.$/);
    expect(theirs.sessions.map(({ number, state }) => [number, state])).toEqual(
      ours.sessions.map(({ number, state }) => [number, state]),
    );
    // "No fui" takes a session out for both; "Sí fui" of a missed one counts for nobody.
    await patient.api.treatments.dispute({ id: held });
    await patient.api.treatments.dispute({ id: missed });
    expect(await outcome(patient.api.treatments.dispute({ id: held }))).toBe("ALREADY_DONE");
    for (const person of [patient, kine]) expect(line(await read(person))).toMatch(/^Sesión 2 de 12\. .*quedan 9\.$/);
  });

  test("tells its patient of the sessions that were noted, which they dispute for seven days from then", async () => {
    const { patient, match_id } = await openPatient(testApp, kine);
    await acceptedDaysAgo(testApp, 20, match_id);
    const noted = async () =>
      (await patient.api.notifications.list({})).items.filter(({ kind }) => kind === "session_noted");
    const canDispute = async () =>
      (await patient.api.treatments.read({ match_id })).sessions.map(({ can_dispute }) => can_dispute);
    for (const days of [-20, -19, -18]) await kine.api.treatments.noteSession({ match_id, day: dayIn(days) });
    expect(await noted()).toMatchObject([{ count: 3 }]);
    // One of before, of which nobody was told.
    await sql`update bookings set told_at = case when local_start::date = ${dayIn(-20)} then null else now() - interval '8 days' end
      where match_id = ${match_id}`.execute(testApp.db);
    expect(await canDispute()).toEqual([true, false, false]);
    await kine.api.treatments.noteSession({ match_id, day: dayIn(-3) });
    const [first, second] = (await patient.api.treatments.read({ match_id })).sessions;
    expect(await outcome(patient.api.treatments.dispute({ id: second!.id }))).toBe("MARK_CLOSED");
    await sql`update bookings set told_at = told_at - interval '7 days 1 minute' where match_id = ${match_id}`.execute(
      testApp.db,
    );
    expect(await canDispute()).toEqual([false, false, false, false]);
    expect(await outcome(patient.api.treatments.dispute({ id: first!.id }))).toBe("MARK_CLOSED");
  });

  test("is disputed within seven days of the mark, by the patient; the specialist takes back what they noted", async () => {
    const { patient, match_id } = await openPatient(testApp, kine);
    await acceptedDaysAgo(testApp, 20, match_id);
    const { id } = await kine.api.treatments.noteSession({ match_id, day: dayIn(-20) });
    const other = await kine.api.treatments.noteSession({ match_id, day: dayIn(-19) });
    await testApp.db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx);
      await sql`update bookings set told_at = now() - interval '7 days 1 minute' where id = ${id}`.execute(tx);
    });
    expect((await patient.api.treatments.read({ match_id })).sessions.map(({ can_dispute }) => can_dispute)).toEqual([
      false,
      true,
    ]);
    expect(await outcome(patient.api.treatments.dispute({ id }))).toBe("MARK_CLOSED");
    const booked = await begun(patient, match_id, 5);
    await mark(booked, "held");
    expect(await outcome(kine.api.treatments.dispute({ id: booked }))).toBe("NOT_FOUND");
    await kine.api.treatments.dispute({ id: other.id });
    expect((await kine.api.treatments.read({ match_id })).held).toBe(2);
  });

  test("takes one noted session a day of the last 30, since the acceptance, also from a specialist without an agenda", async () => {
    const plain = await testApp.approvedKine(like(cast.carla, "Kine Sin Agenda", { license_number: "MN 999" }));
    const { patient, match_id, case_id } = await openPatient(testApp, plain);
    const note = (days: number) => plain.api.treatments.noteSession({ match_id, day: dayIn(days) });
    await note(0);
    expect(await outcome(note(0))).toBe("SESSION_THERE");
    expect(await outcome(note(1))).toBe("SESSION_TOO_OLD");
    expect(await outcome(note(-32))).toBe("SESSION_TOO_OLD");
    expect(await outcome(kine.api.treatments.noteSession({ match_id, day: dayIn(-2) }))).toBe("NOT_FOUND");
    expect(await outcome(note(-1))).toBe("SESSION_TOO_EARLY");
    await acceptedDaysAgo(testApp, 4, match_id);
    expect(await outcome(note(-5))).toBe("SESSION_TOO_EARLY");
    const { id } = await note(-4);
    expect(await outcome(plain.api.bookings.mark({ id, sequence: 0, as: "no_show" }))).toBe("BOOKING_OVER");
    const at = await Promise.all(Array.from({ length: 10 }, () => outcome(note(-3))));
    expect(at.filter((code) => code === "SESSION_THERE")).toHaveLength(9);
    expect((await patient.api.treatments.read({ match_id })).held).toBe(3);
    // "Turnos" of the patient has them by day; the specialist's has what was agreed on alone.
    const noted = async ({ api }: Person) =>
      (await api.bookings.mine()).past.map(({ local_start }) => local_start.slice(0, 10));
    expect(await noted(patient)).toEqual([dayIn(0), dayIn(-3), dayIn(-4)]);
    expect((await patient.api.bookings.mine()).past[0]).toMatchObject({ modality: null, place: null, state: "held" });
    expect(await noted(plain)).toEqual([]);
    await patient.api.treatments.dispute({ id });
    expect(await noted(patient)).toEqual([dayIn(0), dayIn(-3)]);
    expect(await plain.api.agendas.mine()).toMatchObject({ agenda: { is_on: false } });
    // "Turnos registrados" is said of what two agreed on.
    await patient.api.cases.close({ id: case_id });
    await patient.api.reviews.create({ case_id, kine_id: plain.id, stars: 5 });
    expect((await patient.api.reviews.mine()).items).toMatchObject([{ has_sessions: false }]);
  });

  test("is exported to both, and goes with either account; an authorisation, which says the coverage, is the patient's once contact ends", async () => {
    const [first, second] = [await openPatient(testApp, kine), await openPatient(testApp, kine)];
    const exportOf = async ({ api }: Person) => {
      const answer = await fetch(testApp.url + (await api.exports.ask()).url);
      const files = unzip(Buffer.from(await answer.arrayBuffer()));
      return JSON.parse(files.get("datos.json")!.toString()) as Record<string, { match_id: string; number?: string }[]>;
    };
    for (const { patient, match_id } of [first, second]) {
      await kine.api.treatments.plan({ match_id, planned: 7 });
      await patient.api.treatments.authorise({
        match_id,
        coverage_id: 1,
        number: "N-77",
        sessions: 7,
        valid_from: dayIn(0),
        valid_until: dayIn(60),
      });
    }
    const numbersIn = async (person: Person) => {
      const { autorizaciones = [] } = await exportOf(person);
      return autorizaciones.filter(({ match_id }) => match_id === first.match_id).map(({ number }) => number);
    };
    for (const person of [first.patient, kine]) {
      const data = await exportOf(person);
      expect(data["tratamientos"]).toContainEqual(expect.objectContaining({ match_id: first.match_id, planned: 7 }));
      expect(await numbersIn(person)).toEqual(["N-77"]);
    }
    await first.patient.api.matches.end({ id: first.match_id });
    const numberFor = async ({ api }: Person) =>
      (await api.treatments.read({ match_id: first.match_id })).authorisations.map(({ number }) => number);
    for (const [person, numbers] of [
      [first.patient, ["N-77"]],
      [kine, []],
    ] as const) {
      expect(await numbersIn(person)).toEqual(numbers);
      expect(await numberFor(person)).toEqual(numbers);
    }
    await second.patient.api.accounts.delete();
    const left = async (table: "treatments" | "authorisations" | "bookings") =>
      (await testApp.db.selectFrom(table).select("match_id").where("match_id", "=", second.match_id).execute()).length;
    expect([await left("treatments"), await left("authorisations"), await left("bookings")]).toEqual([0, 0, 0]);
  });

  test("is ended by either side, who says whether what is ahead is cancelled; its patient still closes the case", async () => {
    const { patient, match_id, case_id } = await openPatient(testApp, kine);
    await kine.api.bookings.book({ match_id, place_id, starts: [wallTimeIn(20, "11:00")] });
    expect((await kine.api.treatments.read({ match_id })).ahead).toBe(1);
    expect(await kine.api.treatments.end({ match_id, reason: "completed", cancels: true })).toEqual({ cancelled: 1 });
    expect(await kindsOf(patient)).toContain("treatment_ended");
    expect(await patient.api.treatments.read({ match_id })).toMatchObject({
      is_open: false,
      ended_by: "kine",
      end_reason: "completed",
      ahead: 0,
    });
    for (const act of [
      () => patient.api.treatments.end({ match_id, reason: "well" }),
      () => kine.api.treatments.plan({ match_id, planned: 4 }),
      () => kine.api.treatments.noteSession({ match_id, day: dayIn(-1) }),
    ])
      expect(await outcome(act())).toBe("TREATMENT_OVER");
    await patient.api.cases.close({ id: case_id });
    expect((await kine.api.treatments.read({ match_id })).end_reason).toBe("completed");
  });

  test("is looked at for its authorisations when an act asked for it, also while their job runs", async () => {
    const { patient, match_id } = await openPatient(testApp, kine);
    const dates = { valid_from: dayIn(0), valid_until: dayIn(60) };
    await patient.api.treatments.authorise({ match_id, coverage_id: 1, number: "N-90", sessions: 9, ...dates });
    await sql`select run_level('authorisation_level', ${match_id}::uuid, '1 hour')`.execute(testApp.db);
    await authorisationLevelJob.run(
      testApp.app.services,
      { id: match_id },
      { isLast: false, signal: AbortSignal.timeout(60_000) },
    );
    const { rows } = await sql<{ seconds: number }>`select extract(epoch from run_at - now())::int as seconds
      from graphile_worker._private_jobs where key = ${`authorisation_level:${match_id}`}`.execute(testApp.db);
    expect(rows.map(({ seconds }) => seconds > 0 && seconds <= 3_600)).toEqual([true]);
  });

  test("once it ended only who ended it asks for a turno, and nothing is confirmed at once", async () => {
    const { kine: quick, place_id: place } = await openSpecialist(testApp, { is_instant: true });
    for (const by of ["kine", "patient"] as const) {
      const { patient, match_id } = await openPatient(testApp, quick);
      const [ender, other] = by === "kine" ? [quick, patient] : [patient, quick];
      const book = ({ api }: Person, time: string) =>
        api.bookings.book({ match_id, place_id: place, starts: [wallTimeIn(by === "kine" ? 12 : 13, time)] });
      const partners = async ({ api }: Person) =>
        (await api.bookings.mine()).partners.some((partner) => partner.match_id === match_id);
      const stands = await book(patient, "09:00");
      expect(stands.state).toBe("confirmed");
      await ender.api.treatments.end({ match_id, reason: "well" });
      expect(await outcome(book(other, "10:00"))).toBe("TREATMENT_OVER");
      expect([await partners(ender), await partners(other)]).toEqual([true, false]);
      expect(await outcome(patient.api.agendas.slots({ match_id }))).toBe("ok");
      expect((await book(ender, "11:00")).state).toBe("requested");
      // What was left standing is still moved and cancelled.
      expect(await outcome(other.api.bookings.cancel({ id: stands.id, sequence: 0 }))).toBe("ok");
      const starts = [wallTimeIn(20, "10:00")];
      const reading = async ({ api }: Person) => [
        await outcome(api.agendas.slots({ match_id })),
        await outcome(api.bookings.preview({ match_id, place_id: place, starts })),
      ];
      await sql`delete from bookings where match_id = ${match_id}`.execute(testApp.db);
      // Nothing stands: who may not ask reads no times.
      expect(await reading(patient)).toEqual(by === "kine" ? ["TREATMENT_OVER", "TREATMENT_OVER"] : ["ok", "ok"]);
      expect(await reading(quick)).toEqual(["ok", "ok"]);
    }
  });

  test("shows an authorisation, with the coverage, to its patient alone once their consent is withdrawn", async () => {
    const { patient, match_id } = await openPatient(testApp, kine);
    const dates = { valid_from: dayIn(0), valid_until: dayIn(60) };
    await patient.api.treatments.authorise({ match_id, coverage_id: 1, number: "N-88", sessions: 7, ...dates });
    const numbersFor = async ({ id, api }: Person) => {
      const { authorisations } = await api.treatments.read({ match_id });
      const { rows } = await sections
        .find(({ name }) => name === "autorizaciones")!
        .rows(id)
        .execute(testApp.db);
      const exported = (rows as { match_id: string; number: string }[]).filter((row) => row.match_id === match_id);
      const { pdf } = await api.treatments.sheet({ match_id });
      const sheet = (await pdfText(Buffer.from(pdf, "base64"))).includes("N-88");
      return [...authorisations, ...exported].map(({ number }) => number).concat(sheet ? ["sheet"] : []);
    };
    const all = ["N-88", "N-88", "sheet"];
    expect([await numbersFor(kine), await numbersFor(patient)]).toEqual([all, all]);
    await patient.api.consents.withdrawHealth();
    expect([await numbersFor(kine), await numbersFor(patient)]).toEqual([[], all]);
  });

  test("is given as a sheet to sign, which says that it is no clinical record", async () => {
    const { patient, match_id } = await openPatient(testApp, kine);
    await kine.api.treatments.noteSession({ match_id, day: dayIn(0) });
    const { pdf } = await patient.api.treatments.sheet({ match_id });
    const text = (await pdfText(Buffer.from(pdf, "base64"))).replaceAll(/\s+/g, " ");
    expect(text).toContain("Planilla de sesiones");
    expect(text).toContain("Esto no es una historia clínica.");
    expect(text).toContain("Firma:");
  });
});
