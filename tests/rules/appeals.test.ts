import { sql } from "kysely";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { MODERATION_RULES } from "../../app/domain/moderation/moderation-rules.ts";
import { Rating } from "../../app/domain/reviews/rating.tsx";
import { ProfileReviews } from "../../app/screens/public/profile-reviews.tsx";
import { structuredData } from "../../app/screens/public/structured-data.ts";
import { CONSULTORIO, EVERY_DAY, pass, SETTINGS, wallTimeIn } from "../bookings/agenda.ts";
import { like, outcome, type Person } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { ageAccounts, ageRelations, confirmAddresses } from "../support/trust.ts";

let testApp: TestApp;
let elena: Person;
let ana: Person;
let carla: Person;
let other: Person;

beforeAll(async () => {
  testApp = await openTestApp();
  elena = await testApp.signIn(cast.elena);
  ana = await testApp.signUp(like(cast.ana, "Ana María Gómez"));
  await ageAccounts(testApp.db, ana);
  await confirmAddresses(testApp.db, ana);
  carla = await testApp.approvedKine(cast.carla);
  await confirmAddresses(testApp.db, carla);
  other = await testApp.approvedKine(like(cast.carla, "Otra Kine", { license_number: "MN 2" }));
});
afterAll(() => testApp?.close());

async function accepted(kine = carla, patient = ana) {
  const { id: case_id } = await patient.api.cases.create({ title: "Rodilla", description: "Me duele" });
  const { id: match_id } = await kine.api.matches.apply({ case_id });
  await patient.api.matches.accept({ id: match_id });
  return { case_id, match_id, kine_id: kine.id };
}
async function newReview(kine = carla, patient = ana) {
  const { case_id, kine_id } = await accepted(kine, patient);
  await patient.api.cases.close({ id: case_id });
  const { id } = await patient.api.reviews.create({ case_id, kine_id, stars: 2, comment: "Bien" });
  return { id, case_id };
}
const publicly = async (kine = carla) => testApp.anonymous.profiles.publicProfile({ id: kine.id });
const isShown = async (id: string, kine = carla) => (await publicly(kine)).reviews.some((review) => review.id === id);
const received = async (id: string) => (await carla.api.reviews.received()).items.find((review) => review.id === id)!;
const written = async (id: string) => (await ana.api.reviews.mine()).items.find((review) => review.id === id)!;
const kindsOf = async ({ api }: Person) => (await api.notifications.list({})).items.map(({ kind }) => kind);
const open = async ({ api }: Person, id: string) =>
  (await api.appeals.list({})).items.find(({ review_id }) => review_id === id);
const reportOn = async (id: string) =>
  (await elena.api.reports.list({ state: "open" })).items.find(({ subject_id }) => subject_id === id)!;
const backdate = (table: string, column: string, key: string, id: string) =>
  testApp.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = now() - interval '14 days 1 hour' where ${sql.ref(key)} = ${id}`.execute(
      tx,
    );
  });

describe("an appeal", () => {
  test("of a hidden review is asked once by its author, and shows it again; a late one is refused", async () => {
    const { id } = await newReview();
    const appeal = { review_id: id, about: "review" as const, text: "No insulté a nadie" };
    expect(await outcome(ana.api.appeals.ask(appeal))).toBe("NOT_FOUND");
    await elena.api.moderation.hideReview({ id, reason: "Insulta" });
    expect(await written(id)).toMatchObject({ can_appeal: true, appeal: null });
    expect(await outcome(carla.api.appeals.ask(appeal))).toBe("NOT_FOUND");
    await backdate("reviews", "hidden_at", "id", id);
    expect(await written(id)).toMatchObject({ can_appeal: false });
    expect(await outcome(ana.api.appeals.ask(appeal))).toBe("APPEAL_OVER");
    await elena.api.moderation.showReview({ id, edited_at: null });
    await elena.api.moderation.hideReview({ id, reason: "Insulta" });
    await ana.api.appeals.ask(appeal);
    expect(await outcome(ana.api.appeals.ask(appeal))).toBe("ALREADY_APPEALED");
    expect(await kindsOf(elena)).toContain("appeals_waiting");
    expect(await written(id)).toMatchObject({ can_appeal: false, appeal: { outcome: null } });
    const found = (await open(elena, id))!;
    expect(found).toMatchObject({
      text: "No insulté a nadie",
      reason: "Insulta",
      is_hidden: true,
      is_for_another: false,
    });
    // The only admin decides what they decided before; about the words that they read.
    const decision = { id: found.id, outcome: "shown" as const, decision: "Tenés razón", edited_at: found.edited_at };
    await ana.api.reviews.edit({ id, stars: 1, comment: "Otra cosa" });
    expect(await outcome(elena.api.appeals.decide(decision))).toBe("REVIEW_CHANGED");
    const { edited_at } = (await open(elena, id))!;
    await elena.api.appeals.decide({ ...decision, edited_at });
    expect(await outcome(elena.api.appeals.decide({ ...decision, edited_at }))).toBe("ALREADY_DONE");
    expect(await isShown(id)).toBe(true);
    expect(await written(id)).toMatchObject({ appeal: { outcome: "shown", decision: "Tenés razón" } });
    expect([await kindsOf(ana), await kindsOf(elena)]).toEqual([
      expect.arrayContaining(["appeal_decided"]),
      expect.not.arrayContaining(["appeals_waiting"]),
    ]);
  });

  test("of a report that was turned down is the specialist's, and may hide the review", async () => {
    const { id } = await newReview();
    await carla.api.reports.create({ subject: "review", id, reason: "offensive" });
    await other.api.reports.create({ subject: "review", id, reason: "offensive" });
    const appeal = { review_id: id, about: "review" as const, text: "Sí insulta" };
    expect(await outcome(carla.api.appeals.ask(appeal))).toBe("NOT_FOUND");
    for (const report of (await elena.api.reports.list({ state: "open" })).items.filter((one) => one.subject_id === id))
      await elena.api.reports.decide({ id: report.id, decision: "No insulta", is_upheld: false });
    expect(await received(id)).toMatchObject({ is_report_rejected: true, can_appeal: true });
    // Who else reported it has no say about their own reviews.
    expect(await outcome(other.api.appeals.ask(appeal))).toBe("NOT_FOUND");
    await carla.api.appeals.ask(appeal);
    const found = (await open(elena, id))!;
    expect(found).toMatchObject({ by_name: expect.any(String), is_hidden: false, reason: "No insulta" });
    await elena.api.appeals.decide({ id: found.id, outcome: "hidden", decision: "Es un insulto", edited_at: null });
    expect([await isShown(id), await written(id)]).toEqual([
      false,
      expect.objectContaining({ hidden_reason: "Es un insulto", can_appeal: true }),
    ]);
    expect(await kindsOf(carla)).toContain("appeal_decided_kine");
  });

  test("of a review that was reported twice is one, about the decision that came last", async () => {
    const { id } = await newReview();
    for (const [reason, decision] of [
      ["offensive", "No insulta"],
      ["spam", "No es publicidad"],
    ] as const) {
      await carla.api.reports.create({ subject: "review", id, reason });
      await elena.api.reports.decide({ id: (await reportOn(id)).id, decision, is_upheld: false });
    }
    const rows = (await carla.api.reviews.received()).items.filter((review) => review.id === id);
    expect(rows).toMatchObject([{ is_report_rejected: true, can_appeal: true }]);
    await carla.api.appeals.ask({ review_id: id, about: "review", text: "Miente" });
    const appeals = (await elena.api.appeals.list({})).items.filter(({ review_id }) => review_id === id);
    expect(appeals).toMatchObject([{ reason: "No es publicidad" }]);
    await elena.api.appeals.decide({
      id: appeals[0]!.id,
      outcome: "kept",
      decision: "Es una opinión",
      edited_at: null,
    });
  });

  test("of a hidden answer is its author's, and another admin decides it while there is one", async () => {
    const { id } = await newReview();
    await carla.api.reviews.reply({ review_id: id, body: "Gracias" });
    await elena.api.moderation.hideReply({ id, reason: "Provoca" });
    expect(await received(id)).toMatchObject({ can_appeal_reply: true });
    await carla.api.appeals.ask({ review_id: id, about: "reply", text: "Solo agradecí" });
    const second = await testApp.signUp(like(cast.ana, "Otra Admin"));
    await confirmAddresses(testApp.db, second);
    await elena.api.accounts.assignRole({ user_id: second.id, role: "admin" });
    const found = (await open(elena, id))!;
    const decision = { id: found.id, outcome: "shown" as const, decision: "Agradecía", edited_at: null };
    expect(found.is_for_another).toBe(true);
    expect(await outcome(elena.api.appeals.decide(decision))).toBe("OTHER_ADMIN_DECIDES");
    expect(await open(second, id)).toMatchObject({ is_for_another: false });
    await second.api.appeals.decide(decision);
    expect((await publicly()).reviews.find((review) => review.id === id)).toMatchObject({ reply: "Gracias" });
    expect(await received(id)).toMatchObject({ reply_appeal: { outcome: "shown" }, reply_hidden_reason: null });
    await elena.api.accounts.assignRole({ user_id: second.id, role: "patient" });
  });

  test("waits in Colas, and is late after 48 hours", async () => {
    const { id } = await newReview();
    await elena.api.moderation.hideReview({ id, reason: "Insulta" });
    await ana.api.appeals.ask({ review_id: id, about: "review", text: "No" });
    const queue = async () => (await elena.api.operator.queues()).items.find((row) => row.queue === "appeals");
    expect(await queue()).toMatchObject({ waiting: 1, late: 0, late_hours: 48 });
    await backdate("appeals", "created_at", "review_id", id);
    expect(await queue()).toMatchObject({ waiting: 1, late: 1 });
  });
});

describe("a report", () => {
  test("of an answer keeps what it said, and is decided about the words that were read", async () => {
    const { id } = await newReview();
    await carla.api.reviews.reply({ review_id: id, body: "Mentís siempre" });
    const { reply_id } = await written(id);
    const report = { subject: "reply" as const, id: reply_id!, reason: "offensive" as const };
    expect(await outcome(carla.api.reports.create(report))).toBe("OWN_THING");
    await ana.api.reports.create(report);
    await carla.api.reviews.editReply({ review_id: id, body: "Gracias" });
    const found = await reportOn(reply_id!);
    expect(found).toMatchObject({ subject: "reply", text: "Mentís siempre", text_now: "Gracias", author_id: carla.id });
    const decision = { id: found.id, decision: "Ya lo cambió", is_upheld: true };
    expect(await outcome(elena.api.reports.decide(decision))).toBe("REPLY_CHANGED");
    await elena.api.reports.decide({ ...decision, edited_at: found.edited_at });
    await elena.api.moderation.hideReply({ id, reason: "Provoca" });
    expect(await outcome(other.api.reports.create(report))).toBe("NOT_FOUND");
  });

  test("of a review is decided about the words that were read, and a hundred hide nothing", async () => {
    const { id } = await newReview();
    await other.api.reports.create({ subject: "review", id, reason: "offensive" });
    const before = await reportOn(id);
    await ana.api.reviews.edit({ id, stars: 1, comment: "Otra cosa" });
    const decision = { id: before.id, decision: "No insulta", edited_at: before.edited_at };
    expect(await outcome(elena.api.reports.decide(decision))).toBe("REVIEW_CHANGED");
    await elena.api.reports.decide({ ...decision, edited_at: (await reportOn(id)).edited_at });
    await sql`insert into auth.users (id, email) select uuid_v7(), n || '@denuncias.example' from generate_series(1, 100) n`.execute(
      testApp.db,
    );
    await sql`insert into profiles (id, email, name) select id, email, 'Denuncia' from auth.users where email like '%@denuncias.example'`.execute(
      testApp.db,
    );
    await sql`insert into reports (reporter_id, review_id, reason) select id, ${id}::uuid, 'offensive' from profiles
      where email like '%@denuncias.example'`.execute(testApp.db);
    expect(await isShown(id)).toBe(true);
  });
});

test("a review says that sessions were held where one was, undisputed, when it was written", async () => {
  await carla.api.availabilities.replace({ ranges: EVERY_DAY("08:00", "20:00") });
  await carla.api.agendas.save(SETTINGS);
  const { id: place_id } = await carla.api.agendas.savePlace(CONSULTORIO);
  const reviewed = async (mark: "held" | "no_show" | "disputed" | null, day: number) => {
    const { case_id, match_id, kine_id } = await accepted();
    await carla.api.bookings.book({ match_id, place_id, starts: [wallTimeIn(day, "10:00")] });
    const booking = await testApp.db
      .selectFrom("bookings")
      .select("id")
      .where("match_id", "=", match_id)
      .executeTakeFirstOrThrow();
    const now = async () => {
      const { sequence } = await testApp.db
        .selectFrom("bookings")
        .select("sequence")
        .where("id", "=", booking.id)
        .executeTakeFirstOrThrow();
      return { id: booking.id, sequence };
    };
    await ana.api.bookings.confirm(await now());
    await pass(testApp, (day + 1) * 24, [booking.id]);
    if (mark) await carla.api.bookings.mark({ ...(await now()), as: mark === "held" ? "held" : "no_show" });
    if (mark === "disputed") {
      await ana.api.bookings.dispute(await now());
      await carla.api.bookings.mark({ ...(await now()), as: "held" });
    }
    await ana.api.cases.close({ id: case_id });
    const { id } = await ana.api.reviews.create({ case_id, kine_id, stars: 5 });
    return (await written(id)).has_sessions;
  };
  expect([await reviewed("held", 3), await reviewed("no_show", 4)]).toEqual([true, false]);
  expect([await reviewed("disputed", 5), await reviewed(null, 6)]).toEqual([false, false]);
  const { items } = await ana.api.reviews.mine();
  await expect(
    testApp.db.updateTable("reviews").set({ has_sessions: false }).where("id", "=", items[0]!.id).execute(),
  ).resolves.toBeDefined();
  await expect(
    testApp.db.updateTable("reviews").set({ has_sessions: true }).where("id", "=", items[0]!.id).execute(),
  ).rejects.toMatchObject({ constraint: "reviews_stay_as_written" });
});

test("an average is shown from as many reviews as the operator says, alike on profile, cards and structured data", async () => {
  const kine = await testApp.approvedKine(like(cast.carla, "Kine Con Dos", { license_number: "MN 5" }));
  const patients = [ana, await testApp.signUp(like(cast.ana, "Beto"))];
  for (const patient of patients) await newReview(kine, patient);
  const card = async () => (await ana.api.profiles.specialists({})).items.find(({ id }) => id === kine.id)!;
  expect([await publicly(kine), await card()]).toEqual([
    expect.objectContaining({ average_stars: 2, review_count: 2, rating_from: 1 }),
    expect.objectContaining({ average_stars: 2, review_count: 2 }),
  ]);
  await elena.api.settings.change({ key: "rating_from", value: 3 });
  for (const one of [await publicly(kine), await card()])
    expect(one).toMatchObject({ average_stars: null, review_count: 2, rating_from: 3 });
  expect(await kine.api.reviews.received()).toMatchObject({ average: null, count: 2, rating_from: 3 });
  const seen = await publicly(kine);
  expect(renderToStaticMarkup(createElement(Rating, { of: seen }))).toContain(
    "2 reseñas; mostramos el promedio desde 3",
  );
  expect(structuredData(seen, testApp.url)).not.toHaveProperty("aggregateRating");
  await elena.api.settings.change({ key: "rating_from", value: null });
  expect(structuredData(await publicly(kine), testApp.url)).toHaveProperty("aggregateRating");
});

test("a profile says how many of its reviews were hidden by the rules", async () => {
  const kine = await testApp.approvedKine(like(cast.carla, "Kine Con Oculta", { license_number: "MN 6" }));
  await newReview(kine);
  const cora = await testApp.signUp(like(cast.ana, "Cora"));
  const { id } = await newReview(kine, cora);
  await elena.api.moderation.hideReview({ id, reason: "Insulta" });
  // As the order would count it: of a proven address, a week after the acceptance.
  expect(await publicly(kine)).toMatchObject({ review_count: 1, hidden_count: 0 });
  await confirmAddresses(testApp.db, cora);
  expect(await publicly(kine)).toMatchObject({ review_count: 1, hidden_count: 0 });
  await ageRelations(testApp.db, kine);
  expect(await publicly(kine)).toMatchObject({ review_count: 1, hidden_count: 1 });
  const page = renderToStaticMarkup(createElement(ProfileReviews, { profile: await publicly(kine) }));
  expect(page.replaceAll("<!-- -->", "")).toContain("1 reseña, 1 oculta por las reglas.");
});

test("/como-moderamos says the times and numbers that the database holds", async () => {
  const page = MODERATION_RULES.map(({ text }) => text).join(" ");
  const { rows } = await sql<{ name: string; body: string }>`select p.proname as name, p.prosrc as body from pg_proc p
    where p.proname in ('reviews_keep_their_course', 'review_replies_keep_their_course', 'appeals_keep_their_course')
    union all select conname, pg_get_constraintdef(oid) from pg_constraint where conname = 'review_versions_at_most_ten'`.execute(
    testApp.db,
  );
  const source = new Map(rows.map(({ name, body }) => [name, body]));
  for (const [said, rule, held] of [
    ["durante 7 días", "reviews_keep_their_course", "interval '7 days'"],
    ["10 veces como mucho", "review_versions_at_most_ten", "n <= 10"],
    ["durante 48 horas", "review_replies_keep_their_course", "interval '48 hours'"],
    ["una vez, durante 14 días", "appeals_keep_their_course", "interval '14 days'"],
  ] as const) {
    expect(page).toContain(said);
    expect(source.get(rule)).toContain(held);
  }
});
