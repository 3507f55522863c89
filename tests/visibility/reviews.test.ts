import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { like, outcome, type Person } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { ageAccounts, ageRelations, confirmAddresses } from "../support/trust.ts";

let testApp: TestApp;
let elena: Person;
let round = 0;

beforeAll(async () => {
  testApp = await openTestApp();
  elena = await testApp.signIn(cast.elena);
});
afterAll(() => testApp?.close());

const newKine = () =>
  testApp.approvedKine(like(cast.carla, `Kine ${++round}`, { license_number: `MN ${4000 + round}` }));
const newPatient = () => testApp.signUp(like(cast.ana, `Paciente ${++round}`));

/** A closed case of the patient in which the specialist was accepted. */
async function closedCase(patient: Person, kine: Person): Promise<string> {
  const { id } = await patient.api.cases.create({ title: "Rodilla", description: "Me duele" });
  await patient.api.matches.accept({ id: (await kine.api.matches.apply({ case_id: id })).id });
  await patient.api.cases.close({ id });
  return id;
}
const review = async (patient: Person, kine: Person, stars: number) =>
  patient.api.reviews.create({ case_id: await closedCase(patient, kine), kine_id: kine.id, stars });
const profileOf = ({ id }: Person) => testApp.anonymous.profiles.publicProfile({ id });
const ratingOf = async (kine: Person) => {
  const { review_count, average_stars, reviews } = await profileOf(kine);
  return { review_count, average_stars, stars: reviews.map(({ stars }) => stars) };
};
/** The specialist's points and whether they count as a newcomer, as of now. */
async function orderOf({ id }: Person) {
  const { rows } = await sql<{ score: number; newcomer: boolean }>`
    select score, newcomer from directory_facts(array[${id}]::uuid[])`.execute(testApp.db);
  return rows[0]!;
}

describe("a pair's reviews", () => {
  test("the first is shown and averaged at once; a later one replaces it in list, average and count, also when all come at once", async () => {
    const [patient, other, kine] = [await newPatient(), await newPatient(), await newKine()];
    await ageAccounts(testApp.db, patient);
    expect(await review(patient, kine, 5)).toMatchObject({ is_waiting: false });
    expect(await ratingOf(kine)).toEqual({ review_count: 1, average_stars: 5, stars: [5] });
    const cases = [];
    for (let n = 0; n < 4; n += 1) cases.push(await closedCase(patient, kine));
    await Promise.all(
      cases.map((case_id) => patient.api.reviews.create({ case_id, kine_id: kine.id, stars: 1, comment: "Malo" })),
    );
    await review(other, kine, 4);
    expect(await ratingOf(kine)).toEqual({ review_count: 2, average_stars: 2.5, stars: [4, 1] });
    expect(await kine.api.reviews.received()).toMatchObject({ count: 2, average: 2.5, items: { length: 2 } });
    const own = (await patient.api.reviews.mine()).items;
    expect(own.map(({ is_replaced }) => is_replaced)).toEqual([false, true, true, true, true]);
    // What is hidden gives its place back to the one before, and takes it again.
    await elena.api.moderation.hideReview({ id: own[0]!.id, reason: "Insulta" });
    expect(await ratingOf(kine)).toEqual({ review_count: 2, average_stars: 2.5, stars: [4, 1] });
    for (const { id } of own.slice(1, 4)) await elena.api.moderation.hideReview({ id, reason: "Insulta" });
    expect(await ratingOf(kine)).toEqual({ review_count: 2, average_stars: 4.5, stars: [4, 5] });
    await elena.api.moderation.showReview({ id: own[0]!.id, edited_at: null });
    expect(await ratingOf(kine)).toEqual({ review_count: 2, average_stars: 2.5, stars: [4, 1] });
    // Without the author's account, one of them still counts.
    await patient.api.accounts.delete();
    expect(await ratingOf(kine)).toEqual({ review_count: 2, average_stars: 2.5, stars: [4, 1] });
    await sql`select recount()`.execute(testApp.db);
    expect(await ratingOf(kine)).toMatchObject({ review_count: 2, average_stars: 2.5 });
  });
});

describe("the order of the directory", () => {
  test("takes a review into account from a confirmed address and seven days after the acceptance, once a pair", async () => {
    const [patient, kine] = [await newPatient(), await newKine()];
    const before = await orderOf(kine);
    for (let n = 0; n < 4; n += 1) await review(patient, kine, 1);
    expect(await orderOf(kine)).toEqual(before);
    await ageRelations(testApp.db, kine);
    expect(await orderOf(kine)).toEqual(before);
    await confirmAddresses(testApp.db, patient);
    const one = await orderOf(kine);
    // One review of one star among five of four: half a star of 150 points each.
    expect(before.score - one.score).toBe(75);
    expect(one.newcomer).toBe(true);
    const late = await newPatient();
    await confirmAddresses(testApp.db, late);
    await review(late, kine, 1);
    expect(await orderOf(kine)).toEqual(one);
  });

  test("and the page of who is best rated name nobody for forty reviews of throwaway accounts, whose mean moves nobody either", async () => {
    const [patient, kine] = [await newPatient(), await newKine()];
    const before = await orderOf(kine);
    for (let n = 0; n < 6; n += 1) await review(patient, kine, 5);
    expect(await orderOf(kine)).toEqual(before);
    await sql`update directory_state set day = '-infinity'`.execute(testApp.db);
    await sql`select directory_keep(100)`.execute(testApp.db);
    expect((await sql`select mean_stars::float8 as mean from directory_state`.execute(testApp.db)).rows).not.toEqual([
      { mean: 5 },
    ]);
    const { bestRated } = await import("../../app/domain/profiles/best-rated.server.ts");
    expect((await bestRated(testApp.db)).map(({ id }) => id)).not.toContain(kine.id);
  });
});

describe("many reviews of new accounts", () => {
  test("wait from the fourth of a day on, told to their authors; an admin shows or hides them", async () => {
    const kine = await newKine();
    const patients = await Promise.all(Array.from({ length: 6 }, newPatient));
    const waits = [];
    for (const patient of patients.slice(0, 5)) waits.push((await review(patient, kine, 1)).is_waiting);
    expect(waits).toEqual([false, false, false, true, true]);
    expect(await ratingOf(kine)).toMatchObject({ review_count: 3 });
    expect((await kine.api.reviews.received()).items).toHaveLength(3);
    const [own] = (await patients[3]!.api.reviews.mine()).items;
    expect(own).toMatchObject({
      is_waiting: true,
      hidden_reason: "Recibió muchas reseñas de cuentas nuevas en un día.",
    });
    const { items } = await elena.api.reports.list({ state: "open" });
    expect(items.slice(-2).map((each) => [each.subject, each.is_review_waiting, each.reporter_name])).toEqual([
      ["review", true, null],
      ["review", true, null],
    ]);
    expect(items.slice(-2).map(({ subject_id }) => subject_id)).toContain(own!.id);
    await elena.api.moderation.showReview({ id: own!.id, edited_at: null });
    expect(await ratingOf(kine)).toMatchObject({ review_count: 4 });
    expect((await patients[3]!.api.reviews.mine()).items[0]).toMatchObject({ is_waiting: false, hidden_at: null });
    const last = (await patients[4]!.api.reviews.mine()).items[0]!;
    await elena.api.moderation.hideReview({ id: last.id, reason: "Inventada" });
    expect((await patients[4]!.api.reviews.mine()).items[0]).toMatchObject({
      is_waiting: false,
      hidden_reason: "Inventada",
    });
    expect(await outcome(elena.api.moderation.hideReview({ id: last.id, reason: "Otra" }))).toBe("ALREADY_DONE");
    // Older accounts wait for nobody.
    await ageAccounts(testApp.db, patients[5]!);
    expect((await review(patients[5]!, kine, 5)).is_waiting).toBe(false);
  });
});
