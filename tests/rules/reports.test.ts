import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MOST_REPORTS_A_DAY, MOST_REPORTS_UNCONFIRMED } from "../../app/domain/reports/report.ts";
import { cast } from "../../app/demo/cast.ts";
import { everyItem, like, outcome, type Person } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { confirmAddresses } from "../support/trust.ts";

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

test("open reports are listed by whom they came from", async () => {
  await sql`insert into reports (profile_id, reason, details) values (${other.id}, 'other', 'Tres textos con un teléfono.')`.execute(
    testApp.db,
  );
  const [person, program, all] = await Promise.all(
    (["person", "program", null] as const).map(
      async (by) => (await elena.api.reports.list({ state: "open", by })).items,
    ),
  );
  expect(program).toMatchObject([{ reporter_id: null, details: "Tres textos con un teléfono.", author_id: other.id }]);
  expect(person!.map(({ id }) => id)).toEqual(all!.map(({ id }) => id).filter((id) => id !== program![0]!.id));
  await sql`delete from reports where id = ${program![0]!.id}`.execute(testApp.db);
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
    await confirmAddresses(testApp.db, patient);
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
    expect((await found())[0]).toMatchObject({
      title: words.title,
      text: words.description,
      text_now: "Rodilla\nNada",
    });
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

test("a person reports twenty things in a day and no more, three without a proven address, also all at once", async () => {
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
  const throwaway = await testApp.signUp(like(cast.bruno, "Bruno Descartable"));
  await confirmAddresses(testApp.db, other);
  const report = ({ api }: Person) =>
    Promise.all(kines.map((id) => outcome(api.reports.create({ subject: "profile", id, reason: "spam" }))));
  for (const [person, most] of [
    [throwaway, MOST_REPORTS_UNCONFIRMED],
    [other, MOST_REPORTS_A_DAY],
  ] as const) {
    const outcomes = await report(person);
    expect(outcomes.filter((each) => each === "ok")).toHaveLength(most);
    expect(outcomes.filter((each) => each === "TOO_MANY_REPORTS")).toHaveLength(kines.length - most);
  }
});

test("who reported something reports it again for another reason, and once it says something else than what was decided about", async () => {
  const [patient, kine] = [
    await testApp.signUp(like(cast.ana, "Ana Otra Vez")),
    await testApp.approvedKine(like(cast.carla, "Kine Otra Vez", { license_number: "MN 7891" })),
  ];
  await confirmAddresses(testApp.db, patient);
  const ask = (as: "spam" | "misconduct" | "false_licence") =>
    outcome(patient.api.reports.create({ subject: "profile", id: kine.id, reason: as }));
  const open = async () =>
    (await everyItem((after) => elena.api.reports.list({ state: "open", after }))).filter(
      ({ subject_id }) => subject_id === kine.id,
    );
  const decideAll = async () => {
    for (const { id } of await open()) await elena.api.reports.decide({ id, decision: "Sin falta" });
  };
  expect([await ask("spam"), await ask("spam"), await ask("misconduct")]).toEqual(["ok", "ALREADY_REPORTED", "ok"]);
  await decideAll();
  expect([await ask("spam"), await ask("misconduct"), await ask("false_licence")]).toEqual([
    "ALREADY_REPORTED",
    "ALREADY_REPORTED",
    "ok",
  ]);
  await decideAll();
  // An edit comes back to the queue by itself, once.
  await kine.api.profiles.introduce({ bio: "Son todos unos inútiles" });
  await kine.api.profiles.update({ name: "Kine Otra Vez", bio: "Son todos unos inútiles" });
  expect(await open()).toMatchObject([{ reporter_id: null, text: "Son todos unos inútiles" }]);
  // What it says by now is shown with it.
  await kine.api.profiles.introduce({ bio: "Son todos unos ladrones" });
  expect(await open()).toMatchObject([{ text: "Son todos unos inútiles", text_now: "Son todos unos ladrones" }]);
  // A licence that was doubted for nothing is not taken at once again.
  expect(await ask("false_licence")).toBe("ok");
  expect((await open()).filter(({ acted_at }) => acted_at !== null)).toEqual([]);
  expect([await ask("spam"), await ask("spam")]).toEqual(["ok", "ALREADY_REPORTED"]);
  await decideAll();
  await kine.api.profiles.introduce({ bio: "Son todos unos ladrones" });
  expect(await open()).toEqual([]);
  // A person does more than their profile says.
  await sql`begin; set local session_replication_role = replica;
    update reports set decided_at = now() - interval '31 days' where subject_id = ${sql.lit(kine.id)} and reporter_id is not null; commit`.execute(
    testApp.db,
  );
  expect(await ask("spam")).toBe("ok");
});

test("a decision is about what was there when it was made, not about what was reported", async () => {
  const [patient, kine] = [
    await testApp.signUp(like(cast.ana, "Ana Cambia")),
    await testApp.approvedKine(like(cast.carla, "Kine Cambia", { license_number: "MN 7893" })),
  ];
  await confirmAddresses(testApp.db, patient, kine);
  const words = { title: "Rodilla", description: "Me duele", injury_area: null, location_city: null };
  const { id } = await patient.api.cases.create(words);
  let version = 1;
  const edit = async (description: string) => {
    await patient.api.cases.update({ ...words, id, version, description, studies_access: "verified" });
    version += 1;
  };
  const ask = () => outcome(kine.api.reports.create({ subject: "case", id, reason }));
  const open = async () =>
    (await everyItem((after) => elena.api.reports.list({ state: "open", after }))).filter(
      ({ subject_id }) => subject_id === id,
    );
  await edit("Te pago por afuera");
  expect(await ask()).toBe("ok");
  await edit("Nada");
  const [report] = await open();
  await elena.api.reports.decide({ id: report!.id, decision: "Ya lo cambió", is_upheld: true });
  expect(await ask()).toBe("ALREADY_REPORTED");
  await edit("Te pago por afuera");
  expect(await open()).toMatchObject([{ reporter_id: null, text: "Te pago por afuera" }]);
  expect(await ask()).toBe("ok");
});

test("what was reported comes back to the queue when its author edits it: a case, the place of an offer, an answer to a review", async () => {
  const [patient, kine] = [
    await testApp.signUp(like(cast.ana, "Ana Edita")),
    await testApp.approvedKine(like(cast.carla, "Kine Edita", { license_number: "MN 7892" })),
  ];
  await confirmAddresses(testApp.db, patient, kine);
  const words = { title: "Rodilla", description: "Me duele", injury_area: null, location_city: null };
  const { id: case_id } = await patient.api.cases.create(words);
  const offer = { place: "Mi consultorio" };
  const { id: match_id } = await kine.api.matches.apply({ case_id, message: "Hola", offer });
  const back = async (who: Person, subject: "case" | "message" | "reply", id: string, edit: () => Promise<unknown>) => {
    const { id: report } = await who.api.reports.create({ subject, id, reason });
    await elena.api.reports.decide({ id: report, decision: "Sin falta" });
    expect(await outcome(who.api.reports.create({ subject, id, reason }))).toBe("ALREADY_REPORTED");
    await edit();
    const items = await everyItem((after) => elena.api.reports.list({ state: "open", after }));
    expect(items.filter(({ subject_id }) => subject_id === id)).toMatchObject([{ subject, reporter_id: null }]);
    expect(await outcome(who.api.reports.create({ subject, id, reason }))).toBe("ok");
  };
  await back(kine, "case", case_id, () =>
    patient.api.cases.update({
      ...words,
      id: case_id,
      version: 1,
      description: "Inútiles",
      studies_access: "verified",
    }),
  );
  await back(patient, "message", match_id, () => kine.api.matches.edit({ id: match_id, offer: { place: "Inútil" } }));
  await patient.api.matches.accept({ id: match_id });
  await patient.api.cases.close({ id: case_id });
  const { id: review_id } = await patient.api.reviews.create({ case_id, kine_id: kine.id, stars: 1 });
  await kine.api.reviews.reply({ review_id, body: "Gracias por tu tiempo." });
  const { id: reply } = await testApp.db
    .selectFrom("review_replies")
    .select("id")
    .where("review_id", "=", review_id)
    .executeTakeFirstOrThrow();
  await back(patient, "reply", reply, () =>
    kine.api.reviews.editReply({ review_id, body: "Esta persona miente siempre y es una inmunda." }),
  );
});
