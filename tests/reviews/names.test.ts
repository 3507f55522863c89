import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { like, outcome, type Person } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { confirmAddresses } from "../support/trust.ts";

let testApp: TestApp;
let elena: Person;
let round = 0;
beforeAll(async () => {
  testApp = await openTestApp();
  elena = await testApp.signIn(cast.elena);
});
afterAll(() => testApp?.close());

/** A review by "Ana Nombre" of a new specialist. */
async function openReview() {
  round += 1;
  const kine = await testApp.approvedKine(
    like(cast.carla, `Kine Nombre ${round}`, { license_number: `MN 67${round}` }),
  );
  const patient = await testApp.signUp({ ...like(cast.ana, "Ana Nombre"), email: `ana.nombre${round}@example.com` });
  await confirmAddresses(testApp.db, patient);
  const { id: case_id } = await patient.api.cases.create({ title: "Rodilla", description: "Me duele" });
  await patient.api.matches.accept({ id: (await kine.api.matches.apply({ case_id })).id });
  await patient.api.cases.close({ id: case_id });
  const { id } = await patient.api.reviews.create({ case_id, kine_id: kine.id, stars: 5, comment: "Bien" });
  const signature = async () =>
    (await testApp.anonymous.profiles.publicProfile({ id: kine.id })).reviews[0]?.patient_name;
  return { kine, patient, id, signature };
}
const rename = ({ api }: Person, name: string) => api.profiles.update({ name });
const age = (id: string) =>
  sql
    .raw(
      `begin; set local session_replication_role = replica;
    update reviews set created_at = created_at - interval '8 days' where id = '${id}'; commit`,
    )
    .execute(testApp.db);
const queueOf = async (id: string) =>
  (await elena.api.reports.list({ state: "open" })).items.filter(({ subject_id }) => subject_id === id);

test("the name under a review follows the account for seven days, and then stays as it is, as the words do", async () => {
  const { patient, id, signature } = await openReview();
  expect(await signature()).toBe("Ana N.");
  await rename(patient, "Ana Otra");
  expect(await signature()).toBe("Ana O.");
  await age(id);
  await rename(patient, "Estafadora Denunciada");
  expect(await signature()).toBe("Ana O.");
  expect(await outcome(patient.api.reviews.edit({ id, stars: 5, comment: "Estafadora" }))).toBe("REVIEW_SETTLED");
  // An edit that an admin asks for signs it with the name of then.
  await elena.api.moderation.askEdit({ id, reason: "Nombra a otra persona" });
  expect(await outcome(patient.api.reviews.edit({ id, stars: 5, comment: "Muy bien" }))).toBe("ok");
  expect(await signature()).toBe("Estafadora D.");
});

test("a report of a review says and keeps the name under it, and another name within the seven days puts it back into the queue", async () => {
  const { kine, patient, id, signature } = await openReview();
  await rename(patient, "Mentirosa Total");
  const report = await kine.api.reports.create({ subject: "review", id, reason: "offensive" });
  expect(await queueOf(id)).toMatchObject([{ title: "Firmada por Mentirosa T.", stars: 5, text: "Bien" }]);
  await rename(patient, "Ana Nombre");
  const again = await queueOf(id);
  expect(again).toHaveLength(2);
  expect(again.find(({ reporter_id }) => reporter_id === null)).toMatchObject({
    title: "Firmada por Ana N.",
    details: "Su autor cambió de nombre después de una denuncia.",
  });
  expect(again.find((each) => each.id === report.id)?.title).toBe("Firmada por Mentirosa T.");
  await elena.api.reports.decide({ id: report.id, decision: "El nombre insultaba", is_upheld: true });
  expect(await signature()).toBe("Ana N.");
});

test("with the account of its author the name goes out of a review and of what was reported of it", async () => {
  const { kine, patient, id, signature } = await openReview();
  await kine.api.reports.create({ subject: "review", id, reason: "offensive" });
  await patient.api.accounts.delete();
  expect(await signature()).toBeNull();
  const { rows } = await sql`select r.author_name, o.said_title from reviews r join reports o on o.review_id = r.id
    where r.id = ${id}`.execute(testApp.db);
  expect(rows).toEqual([{ author_name: null, said_title: "5 de 5 estrellas" }]);
});
