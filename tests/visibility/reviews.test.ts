import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { TIMES } from "../mail/post.ts";
import { messagesTo } from "../support/outbox.ts";
import { like, outcome, type Person, sessionClient } from "../support/people.ts";
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

describe("who leaves and comes back", () => {
  /** Moves an account to another address, which proves that one. */
  async function moveTo({ auth }: Person, email: string): Promise<void> {
    expect((await auth.updateUser({ email })).error).toBeNull();
    const box = join(testApp.dataDir, "outbox");
    const known = new Set(opened);
    const link = await vi.waitFor(async () => {
      const mail = (await messagesTo(box, email)).find((each) => each.link && !known.has(each.link));
      expect(mail).toBeDefined();
      return mail!.link;
    }, TIMES);
    opened.push(link);
    const token_hash = new URLSearchParams(new URL(link).hash.slice(1)).get("token_hash") ?? "";
    expect((await sessionClient(testApp.url).verifyOtp({ token_hash, type: "email_change" })).error).toBeNull();
  }
  const opened: string[] = [];
  const confirmed = async (name: string) => {
    const patient = await testApp.signUp(like(cast.ana, name));
    await confirmAddresses(testApp.db, patient);
    return patient;
  };

  test("replaces their review instead of adding another, in average, count and order, also when they confirm their address after it", async () => {
    const [kine, name] = [await newKine(), `Vuelve ${++round}`];
    await review(await confirmed(`Otra ${++round}`), kine, 3);
    for (const stars of [5, 5, 5]) {
      const patient = await confirmed(name);
      await ageAccounts(testApp.db, patient);
      await review(patient, kine, stars);
      await patient.api.accounts.delete();
    }
    expect(await ratingOf(kine)).toEqual({ review_count: 2, average_stars: 4, stars: [5, 3] });
    const last = await testApp.signUp(like(cast.ana, name));
    await ageAccounts(testApp.db, last);
    await review(last, kine, 1);
    // Without a proof anybody may have that address.
    expect(await ratingOf(kine)).toMatchObject({ review_count: 3 });
    await confirmAddresses(testApp.db, last);
    expect(await ratingOf(kine)).toEqual({ review_count: 2, average_stars: 2, stars: [1, 3] });
    await ageRelations(testApp.db, kine);
    const { rows } =
      await sql`select stars from reviews r where kine_id = ${kine.id} and is_ranked(r) order by id`.execute(
        testApp.db,
      );
    expect(rows).toEqual([{ stars: 3 }, { stars: 1 }]);
  });

  test("is known by the mailbox that they proved, whatever address they opened the account with, and takes nothing of whose address that is", async () => {
    const [kine, owner] = [await newKine(), await confirmed(`Dueña ${++round}`)];
    await review(owner, kine, 1);
    const { email } = like(cast.ana, `Dueña ${round}`);
    await owner.api.accounts.delete();
    for (const address of [email, "tirada.1@example.com", "tirada.2@example.com"]) {
      const thrown = await testApp.signUp({ ...like(cast.ana, `Tirada ${++round}`), email: address });
      await ageAccounts(testApp.db, thrown);
      await review(thrown, kine, 5);
      await moveTo(thrown, "un.solo.buzon@example.com");
      expect(await ratingOf(kine)).toEqual({ review_count: 2, average_stars: 3, stars: [5, 1] });
      await thrown.api.accounts.delete();
    }
    expect(await ratingOf(kine)).toEqual({ review_count: 2, average_stars: 3, stars: [5, 1] });
  });

  test("has what they had replaced back once they withdraw it", async () => {
    const [kine, name] = [await newKine(), `Retira ${++round}`];
    const first = await confirmed(name);
    await review(first, kine, 2);
    await first.api.accounts.delete();
    const again = await confirmed(name);
    const { id } = await review(again, kine, 5);
    expect(await ratingOf(kine)).toMatchObject({ review_count: 1, average_stars: 5 });
    await again.api.reviews.withdraw({ id });
    expect(await ratingOf(kine)).toEqual({ review_count: 1, average_stars: 2, stars: [2] });
  });

  test("takes a place of the day's reviews of new accounts along", async () => {
    const kine = await newKine();
    const waits = [];
    for (let n = 0; n < 4; n += 1) {
      const patient = await newPatient();
      waits.push((await review(patient, kine, 5)).is_waiting);
      await patient.api.accounts.delete();
    }
    expect(waits).toEqual([false, false, false, true]);
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
    await confirmAddresses(testApp.db, ...patients);
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
    // What the site held itself is not among what it says was hidden.
    await ageRelations(testApp.db, kine);
    expect(await profileOf(kine)).toMatchObject({ review_count: 4, hidden_count: 0 });
    const [shown] = (await patients[0]!.api.reviews.mine()).items;
    await elena.api.moderation.hideReview({ id: shown!.id, reason: "Insulta" });
    expect(await profileOf(kine)).toMatchObject({ review_count: 3, hidden_count: 1 });
    await elena.api.moderation.showReview({ id: shown!.id, edited_at: null });
    // Nor does the specialist hear when it is hidden or withdrawn: its case is told to its patient alone.
    const { case_id } = await testApp.db
      .selectFrom("reviews")
      .select("case_id")
      .where("id", "=", last.id)
      .executeTakeFirstOrThrow();
    await patients[4]!.api.reviews.withdraw({ id: last.id });
    const told = testApp.db.selectFrom("live_events").select("audience").distinct().where("type", "=", "case");
    expect(await told.where("case_id", "=", case_id).execute()).toHaveLength(1);
    // Older accounts wait for nobody.
    await ageAccounts(testApp.db, patients[5]!);
    expect((await review(patients[5]!, kine, 5)).is_waiting).toBe(false);
  });
});
