import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { addressHash, lookingToken } from "../../app/domain/service-levels/looking-link.server.ts";
import { finishedPath } from "../../app/domain/treatments/finished-link.server.ts";
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

const newKine = (more = {}) =>
  testApp.approvedKine(like(cast.carla, `Kine Market ${++round}`, { license_number: `MN ${41_000 + round}`, ...more }));
const newPatient = () => testApp.signUp(like(cast.ana, `Paciente Market ${++round}`));
const planted = (...statements: ReturnType<typeof sql>[]) =>
  testApp.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    for (const statement of statements) await statement.execute(tx);
  });
const publish = async ({ api }: Person, more = {}) =>
  (await api.cases.create({ title: "Rodilla", description: "Me duele al bajar", ...more })).id;
const replyHours = async ({ id }: Person) =>
  (
    await sql<{ hours: number | null }>`select reply_hours as hours from directory_facts(array[${id}]::uuid[])`.execute(
      testApp.db,
    )
  ).rows[0]!.hours;

describe("a case's coverage", () => {
  test("that another tab removed does not come back with an edit of the texts as they were before", async () => {
    const ana = await newPatient();
    const id = await publish(ana, { coverage: { id: 1, plan: "210" } });
    const read = await ana.api.cases.get({ id });
    const edit = {
      id,
      version: read.version,
      title: read.title,
      description: read.description,
      studies_access: "verified" as const,
    };
    // One tab takes the coverage out of the case.
    await ana.api.cases.update({ ...edit, coverage: null });
    expect((await ana.api.cases.get({ id })).coverage).toBeNull();
    // The other tab, opened before, saves another description.
    const saved = await outcome(
      ana.api.cases.update({ ...edit, description: "Me duele al subir", coverage: { id: 1, plan: "210" } }),
    );
    expect([saved, (await ana.api.cases.get({ id })).coverage]).toEqual(["CASE_CHANGED", null]);
  });
});

describe("the link of '¿Terminaste?'", () => {
  test("ends no treatment that began after the question", async () => {
    const [ana, first, second] = [await newPatient(), await newKine(), await newKine()];
    const case_id = await publish(ana);
    const { id: one } = await first.api.matches.apply({ case_id });
    const { id: other } = await second.api.matches.apply({ case_id });
    await ana.api.matches.accept({ id: one });
    await planted(sql`update matches set decided_at = now() - interval '31 days' where id = ${one}`);
    await sql`select run_level('treatment_level', ${case_id}::uuid, '0')`.execute(testApp.db);
    const kinds = async () => (await ana.api.notifications.list({})).items.map(({ kind }) => kind);
    await expect.poll(kinds).toContain("treatment_finished");
    const { email } = await testApp.db
      .selectFrom("profiles")
      .select("email")
      .where("id", "=", ana.id)
      .executeTakeFirstOrThrow();
    const path = await finishedPath(testApp.db, testApp.app.services.settings.secret, {
      kind: "treatment_finished",
      case_id,
      email,
    });
    // The patient ends with the first one and takes another one, five weeks later.
    await ana.api.matches.end({ id: one });
    await ana.api.matches.accept({ id: other });
    const said = await outcome(
      testApp.anonymous.treatments.answerByLink({ token: path!.split("#")[1]!, is_over: true }),
    );
    expect([said, (await ana.api.treatments.read({ match_id: other })).ended_at]).toEqual(["NOT_FOUND", null]);
  });
});

describe("an invitation that nobody could or had to answer", () => {
  const others = async (kine: Person) => {
    // Four answers of an hour.
    for (let n = 0; n < 4; n += 1) {
      const patient = await newPatient();
      await confirmAddresses(testApp.db, patient);
      const case_id = await publish(patient);
      await planted(sql`insert into case_alerts (case_id, kine_id, is_at_once, told_at) values (${case_id}, ${kine.id}, true, now())
        on conflict (case_id, kine_id) do update set told_at = now()`);
      await kine.api.matches.apply({ case_id, message: `Hola ${n}` });
    }
    await planted(
      sql`update case_alerts set told_at = told_at - interval '8 days' where kine_id = ${kine.id}`,
      sql`update matches set created_at = created_at - interval '8 days' where kine_id = ${kine.id}`,
    );
  };

  test("counts for nothing once its patient took somebody else within 72 hours, also when they send that one away again", async () => {
    const [kine, other] = [await newKine(), await newKine()];
    await others(kine);
    const taken: [Person, string][] = [];
    for (let n = 0; n < 5; n += 1) {
      const patient = await newPatient();
      await confirmAddresses(testApp.db, patient);
      const id = await publish(patient);
      await patient.api.cases.invite({ id, kine_id: kine.id });
      const { id: match } = await other.api.matches.apply({ case_id: id, message: `Buenas ${round}` });
      await patient.api.matches.accept({ id: match });
      taken.push([patient, match]);
      await planted(
        sql`update case_alerts set told_at = told_at - interval '80 hours' where case_id = ${id}`,
        sql`update matches set decided_at = decided_at - interval '79 hours', created_at = created_at - interval '80 hours' where case_id = ${id}`,
      );
    }
    expect(await replyHours(kine)).toBeNull();
    for (const [patient, id] of taken) await patient.api.matches.end({ id });
    expect(await replyHours(kine)).toBeNull();
  });

  test("counts for nothing when its case was out of sight within the 72 hours", async () => {
    const kine = await newKine();
    await others(kine);
    const { secret } = testApp.app.services.settings;
    for (let n = 0; n < 5; n += 1) {
      const patient = await newPatient();
      await confirmAddresses(testApp.db, patient);
      const id = await publish(patient);
      await patient.api.cases.keepLooking({ id });
      await sql`insert into case_levels (case_id, asked_at) values (${id}, date_trunc('milliseconds', now()))
        on conflict (case_id) do update set asked_at = excluded.asked_at, answered_at = null`.execute(testApp.db);
      await patient.api.cases.invite({ id, kine_id: kine.id });
      // The invitation is minutes old: the patient says that they do not look any more.
      const { asked_at, email } = await testApp.db
        .selectFrom("case_levels as l")
        .innerJoin("cases as c", "c.id", "l.case_id")
        .innerJoin("profiles as p", "p.id", "c.patient_id")
        .select([sql<number>`(extract(epoch from asked_at) * 1000)::float8`.as("asked_at"), "p.email"])
        .where("l.case_id", "=", id)
        .executeTakeFirstOrThrow();
      const token = lookingToken(secret, { id, askedAt: asked_at, address: addressHash(secret, email) });
      await testApp.anonymous.cases.answerByLink({ token, is_looking: false });
      expect(await outcome(kine.api.matches.apply({ case_id: id }))).not.toBe("ok");
      expect((await kine.api.notifications.list({})).items.map(({ case_id }) => case_id)).not.toContain(id);
      // 80 hours later they bring it back.
      await planted(
        sql`update case_alerts set told_at = told_at - interval '80 hours' where case_id = ${id}`,
        sql`update cases set dormant_at = dormant_at - interval '79 hours' where id = ${id}`,
      );
      await patient.api.cases.keepLooking({ id });
    }
    expect(await replyHours(kine)).toBeNull();
  });
});

describe("after a withdrawn consent", () => {
  test("no other specialist begins to read a matched case", async () => {
    const [ana, first, second] = [await newPatient(), await newKine(), await newKine()];
    const case_id = await publish(ana, { facts: { pain: 8, operation: "Menisco" } });
    const { id: one } = await first.api.matches.apply({ case_id });
    const { id: other } = await second.api.matches.apply({ case_id });
    await ana.api.matches.accept({ id: one });
    await ana.api.consents.withdrawHealth();
    expect(await outcome(second.api.cases.view({ id: case_id }))).toBe("CASE_NOT_FOUND");
    const accepted = await outcome(ana.api.matches.accept({ id: other }));
    const read = await second.api.cases.view({ id: case_id }).catch(() => null);
    expect([accepted, read?.description ?? null, read?.phone ?? null]).toEqual(["CONSENT_NEEDED", null, null]);
  });

  test("a case that is open again without anybody accepted goes as the open ones went", async () => {
    const [ana, first] = [await newPatient(), await newKine()];
    const case_id = await publish(ana, { facts: { pain: 8, operation: "Menisco" } });
    const { id: one } = await first.api.matches.apply({ case_id });
    await ana.api.matches.accept({ id: one });
    await ana.api.consents.withdrawHealth();
    await ana.api.matches.end({ id: one });
    expect(await testApp.db.selectFrom("cases").select("id").where("id", "=", case_id).execute()).toEqual([]);
  });
});

describe("what an account that nobody proved moves of the admins'", () => {
  test("its cases are not among those that wait in 'Hoy', and tell no admin", async () => {
    const before = (await elena.api.today.read()).forgotten.count;
    const waits = (await elena.api.notifications.list({})).items.filter(
      ({ kind }) => kind === "cases_without_application",
    );
    expect(waits).toEqual([]);
    const ids: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      const stranger = await newPatient();
      for (let m = 0; m < 6; m += 1) ids.push(await publish(stranger));
    }
    await planted(sql`update cases set created_at = created_at - interval '4 days' where id = any(${ids}::uuid[])`);
    for (const id of ids) await sql`select run_level('case_level', ${id}::uuid, '0')`.execute(testApp.db);
    await new Promise((done) => setTimeout(done, 3_000));
    const after = (await elena.api.today.read()).forgotten.count;
    const told = (await elena.api.notifications.list({})).items.filter(
      ({ kind }) => kind === "cases_without_application",
    );
    expect([after - before, told.length]).toEqual([0, 0]);
  });

  test("two of them open no dispute about a coverage seconds after they were accepted", async () => {
    const kine = await newKine();
    await kine.api.coverages.replace({
      coverages: [{ coverage_id: 1, how: "direct", plans: null, extra: 0 }],
      refund_invoice: false,
    });
    for (let n = 0; n < 2; n += 1) {
      const stranger = await newPatient();
      const case_id = await publish(stranger, { coverage: { id: 1, plan: null } });
      const { id } = await kine.api.matches.apply({ case_id, message: `Hola ${round}` });
      await stranger.api.matches.accept({ id });
      await stranger.api.cases.close({ id: case_id });
      await stranger.api.coverages.answer({ case_id, kine_id: kine.id, answer: "no" });
    }
    const { items } = await elena.api.coverages.disputes({});
    expect(items.filter(({ kine_id }) => kine_id === kine.id)).toEqual([]);
  });
});

test("odd words are answered by no failure", async () => {
  const [kine, ana] = [await newKine(), await newPatient()];
  await publish(ana);
  const odd = ["\u0000", "\ud800", "\u202e\u200b", "%", "\\", "a\u0000b", "'", "😀".repeat(40)];
  const codes = new Set<string>();
  for (const text of odd) {
    codes.add(await outcome(kine.api.cases.available({ location_city: text })));
    codes.add(await outcome(kine.api.cases.available({ injury_area: text })));
    codes.add(await outcome(elena.api.reviews.list({ search: text } as never)));
    codes.add(await outcome(ana.api.coverages.search({ text } as never)));
    codes.add(await outcome(testApp.anonymous.treatments.answerByLink({ token: text, is_over: true })));
    codes.add(await outcome(testApp.anonymous.cases.answerByLink({ token: text, is_looking: true })));
    codes.add(await outcome(testApp.anonymous.treatments.answerByLink({ token: `${text}.`, is_over: false })));
  }
  expect([...codes].toSorted()).toEqual(["BAD_INPUT", "NOT_FOUND", "ok"]);
});
