import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { like, outcome, type Person } from "../support/people.ts";
import { addressHash, lookingToken } from "../../app/domain/service-levels/looking-link.server.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { confirmAddresses } from "../support/trust.ts";
import { unzip } from "../support/unzip.ts";

let testApp: TestApp;
let elena: Person;
let round = 0;

beforeAll(async () => {
  testApp = await openTestApp();
  elena = await testApp.signIn(cast.elena);
});
afterAll(() => testApp?.close());

const newKine = () =>
  testApp.approvedKine(like(cast.carla, `Kine Termina ${++round}`, { license_number: `MN ${65_000 + round}` }));
async function newPatient(): Promise<Person> {
  const patient = await testApp.signUp(like(cast.ana, `Paciente Termina ${++round}`));
  await confirmAddresses(testApp.db, patient);
  return patient;
}
const publish = async ({ api }: Person, more = {}) =>
  (await api.cases.create({ title: "Rodilla", description: "Me duele al bajar", ...more })).id;
/** Changes rows without triggers, as the passing of time would. */
const planted = (...statements: ReturnType<typeof sql>[]) =>
  testApp.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    for (const statement of statements) await statement.execute(tx);
  });

/** A case of a new patient that a specialist attended, closed. */
async function attended(kine: Person, more = {}) {
  const patient = await newPatient();
  const case_id = await publish(patient, more);
  const { id } = await kine.api.matches.apply({ case_id, message: `Hola ${round}` });
  await patient.api.matches.accept({ id });
  await patient.api.cases.close({ id: case_id });
  return { patient, case_id, id };
}

test("a specialist's copy of their data has a review as they read it once the contact has ended", async () => {
  const kine = await newKine();
  const { patient, case_id, id } = await attended(kine);
  const comment = "Muy bien, escribime al 11 4321-9876";
  await patient.api.reviews.create({ case_id, kine_id: kine.id, stars: 4, comment });
  const both = async () => {
    const copy = await fetch(testApp.url + (await kine.api.exports.ask()).url);
    const data = JSON.parse(
      unzip(Buffer.from(await copy.arrayBuffer()))
        .get("datos.json")!
        .toString(),
    );
    return [(await kine.api.reviews.received({})).items[0]!.comment, data.resenas_recibidas[0].comment];
  };
  expect(await both()).toEqual([comment, comment]);
  await patient.api.conversations.block({ id });
  const shown = "Muy bien, escribime al ••••";
  expect(await both()).toEqual([shown, shown]);
});

describe("an answer to a case that was out of the specialist's sight", () => {
  const replyHours = async ({ id }: Person) =>
    (
      await sql<{
        hours: number | null;
      }>`select reply_hours as hours from directory_facts(array[${id}]::uuid[])`.execute(testApp.db)
    ).rows[0]!.hours;
  const later = (kine: Person, days: number) =>
    planted(
      sql`update case_alerts set told_at = told_at - make_interval(days => ${days}::int), voided_at = voided_at - make_interval(days => ${days}::int)
        where kine_id = ${kine.id}`,
    );
  const aged = (kine: Person) =>
    planted(sql`update matches set created_at = created_at - interval '8 days' where kine_id = ${kine.id}`);
  const tell = (id: string, kine: Person) =>
    sql`insert into case_alerts (case_id, kine_id, is_at_once) values (${id}, ${kine.id}, true)
      on conflict (case_id, kine_id) do update set told_at = now()`.execute(testApp.db);

  test("is not late by the time of a block", async () => {
    const kine = await newKine();
    for (let n = 0; n < 5; n += 1) {
      const patient = await newPatient();
      const id = await publish(patient);
      await (n % 2 ? patient.api.cases.invite({ id, kine_id: kine.id }) : tell(id, kine));
      const other = await publish(patient);
      const { id: match } = await kine.api.matches.apply({ case_id: other, message: `Otro caso ${round}` });
      await patient.api.conversations.block({ id: match });
      expect(await outcome(kine.api.matches.apply({ case_id: id }))).not.toBe("ok");
      await later(kine, 20);
      await patient.api.conversations.unblock({ id: match });
      await kine.api.matches.apply({ case_id: id, message: `De vuelta ${round}` });
      await patient.api.cases.withdraw({ id: other });
    }
    await later(kine, 8);
    await aged(kine);
    expect(await replyHours(kine)).toBeNull();
  });

  test("is not late by the time in which the case slept", async () => {
    const kine = await newKine();
    const { secret } = testApp.app.services.settings;
    for (let n = 0; n < 5; n += 1) {
      const patient = await newPatient();
      const id = await publish(patient);
      await tell(id, kine);
      const { rows } = await sql<{
        asked_at: number;
      }>`insert into case_levels (case_id, asked_at) values (${id}, date_trunc('milliseconds', now()))
        on conflict (case_id) do update set asked_at = excluded.asked_at, answered_at = null
        returning (extract(epoch from asked_at) * 1000)::float8 as asked_at`.execute(testApp.db);
      const address = addressHash(secret, await emailOf(patient));
      const token = lookingToken(secret, { id, askedAt: rows[0]!.asked_at, address });
      await testApp.anonymous.cases.answerByLink({ token, is_looking: false });
      expect(await outcome(kine.api.matches.apply({ case_id: id }))).not.toBe("ok");
      await later(kine, 20);
      await patient.api.cases.keepLooking({ id });
      await kine.api.matches.apply({ case_id: id, message: `De vuelta ${round}` });
    }
    await later(kine, 8);
    await aged(kine);
    expect(await replyHours(kine)).toBeNull();
  });

  test("is not late by the time of a suspension", async () => {
    const kine = await newKine();
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) {
      const id = await publish(await newPatient());
      ids.push(id);
      await tell(id, kine);
    }
    await elena.api.moderation.suspend({ id: kine.id, reason: "Lo miramos" });
    await later(kine, 20);
    await elena.api.moderation.restore({ id: kine.id, reason: "Fue un error" });
    const back = await testApp.signIn({ ...cast.carla, email: await emailOf(kine) });
    for (const case_id of ids) await back.api.matches.apply({ case_id, message: `De vuelta ${++round}` });
    await later(kine, 8);
    await aged(kine);
    expect(await replyHours(kine)).toBeNull();
  });
});

const emailOf = async ({ id }: Person) =>
  (await testApp.db.selectFrom("profiles").select("email").where("id", "=", id).executeTakeFirstOrThrow()).email;

test("a coverage is not hidden by what patients of years ago say of it", async () => {
  const kine = await newKine();
  const both = [
    await attended(kine, { coverage: { id: 1, plan: null } }),
    await attended(kine, { coverage: { id: 1, plan: null } }),
  ];
  await planted(
    sql`update matches set decided_at = now() - interval '2 years', created_at = now() - interval '2 years' where kine_id = ${kine.id}`,
    sql`update cases set closed_at = now() - interval '61 days' where id = any(${both.map(({ case_id }) => case_id)}::uuid[])`,
  );
  await kine.api.coverages.replace({
    coverages: [{ coverage_id: 1, how: "direct", plans: null, extra: 0 }],
    refund_invoice: false,
  });
  for (const { patient, case_id } of both)
    await patient.api.coverages.answer({ case_id, kine_id: kine.id, answer: "no" });
  expect((await testApp.anonymous.profiles.publicProfile({ id: kine.id })).coverages).toHaveLength(1);
  // An admin reads it.
  const { items } = await elena.api.coverages.disputes({});
  expect(items.filter(({ kine_id }) => kine_id === kine.id)).toMatchObject([{ hidden_at: null, denials: 2 }]);
});

test("a patient whom a specialist asked years ago takes no badge at once", async () => {
  const states = async ({ id }: Person) =>
    (await sql`select state from licences where kine_id = ${id}`.execute(testApp.db)).rows;
  const reported = async (days: number) => {
    const [kine, patient] = [await newKine(), await newPatient()];
    const { id } = await kine.api.matches.apply({ case_id: await publish(patient), message: `Hola ${round}` });
    await patient.api.matches.reject({ id });
    const then = sql`now() - make_interval(days => ${days}::int)`;
    await planted(sql`update matches set created_at = ${then}, decided_at = ${then} where id = ${id}`);
    await patient.api.reports.create({ subject: "profile", id: kine.id, reason: "false_licence" });
    return states(kine);
  };
  expect(await reported(29)).toEqual([{ state: "doubtful" }]);
  expect(await reported(31)).toEqual([{ state: "verified" }]);
});
