import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { bestRated } from "../../app/domain/profiles/best-rated.server.ts";
import { like, outcome, type Person } from "../support/people.ts";
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

const newKine = (name = "Kine Gentío") =>
  testApp.approvedKine(like(cast.carla, `${name} ${++round}`, { license_number: `MN ${71_000 + round}` }));
async function newPatient(): Promise<Person> {
  const patient = await testApp.signUp(like(cast.ana, `Paciente Gentío ${++round}`));
  await confirmAddresses(testApp.db, patient);
  return patient;
}
const publish = async ({ api }: Person, more = {}) =>
  (await api.cases.create({ title: "Rodilla", description: "Me duele", ...more })).id;
/** Changes rows without triggers, as the passing of time would. */
const planted = (...statements: ReturnType<typeof sql>[]) =>
  testApp.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    for (const statement of statements) await statement.execute(tx);
  });
const ID = sql`('00000000-0000-7000-9000-' || lpad(n::text, 12, '0'))::uuid`;

test("a suspended person is found by their name, however many accounts take it", async () => {
  const known = await testApp.approvedKine(like(cast.carla, "Zulema Quispe", { license_number: "MN 71900" }));
  await elena.api.moderation.suspend({ id: known.id, reason: "Cobra por fuera" });
  for (let n = 0; n < 7; n += 1)
    await testApp.signUp({ ...like(cast.ana, "Zulema Quispe"), email: `zulema${n}@example.com` });
  const { people } = await elena.api.dossiers.find({ text: "zulema quispe" });
  expect(people[0]!.id).toBe(known.id);
});

test("nor do sign-ups as a specialist hide an admitted one, by name or by licence", async () => {
  const known = await testApp.approvedKine(like(cast.carla, "Griselda Ñancupil", { license_number: "MN 71901" }));
  for (let n = 0; n < 7; n += 1)
    await testApp.signUp({
      ...like(cast.carla, "Griselda Ñancupil", { license_number: `${"ABCDEFG"[n]} 71901` }),
      email: `griselda${n}@example.com`,
    });
  for (const text of ["griselda ñancupil", "71901"]) {
    const { people } = await elena.api.dossiers.find({ text });
    expect(people[0]!.id).toBe(known.id);
  }
});

test("twenty mailboxes with fifty cases each do not fill the words that admins decide about", async () => {
  await planted(
    sql`insert into auth.users (id, email, email_confirmed_at) select ${ID}, 'gentio' || n || '@example.com', now() from generate_series(1, 20) n`,
    sql`insert into profiles (id, email, name, health_consent) select ${ID}, 'gentio' || n || '@example.com', 'Paciente', current_consent('health_data') from generate_series(1, 20) n`,
  );
  await sql`insert into cases (patient_id, title, description, injury_area)
    select ${ID}, 'Rodilla', 'Me duele', 'aa palabra ' || n || ' ' || m from generate_series(1, 20) n, generate_series(1, 50) m`.execute(
    testApp.db,
  );
  const patient = await newPatient();
  await publish(patient, { injury_area: "Zqmúsculo" });
  const { items } = await elena.api.vocabulary.queue();
  expect(items.map(({ key }) => key)).toContain("zqmusculo");
  await sql`delete from cases where injury_area like 'aa palabra %'`.execute(testApp.db);
});

test("'Hoy' names the forgotten cases of others beside many of one person", async () => {
  const many = await newPatient();
  const ids: string[] = [];
  for (let n = 0; n < 12; n += 1) ids.push(await publish(many));
  const other = await publish(await newPatient());
  await planted(
    sql`update cases set created_at = now() - interval '5 days' where id = any(${ids}::uuid[])`,
    sql`update cases set created_at = now() - interval '3 days' where id = ${other}`,
  );
  const { items, count } = (await elena.api.today.read()).forgotten;
  expect(count).toBe(13);
  expect(items.map(({ id }) => id)).toContain(other);
});

test("fifty reviews of one person leave the others' specialists among the best rated", async () => {
  const [known, praised] = [await newKine(), await newKine()];
  const praise = (patient: Person, kine: Person, many: number) =>
    planted(
      sql`insert into reviews (case_id, patient_id, kine_id, stars, is_confirmed, accepted_at)
        select gen_random_uuid(), ${patient.id}, ${kine.id}, 5, true, now() - interval '8 days' from generate_series(1, ${many}::int)`,
    );
  await praise(await newPatient(), known, 1);
  await praise(await newPatient(), praised, 50);
  expect((await bestRated(testApp.db)).map(({ id }) => id)).toContain(known.id);
});

test("nor do fifty reviews of one person who is gone", async () => {
  const [known, praised] = [await newKine(), await newKine()];
  const praise = (patient: Person, kine: Person, many: number) =>
    planted(
      sql`insert into reviews (case_id, patient_id, kine_id, stars, is_confirmed, accepted_at)
        select gen_random_uuid(), ${patient.id}, ${kine.id}, 5, true, now() - interval '8 days' from generate_series(1, ${many}::int)`,
      sql`insert into review_authors (review_id, hash) select id, sha256(${patient.id}::text::bytea) from reviews where patient_id = ${patient.id}`,
    );
  await praise(await newPatient(), known, 1);
  const leaves = await newPatient();
  await praise(leaves, praised, 50);
  await leaves.api.accounts.delete();
  expect((await bestRated(testApp.db)).map(({ id }) => id)).toContain(known.id);
});

test("the accounts of one mailbox report as many a day as one, also at once", { timeout: 60_000 }, async () => {
  const kines: Person[] = [];
  for (let n = 0; n < 5; n += 1) kines.push(await newKine());
  const name = `gentiox${round}`;
  const people: Person[] = [];
  for (let n = 0; n < 3; n += 1)
    people.push(await testApp.signUp({ ...like(cast.ana, `Mismo ${++round}`), email: `${name}+${n}@gmail.com` }));
  await confirmAddresses(testApp.db, ...people);
  const reasons = ["spam", "other", "offensive", "misconduct"] as const;
  const said: string[] = [];
  for (const kine of kines)
    for (const reason of reasons)
      said.push(
        ...(await Promise.all(
          people.map(({ api }) => outcome(api.reports.create({ subject: "profile", id: kine.id, reason }))),
        )),
      );
  expect(said.filter((each) => each === "ok")).toHaveLength(20);
});

test("accounts of one mailbox that leave at the same moment all go", { timeout: 60_000 }, async () => {
  const people: Person[] = [];
  for (let n = 0; n < 4; n += 1)
    people.push(await testApp.signUp({ ...like(cast.ana, `Se va ${++round}`), email: `gentio.seva+${n}@gmail.com` }));
  await confirmAddresses(testApp.db, ...people);
  for (const person of people) await publish(person);
  const said = await Promise.all(people.map(({ api }) => outcome(api.accounts.delete())));
  expect(said).toEqual(people.map(() => "ok"));
});

test("an answer to a case that was full is not late by that time", async () => {
  await planted(
    sql`insert into settings (key, value) values ('offers_max', to_jsonb(1)) on conflict (key) do update set value = excluded.value`,
  );
  const kine = await newKine();
  const rival = await newKine("Kine Rival");
  for (let n = 0; n < 5; n += 1) {
    const patient = await newPatient();
    const id = await publish(patient);
    await sql`insert into case_alerts (case_id, kine_id, is_at_once) values (${id}, ${kine.id}, true)`.execute(
      testApp.db,
    );
    const { id: first } = await rival.api.matches.apply({ case_id: id, message: `Primero ${n}` });
    expect(await outcome(kine.api.matches.apply({ case_id: id, message: `Hola ${n}` }))).toBe("CASE_FULL");
    await planted(
      sql`update case_alerts set told_at = told_at - interval '20 hours', voided_at = voided_at - interval '10 hours' where case_id = ${id}`,
    );
    await patient.api.matches.reject({ id: first });
    await kine.api.matches.apply({ case_id: id, message: `Hola ${n}` });
  }
  await planted(
    sql`update matches set created_at = created_at - interval '8 days', decided_at = decided_at - interval '8 days'`,
    sql`update case_alerts set told_at = told_at - interval '8 days', voided_at = voided_at - interval '8 days'`,
  );
  const { rows } = await sql<{
    hours: number | null;
  }>`select reply_hours as hours from directory_facts(array[${kine.id}]::uuid[])`.execute(testApp.db);
  expect(rows[0]!.hours).toBeNull();
});

test("names in a copy of one's data are masked as on the screens", async () => {
  const kine = await newKine("Juan 11 4321-9876");
  const patient = await newPatient();
  const case_id = await publish(patient);
  const { id } = await kine.api.matches.apply({ case_id, message: `Hola ${round}` });
  await patient.api.conversations.block({ id });
  const copy = await fetch(testApp.url + (await patient.api.exports.ask()).url);
  const data = unzip(Buffer.from(await copy.arrayBuffer()))
    .get("datos.json")!
    .toString();
  expect(data.includes("bloqueos")).toBe(true);
  expect(data.includes("4321-9876")).toBe(false);
});
