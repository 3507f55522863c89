import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "kysely";
import { cast } from "../../app/demo/cast.ts";
import { like, outcome, type Person } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { ageRelations, confirmAddresses } from "../support/trust.ts";

let testApp: TestApp;
let elena: Person;

beforeAll(async () => {
  testApp = await openTestApp();
  elena = await testApp.signIn(cast.elena);
});
afterAll(() => testApp?.close());

/** Two specialists and a patient; each specialist has a bad review with an answer, a licence, a coverage in dispute and a report. */
async function openMatters() {
  const ana = await testApp.signUp(like(cast.ana, "Ana Ajena"));
  const former = like(cast.carla, "Carla Que Administra", { license_number: "MN 51001" });
  const kines = [
    await testApp.approvedKine(former),
    await testApp.approvedKine(like(cast.carla, "Otra Ajena", { license_number: "MN 51002" })),
  ] as const;
  await confirmAddresses(testApp.db, ana, ...kines);
  const matters = [];
  for (const kine of kines) {
    const { id: case_id } = await ana.api.cases.create({ title: "Rodilla", description: "Me duele" });
    const { id: match_id } = await kine.api.matches.apply({ case_id });
    await ana.api.matches.accept({ id: match_id });
    await ageRelations(testApp.db, kine);
    await ana.api.cases.close({ id: case_id });
    const { id: review } = await ana.api.reviews.create({ case_id, kine_id: kine.id, stars: 1, comment: "Mal" });
    await kine.api.reviews.reply({ review_id: review, body: "No fue así" });
    const { id: ofReview } = await kine.api.reports.create({
      subject: "review",
      id: review,
      reason: "other",
      details: "x",
    });
    const { id: report } = await ana.api.reports.create({
      subject: "profile",
      id: kine.id,
      reason: "other",
      details: "x",
    });
    const { id: licence } = await testApp.db
      .selectFrom("licences")
      .select("id")
      .where("kine_id", "=", kine.id)
      .executeTakeFirstOrThrow();
    const {
      rows: [dispute],
    } = await sql<{ id: string }>`insert into coverage_disputes (kine_id, coverage_id)
      select ${kine.id}, id from coverages order by id limit 1 returning id`.execute(testApp.db);
    const {
      rows: [earlier],
    } = await sql<{
      id: string;
    }>`insert into star_answers (kine_id, is_same, count, stars, shown_count, shown_stars, at)
      values (${kine.id}, true, 0, 0, 1, 1, now()) returning id`.execute(testApp.db);
    matters.push({ review, report, ofReview, licence, dispute: dispute!.id, earlier: earlier!.id, kine: kine.id });
  }
  await elena.api.accounts.assignRole({ user_id: kines[0].id, role: "admin" });
  return { admin: await testApp.signIn(former), own: matters[0]!, others: matters[1]!, ana };
}

test("an admin decides about nothing of their own, whatever they were when it arose, and about all of others", async () => {
  const { admin, own, others, ana } = await openMatters();
  const { api } = admin;
  const decided = { decision: "No", is_upheld: false, edited_at: null };
  const acts: Record<string, (of: typeof own) => Promise<unknown>> = {
    "the verification of a licence": ({ licence: id }) => api.licences.verify({ id, method: "register" }),
    "a doubt about a licence": ({ licence: id }) => api.licences.doubt({ id, reason: "Otra" }),
    "the end of a licence": ({ licence: id }) => api.licences.deactivate({ id, reason: "Otra" }),
    "an earlier account": ({ earlier: id, kine: kine_id }) =>
      api.licences.answerPast({ kine_id, earlier_id: id, is_same: false }),
    "a dispute": ({ dispute: id }) => api.coverages.decide({ id, decision: "kept" }),
    "an edit that is asked for": ({ review: id }) => api.moderation.askEdit({ id, reason: "Otra", edited_at: null }),
    "a report": ({ report: id }) => api.reports.decide({ id, ...decided }),
    "a report of a review": ({ ofReview: id }) => api.reports.decide({ id, ...decided }),
    "a review": ({ review: id }) => api.moderation.hideReview({ id, reason: "Otra" }),
    "an answer": ({ review: id }) => api.moderation.hideReply({ id, reason: "Otra" }),
  };
  const found: Record<string, [unknown, unknown]> = {};
  for (const [act, run] of Object.entries(acts)) found[act] = [await outcome(run(own)), await outcome(run(others))];
  expect(found).toEqual(Object.fromEntries(Object.keys(acts).map((act) => [act, ["OWN_ACCOUNT", "ok"]])));

  await elena.api.moderation.hideReview({ id: own.review, reason: "Otra" });
  await ana.api.appeals.ask({ review_id: own.review, about: "review", text: "Es cierto" });
  const [appeal] = (await elena.api.appeals.list({})).items;
  const kept = { id: appeal!.id, outcome: "kept" as const, decision: "Queda", edited_at: appeal!.edited_at };
  expect(await outcome(api.appeals.decide(kept))).toBe("OWN_ACCOUNT");
});
