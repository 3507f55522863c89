import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { isFull } from "../support/full.ts";
import { like, outcome, type Person } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { ageAccounts } from "../support/trust.ts";

/** How often each act is tried on each review: more than 1,000 acts in the full form. */
const TURNS = isFull ? 24 : 4;

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
  carla = await testApp.approvedKine(cast.carla);
  other = await testApp.approvedKine(like(cast.carla, "Otra Kine", { license_number: "MN 2" }));
});
afterAll(() => testApp?.close());

async function newReview(stars = 4, kine = carla, patient = ana) {
  const { id: case_id } = await patient.api.cases.create({ title: "Rodilla", description: "Me duele" });
  await patient.api.matches.accept({ id: (await kine.api.matches.apply({ case_id })).id });
  await patient.api.cases.close({ id: case_id });
  const { id } = await patient.api.reviews.create({ case_id, kine_id: kine.id, stars, comment: "Bien" });
  return { id, case_id };
}
const publicly = async (id: string, kine = carla) =>
  (await testApp.anonymous.profiles.publicProfile({ id: kine.id })).reviews.find((review) => review.id === id);
const received = async (id: string) => (await carla.api.reviews.received()).items.find((review) => review.id === id);
const written = async (id: string) => (await ana.api.reviews.mine()).items.find((review) => review.id === id);
const listed = async (id: string) => (await elena.api.reviews.list({})).items.find((review) => review.id === id);
const kindsOf = async ({ api }: Person) => (await api.notifications.list({})).items.map(({ kind }) => kind);
const age = (table: "reviews" | "review_replies", id: string, hours: number) =>
  testApp.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    const key = table === "reviews" ? "id" : "review_id";
    await sql`update ${sql.table(table)} set created_at = now() - ${hours} * interval '1 hour', edited_at = null
      where ${sql.ref(key)} = ${id}`.execute(tx);
  });

describe("an answer to a review", () => {
  test("is written once by whom the review is about, stands below it for everybody, and its patient is notified", async () => {
    const { id } = await newReview();
    const answer = { review_id: id, body: "¡Gracias, Ana!" };
    expect(await outcome(other.api.reviews.reply(answer))).toBe("NOT_FOUND");
    expect(await carla.api.reviews.reply(answer)).toEqual({ is_held: false });
    expect(await outcome(carla.api.reviews.reply(answer))).toBe("ALREADY_REPLIED");
    expect(await publicly(id)).toMatchObject({ reply: "¡Gracias, Ana!", replied_at: expect.any(Date) });
    expect(await written(id)).toMatchObject({ reply: "¡Gracias, Ana!" });
    expect(await kindsOf(ana)).toContain("review_replied");
    expect(await outcome(carla.api.reviews.reply({ ...answer, body: " \u3164 " }))).toBe("BAD_INPUT");
    expect(await outcome(carla.api.reviews.reply({ ...answer, body: "a".repeat(1_001) }))).toBe("BAD_INPUT");
  });

  test("is refused with another name of its patient, also the one of then, or with contact data", async () => {
    const { id } = await newReview();
    await ana.api.profiles.update({ name: "Ana María Rossi" });
    for (const body of ["Gracias, señora Gómez", "Gracias, Rossi", "Llamame al 11 4555-6789", "soy @carla.kine"])
      expect(await outcome(carla.api.reviews.reply({ review_id: id, body })), body).toBe("REPLY_TELLS");
    await carla.api.reviews.reply({ review_id: id, body: "Gracias" });
    expect(await outcome(carla.api.reviews.editReply({ review_id: id, body: "Gracias, Gomes" }))).toBe("REPLY_TELLS");
    expect(await publicly(id)).toMatchObject({ reply: "Gracias" });
    await ana.api.profiles.update({ name: "Ana María Gómez" });
  });

  test("waits for an admin who read it when it tells of health, and an edit is judged again", async () => {
    const { id } = await newReview();
    expect(await carla.api.reviews.reply({ review_id: id, body: "No hacías los ejercicios" })).toEqual({
      is_held: true,
    });
    expect(await publicly(id)).toMatchObject({ reply: null, replied_at: null });
    expect(await written(id)).toMatchObject({ reply: null });
    expect(await received(id)).toMatchObject({ reply: "No hacías los ejercicios", is_reply_held: true });
    expect(await kindsOf(elena)).toContain("reply_held");
    const queue = async () => (await elena.api.operator.queues()).items.find((row) => row.queue === "replies")?.waiting;
    const [held] = (await elena.api.reviews.heldReplies()).items;
    expect(held).toMatchObject({ id, reply: "No hacías los ejercicios", patient_name: "Ana María Gómez" });
    expect(await queue()).toBe(1);
    // What changes while it is read is read again.
    await carla.api.reviews.editReply({ review_id: id, body: "Tu rodilla no daba más" });
    const read = { id, edited_at: held!.reply_edited_at };
    expect(await outcome(elena.api.moderation.showReply(read))).toBe("REPLY_CHANGED");
    await carla.api.reviews.editReply({ review_id: id, body: "Te deseo lo mejor" });
    expect(await publicly(id)).toMatchObject({ reply: "Te deseo lo mejor" });
    expect([await queue(), await kindsOf(elena)]).toEqual([0, expect.not.arrayContaining(["reply_held"])]);
    await carla.api.reviews.editReply({ review_id: id, body: "Tu rodilla mejoró" });
    expect(await publicly(id)).toMatchObject({ reply: null });
    const [again] = (await elena.api.reviews.heldReplies()).items;
    await elena.api.moderation.showReply({ id, edited_at: again!.reply_edited_at });
    expect(await publicly(id)).toMatchObject({ reply: "Tu rodilla mejoró" });
  });

  test("is edited within 48 hours of it or of the review's edit, and a hidden one no more", async () => {
    const { id } = await newReview();
    await carla.api.reviews.reply({ review_id: id, body: "Gracias" });
    await age("review_replies", id, 49);
    expect(await received(id)).toMatchObject({ can_edit_reply: false });
    expect(await outcome(carla.api.reviews.editReply({ review_id: id, body: "Otra" }))).toBe("REPLY_SETTLED");
    await ana.api.reviews.edit({ id, stars: 1, comment: "Lo pensé mejor" });
    expect(await received(id)).toMatchObject({ can_edit_reply: true });
    await carla.api.reviews.editReply({ review_id: id, body: "Lamento leer esto" });
    await elena.api.moderation.hideReply({ id, reason: "Provoca" });
    expect(await publicly(id)).toMatchObject({ reply: null });
    expect(await received(id)).toMatchObject({ reply_hidden_reason: "Provoca", can_edit_reply: false });
    expect(await outcome(carla.api.reviews.editReply({ review_id: id, body: "Otra" }))).toBe("NOT_FOUND");
    expect(await outcome(carla.api.reviews.reply({ review_id: id, body: "Otra" }))).toBe("ALREADY_REPLIED");
  });

  test("is given to nobody with its review hidden, and goes with its specialist's account", async () => {
    const kine = await testApp.approvedKine(like(cast.carla, "Kine Que Se Va", { license_number: "MN 3" }));
    const { id } = await newReview(5, kine);
    await kine.api.reviews.reply({ review_id: id, body: "Gracias" });
    await elena.api.moderation.hideReview({ id, reason: "Insulta" });
    expect(await outcome(kine.api.reviews.editReply({ review_id: id, body: "Otra" }))).toBe("NOT_FOUND");
    expect(await publicly(id, kine)).toBeUndefined();
    await kine.api.accounts.delete();
    expect(await testApp.db.selectFrom("review_replies").select("body").where("review_id", "=", id).execute()).toEqual(
      [],
    );
  });

  test("is news to its patient once, also when it waited in between, and none while either blocks the other", async () => {
    const told = async (id: string) =>
      (
        await testApp.db
          .selectFrom("notifications")
          .select(["count"])
          .where("review_id", "=", id)
          .where("kind", "=", "review_replied")
          .execute()
      ).map(({ count }) => count);
    const { id } = await newReview();
    await carla.api.reviews.reply({ review_id: id, body: "Gracias" });
    expect(await told(id)).toEqual([1]);
    await testApp.db.updateTable("notifications").set({ seen_at: new Date() }).where("review_id", "=", id).execute();
    for (const body of ["Tu rodilla mejoró", "Gracias por venir", "Tu hombro mejoró", "Gracias otra vez"])
      await carla.api.reviews.editReply({ review_id: id, body });
    expect(await told(id)).toEqual([1]);
    const blocked = await newReview(4, other);
    const match = await testApp.db
      .selectFrom("matches")
      .select("id")
      .where("case_id", "=", blocked.case_id)
      .executeTakeFirstOrThrow();
    await ana.api.conversations.block(match);
    await other.api.reviews.reply({ review_id: blocked.id, body: "Gracias" });
    expect(await told(blocked.id)).toEqual([]);
    await ana.api.conversations.unblock(match);
  });

  test("says no name of a suspended patient, and goes with the account of its patient, whose reviews nobody answers", async () => {
    const member = like(cast.ana, "Berta Quiroga");
    const patient = await testApp.signUp(member);
    await ageAccounts(testApp.db, patient);
    const [open, later] = [await newReview(4, carla, patient), await newReview(4, other, patient)];
    await elena.api.moderation.suspend({ id: patient.id, reason: "Insulta" });
    for (const body of ["Gracias, Berta", "Gracias, Quiroga"])
      expect(await outcome(carla.api.reviews.reply({ review_id: open.id, body })), body).toBe("REPLY_TELLS");
    await elena.api.moderation.restore({ id: patient.id, reason: "Fue un error" });
    await carla.api.reviews.reply({ review_id: open.id, body: "Gracias, Berta" });
    await (await testApp.signIn(member)).api.accounts.delete();
    expect(await publicly(open.id)).toMatchObject({ patient_name: null, reply: null });
    expect(await received(open.id)).toMatchObject({ reply: null, can_reply: false });
    const answer = { review_id: open.id, body: "Gracias, Berta Quiroga" };
    expect(await outcome(carla.api.reviews.reply(answer))).toBe("NOT_FOUND");
    expect(await outcome(carla.api.reviews.editReply(answer))).toBe("NOT_FOUND");
    expect(await outcome(other.api.reviews.reply({ ...answer, review_id: later.id }))).toBe("NOT_FOUND");
  });
});

describe("a review", () => {
  test("is edited by its author within seven days, at most ten times, and says so; the earlier words are for admins", async () => {
    const { id } = await newReview(5);
    await ana.api.reviews.edit({ id, stars: 2, comment: "Me arrepentí" });
    expect(await publicly(id)).toMatchObject({ stars: 2, comment: "Me arrepentí", edited_at: expect.any(Date) });
    expect(await listed(id)).toMatchObject({ earlier_versions: "5 de 5: Bien" });
    expect(JSON.stringify([await publicly(id), await received(id), await written(id)])).not.toContain("Bien");
    for (let n = 0; n < 9; n += 1) await ana.api.reviews.edit({ id, stars: 3, comment: `${n}` });
    expect(await outcome(ana.api.reviews.edit({ id, stars: 3, comment: "x" }))).toBe("TOO_MANY_EDITS");
    await age("reviews", id, 7 * 24 + 1);
    expect(await written(id)).toMatchObject({ can_edit: false });
    expect(await outcome(ana.api.reviews.edit({ id, stars: 3, comment: "x" }))).toBe("REVIEW_SETTLED");
  });

  test("is edited once more when an admin asks its author, who reads why", async () => {
    const { id } = await newReview();
    await age("reviews", id, 24 * 30);
    expect(await outcome(ana.api.reviews.edit({ id, stars: 3, comment: "x" }))).toBe("REVIEW_SETTLED");
    await elena.api.moderation.askEdit({ id, reason: "Nombra a otra persona" });
    expect(await written(id)).toMatchObject({ can_edit: true, asked_to_edit_for: "Nombra a otra persona" });
    expect(await kindsOf(ana)).toContain("review_edit_asked");
    expect(JSON.stringify([await publicly(id), await received(id)])).not.toContain("Nombra");
    expect(await outcome(ana.api.reviews.edit({ id, stars: 3, comment: "Sin nombres" }))).toBe("REVIEW_SETTLED");
    await ana.api.reviews.edit({ id, stars: 4, comment: "Sin nombres" });
    expect(await written(id)).toMatchObject({ can_edit: false, asked_to_edit_for: null });
    expect(await kindsOf(ana)).not.toContain("review_edit_asked");
    expect(await outcome(ana.api.reviews.edit({ id, stars: 3, comment: "x" }))).toBe("REVIEW_SETTLED");
  });

  test("is withdrawn at any time with its answer, not with its reports, and none is written again of its case", async () => {
    const { id, case_id } = await newReview();
    await carla.api.reviews.reply({ review_id: id, body: "Gracias" });
    await other.api.reports.create({ subject: "review", id, reason: "other" });
    await age("reviews", id, 24 * 400);
    await ana.api.reviews.withdraw({ id });
    for (const table of ["review_replies", "review_versions", "notifications"] as const)
      expect(
        (await testApp.db.selectFrom(table).select("review_id").where("review_id", "=", id).execute()).length,
      ).toBe(0);
    const left = (await elena.api.reports.list({ state: "open" })).items.filter(({ subject_id }) => subject_id === id);
    expect(left).toMatchObject([{ subject: "review", is_gone: true, author_id: ana.id }]);
    expect(await written(id)).toBeUndefined();
    expect(await outcome(ana.api.reviews.withdraw({ id }))).toBe("NOT_FOUND");
    const again = { case_id, kine_id: carla.id, stars: 1 };
    expect(await outcome(ana.api.reviews.create(again))).toBe("ALREADY_REVIEWED");
    expect((await ana.api.reviews.pending()).items.filter((due) => due.case_id === case_id)).toEqual([]);
    expect((await ana.api.cases.mine({})).items.find((one) => one.id === case_id)).toMatchObject({ reviews_due: 0 });
  });

  test("withdrawn while it is written again stays withdrawn", async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id, case_id } = await newReview();
      await Promise.all([
        ana.api.reviews.withdraw({ id }),
        ...[1, 2, 3].map(() => outcome(ana.api.reviews.create({ case_id, kine_id: carla.id, stars: 1 }))),
      ]);
      expect(
        (await testApp.db.selectFrom("reviews").select("id").where("case_id", "=", case_id).execute()).length,
      ).toBe(0);
    }
  });

  test("hidden by an admin is told to its author, who may edit it, and stays hidden", async () => {
    const { id } = await newReview();
    const hidden = async () => (await kindsOf(ana)).filter((kind) => kind === "review_hidden").length;
    const before = await hidden();
    await elena.api.moderation.hideReview({ id, reason: "Insulta" });
    expect(await hidden()).toBe(before + 1);
    await ana.api.reviews.edit({ id, stars: 4, comment: "Sin insultos" });
    expect(await publicly(id)).toBeUndefined();
    expect(await listed(id)).toMatchObject({ comment: "Sin insultos", hidden_reason: "Insulta" });
    expect(await outcome(elena.api.moderation.showReview({ id, edited_at: null }))).toBe("REVIEW_CHANGED");
    await elena.api.moderation.showReview({ id, edited_at: (await listed(id))!.edited_at });
    expect(await hidden()).toBe(before);
  });

  test("and its answer that changed while an admin read them are read again before a decision against their authors", async () => {
    const { id } = await newReview();
    await carla.api.reviews.reply({ review_id: id, body: "Gracias" });
    await ana.api.reviews.edit({ id, stars: 4, comment: "Mejor dicho" });
    await carla.api.reviews.editReply({ review_id: id, body: "Muchas gracias" });
    const read = { id, edited_at: null, reason: "Insulta" };
    expect(await outcome(elena.api.moderation.hideReview(read))).toBe("REVIEW_CHANGED");
    expect(await outcome(elena.api.moderation.askEdit(read))).toBe("REVIEW_CHANGED");
    expect(await outcome(elena.api.moderation.hideReply(read))).toBe("REPLY_CHANGED");
    const { edited_at, reply_edited_at } = (await listed(id))!;
    expect(await outcome(elena.api.moderation.askEdit({ ...read, edited_at }))).toBe("ok");
    expect(await outcome(elena.api.moderation.hideReply({ ...read, edited_at: reply_edited_at }))).toBe("ok");
    expect(await outcome(elena.api.moderation.hideReview({ ...read, edited_at }))).toBe("ok");
  });

  test("stays after its author's account without what they had written before and were asked to change", async () => {
    const patient = await testApp.signUp(like(cast.ana, "Paciente Que Se Va"));
    await ageAccounts(testApp.db, patient);
    const { id } = await newReview(4, other, patient);
    await patient.api.reviews.edit({ id, stars: 3, comment: "Sin nombres" });
    await elena.api.moderation.askEdit({ id, reason: "Nombra a otra persona" });
    await patient.api.accounts.delete();
    expect(
      await testApp.db
        .selectFrom("reviews")
        .select(["patient_id", "comment", "asked_to_edit_at", "asked_to_edit_for"])
        .where("id", "=", id)
        .execute(),
    ).toEqual([{ patient_id: null, comment: "Sin nombres", asked_to_edit_at: null, asked_to_edit_for: null }]);
    expect(await testApp.db.selectFrom("review_versions").select("n").where("review_id", "=", id).execute()).toEqual(
      [],
    );
  });

  test("edited after a report waits for an admin again, with the words that it has now", async () => {
    const { id } = await newReview();
    await other.api.reports.create({ subject: "review", id, reason: "offensive" });
    const open = async () =>
      (await elena.api.reports.list({ state: "open" })).items.filter(({ subject_id }) => subject_id === id);
    const [report] = await open();
    await elena.api.reports.decide({ id: report!.id, decision: "No insulta", is_upheld: false });
    expect(await open()).toEqual([]);
    await ana.api.reviews.edit({ id, stars: 1, comment: "Ahora insulta" });
    await ana.api.reviews.edit({ id, stars: 1, comment: "Ahora insulta más" });
    const { edited_at } = (await listed(id))!;
    expect(await open()).toMatchObject([
      { reporter_name: null, text: "Ahora insulta", text_now: "Ahora insulta más", edited_at },
    ]);
    expect(JSON.stringify(await written(id))).not.toContain("denuncia");
  });
});

test("after random acts of many the rating is what a recount gives", async () => {
  const patients = await Promise.all([1, 2, 3].map((n) => testApp.signUp(like(cast.ana, `Paciente ${n}`))));
  await ageAccounts(testApp.db, ...patients);
  const reviews: { id: string; by: Person; about: Person }[] = [];
  for (const by of patients)
    for (const about of [carla, other, other]) reviews.push({ ...(await newReview(3, about, by)), by, about });
  const acts = reviews.flatMap(({ id, by, about }, n) => {
    const act = (turn: number) => [
      () => by.api.reviews.edit({ id, stars: 1 + ((n + turn) % 5), comment: null }),
      () => elena.api.moderation.hideReview({ id, reason: "x" }),
      async () => elena.api.moderation.showReview({ id, edited_at: (await listed(id))?.edited_at ?? null }),
      () => about.api.reviews.reply({ review_id: id, body: "Gracias" }),
      () => about.api.reviews.editReply({ review_id: id, body: "Muchas gracias" }),
      ...(turn === 3 && n % 3 === 0 ? [() => by.api.reviews.withdraw({ id })] : []),
    ];
    return Array.from({ length: TURNS }, (_, turn) => act(turn)).flat();
  });
  const shuffled = acts.map((act) => [Math.random(), act] as const).toSorted(([one], [two]) => one - two);
  for (let at = 0; at < shuffled.length; at += 8)
    await Promise.all(shuffled.slice(at, at + 8).map(([, act]) => outcome(act())));
  const ratings = () =>
    testApp.db.selectFrom("kine_ratings").selectAll().where("count", ">", 0).orderBy("kine_id").execute();
  const totals = () => elena.api.reviews.totals();
  const before = [await ratings(), await totals()];
  await sql`select recount()`.execute(testApp.db);
  expect([await ratings(), await totals()]).toEqual(before);
});
