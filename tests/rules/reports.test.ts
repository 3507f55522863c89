import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MOST_REPORTS_A_DAY } from "../../app/domain/reports/report.ts";
import { cast } from "../../app/demo/cast.ts";
import { like, outcome, type Person } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";

let testApp: TestApp;
let ana: Person;
let bruno: Person;
let carla: Person;
let other: Person;
let elena: Person;
let caseId: string;
let matchId: string;
let reviewId: string;

beforeAll(async () => {
  testApp = await openTestApp();
  [ana, bruno, elena] = [
    await testApp.signUp(cast.ana),
    await testApp.signUp(cast.bruno),
    await testApp.signIn(cast.elena),
  ];
  carla = await testApp.approvedKine(cast.carla);
  other = await testApp.approvedKine(like(cast.carla, "Otra Kine", { license_number: "MN 2" }));
  ({ id: caseId } = await ana.api.cases.create({ title: "Rodilla", description: "Me duele" }));
  ({ id: matchId } = await carla.api.matches.apply({ case_id: caseId, message: "Puedo ayudar" }));
  await ana.api.matches.accept({ id: matchId });
  await ana.api.cases.close({ id: caseId });
  ({ id: reviewId } = await ana.api.reviews.create({ case_id: caseId, kine_id: carla.id, stars: 1, comment: "Malo" }));
});
afterAll(() => testApp?.close());

const reason = "offensive" as const;

test("each thing is reported once by whoever sees it, and by nobody else", async () => {
  const ask = (who: Person, subject: "profile" | "case" | "message" | "review", id: string) =>
    outcome(who.api.reports.create({ subject, id, reason }));
  expect(await ask(ana, "profile", carla.id)).toBe("ok");
  expect(await ask(ana, "profile", carla.id)).toBe("ALREADY_REPORTED");
  expect(await ask(carla, "profile", carla.id)).toBe("OWN_THING");
  expect(await ask(ana, "profile", bruno.id)).toBe("NOT_FOUND");
  expect(await ask(carla, "case", caseId)).toBe("ok");
  // A closed case to which they never applied.
  expect(await ask(other, "case", caseId)).toBe("NOT_FOUND");
  expect(await ask(ana, "message", matchId)).toBe("ok");
  expect(await ask(bruno, "message", matchId)).toBe("NOT_FOUND");
  expect(await ask(carla, "message", matchId)).toBe("NOT_FOUND");
  expect(await ask(carla, "review", reviewId)).toBe("ok");
  expect(await ask(bruno, "review", reviewId)).toBe("ok");
  expect(await ask(ana, "review", reviewId)).toBe("OWN_THING");
  expect(await ask(bruno, "review", randomUUID())).toBe("NOT_FOUND");
});

test("the queue shows what was reported in context, the oldest first, and what was decided", async () => {
  const { items } = await elena.api.reports.list({ state: "open" });
  expect(items.map(({ subject }) => subject)).toEqual(["profile", "case", "message", "review", "review"]);
  expect(items[2]).toMatchObject({
    subject: "message",
    title: "Rodilla",
    text: "Puedo ayudar",
    author_id: carla.id,
    reporter_name: cast.ana.metadata.name,
  });
  expect(items[3]).toMatchObject({
    subject: "review",
    text: "Malo",
    stars: 1,
    author_id: ana.id,
    reviewed_name: cast.carla.metadata.name,
    open_count: 2,
  });
  const { id } = items[0]!;
  expect(await elena.api.reports.decide({ id, decision: "Sin falta" })).toEqual({ decided: true });
  expect(await outcome(elena.api.reports.decide({ id, decision: "Otra" }))).toBe("ALREADY_DONE");
  expect(await outcome(elena.api.reports.decide({ id: items[1]!.id, decision: " " }))).toBe("BAD_INPUT");
  expect((await elena.api.reports.list({ state: "open" })).items.map((each) => each.id)).not.toContain(id);
  expect((await elena.api.reports.list({ state: "decided" })).items).toMatchObject([{ id, decision: "Sin falta" }]);
  const events = await testApp.db
    .selectFrom("auth.audit_events")
    .select("id")
    .where("event", "=", "report_decided")
    .execute();
  expect(events).toHaveLength(1);
});

test.each(["edited and withdrawn", "edited and deleted with the account"])(
  "what was reported stays as it was said, whatever becomes of it: %s",
  async (how) => {
    const name = `Denunciado ${how.length}`;
    const patient = await testApp.signUp(like(cast.ana, name));
    const kine = await testApp.approvedKine(like(cast.carla, `Kine ${name}`, { license_number: `MN 77${how.length}` }));
    const words = { title: "Llamame ya", description: "Te pago por afuera", injury_area: null, location_city: null };
    const { id: case_id } = await patient.api.cases.create({ title: words.title, description: words.description });
    const { id: match_id } = await kine.api.matches.apply({ case_id, message: "Sos una molestia" });
    const file = async (who: Person, subject: "case" | "message", id: string) =>
      (await who.api.reports.create({ subject, id, reason })).id;
    const reports = [await file(kine, "case", case_id), await file(patient, "message", match_id)];
    const found = async () =>
      (await elena.api.reports.list({ state: "open" })).items.filter(({ id }) => reports.includes(id));
    const said = [
      { title: words.title, text: words.description, author_id: patient.id },
      { text: "Sos una molestia", author_id: kine.id },
    ];
    expect(await found()).toMatchObject(said.map((each) => ({ ...each, is_gone: false })));

    await patient.api.cases.update({
      ...words,
      id: case_id,
      version: 1,
      title: "Rodilla",
      description: "Nada",
      studies_access: "verified",
    });
    expect((await found())[0]).toMatchObject({ title: words.title, text: words.description, text_now: "Nada" });
    await kine.api.matches.withdraw({ id: match_id });
    if (how === "edited and withdrawn") {
      await patient.api.cases.withdraw({ id: case_id });
      expect(await found()).toMatchObject(said.map((each) => ({ ...each, is_gone: true, case_id: null })));
      expect((await elena.api.dossiers.person({ id: patient.id })).reports.map(({ id }) => id)).toEqual([reports[0]]);
      for (const id of reports) await elena.api.reports.decide({ id, decision: "Sin falta", is_upheld: true });
    } else {
      // With the account goes the report; sealed, what was said outlives it.
      await patient.api.accounts.delete();
      expect(await found()).toEqual([]);
      const again = await testApp.signUp(like(cast.ana, name));
      const [departure] = (await elena.api.dossiers.person({ id: again.id })).departures;
      expect(departure!.reports).toMatchObject([{ text: words.description }]);
    }
  },
);

test("a report stays as it was written, and goes with its reporter", async () => {
  const rows = () => testApp.db.selectFrom("reports").select("id").where("reporter_id", "=", bruno.id).execute();
  const [report] = await rows();
  await expect(
    testApp.db.updateTable("reports").set({ details: "Otra cosa" }).where("id", "=", report!.id).execute(),
  ).rejects.toMatchObject({ constraint: "reports_stay_as_written" });
  await expect(
    testApp.db
      .updateTable("reports")
      .set({ decided_at: new Date(), decision: "x" })
      .where("id", "=", report!.id)
      .execute(),
  ).rejects.toMatchObject({ constraint: "only_admins" });
  await bruno.api.accounts.delete();
  expect(await rows()).toEqual([]);
});

test("a person reports twenty things in a day and no more, also all at once", async () => {
  const kines = await Promise.all(
    Array.from({ length: MOST_REPORTS_A_DAY + 5 }, async (_, n) => {
      const email = `reportado${n}@example.com`;
      const { id } = await testApp.db
        .insertInto("auth.users")
        .values({ email })
        .returning("id")
        .executeTakeFirstOrThrow();
      await testApp.db
        .insertInto("profiles")
        .values({ id, email, name: "Reportado", approval_status: "approved" })
        .execute();
      await testApp.db.insertInto("user_roles").values({ user_id: id, role: "kine" }).execute();
      return id;
    }),
  );
  const outcomes = await Promise.all(
    kines.map((id) => outcome(other.api.reports.create({ subject: "profile", id, reason: "spam" }))),
  );
  expect(outcomes.filter((each) => each === "ok")).toHaveLength(MOST_REPORTS_A_DAY);
  expect(outcomes.filter((each) => each === "TOO_MANY_REPORTS")).toHaveLength(5);
});
