import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { openPatient, openSpecialist, wallTimeIn } from "../bookings/agenda.ts";
import { like, type Person } from "../support/people.ts";
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

const newKine = () =>
  testApp.approvedKine(like(cast.carla, `Kine Lista ${++round}`, { license_number: `MN ${66_000 + round}` }));
const stranger = () => testApp.signUp(like(cast.ana, `Paciente Lista ${++round}`));
async function newPatient(): Promise<Person> {
  const patient = await stranger();
  await confirmAddresses(testApp.db, patient);
  return patient;
}
/** Inserts rows without triggers. */
const planted = (...statements: ReturnType<typeof sql>[]) =>
  testApp.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    for (const statement of statements) await statement.execute(tx);
  });

/** Inserts accounts of proven addresses, by the number of the first and how many. */
const accounts = (first: number, many: number, email: ReturnType<typeof sql>) => {
  const numbers = sql`generate_series(${first}::int, ${first + many - 1}::int) n`;
  return planted(
    sql`insert into auth.users (id, email, email_confirmed_at) select ${ID}, ${email}, now() from ${numbers}`,
    sql`insert into profiles (id, email, name, health_consent)
      select ${ID}, ${email}, 'Paciente', current_consent('health_data') from ${numbers}`,
  );
};
const ID = sql`('00000000-0000-7000-9000-' || lpad(n::text, 12, '0'))::uuid`;

test("twenty mailboxes move 'Espera habitual' by twenty cases, however many they publish", async () => {
  const kine = await newKine();
  await accounts(1, 45, sql`'persona' || n || '@example.com'`);
  const publish = (first: number, people: number, many: number) =>
    sql`insert into cases (patient_id, title, description) select ${ID}, 'Rodilla', 'Me duele'
      from generate_series(${first}::int, ${first + people - 1}::int) n, generate_series(1, ${many}::int)`.execute(
      testApp.db,
    );
  await publish(1, 25, 1);
  await planted(sql`insert into matches (case_id, kine_id) select id, ${kine.id} from cases`);
  const observer = await newPatient();
  const { id } = await observer.api.cases.create({ title: "Codo", description: "Me duele" });
  const usual = async () => (await observer.api.cases.outlook({ id })).first_application_minutes;
  expect(await usual()).not.toBeNull();
  await publish(26, 20, 50);
  expect(await usual()).not.toBeNull();
});

test("a person's card names the upheld reports first, whatever is reported after them", async () => {
  const kine = await newKine();
  const patient = await newPatient();
  const { id } = await patient.api.reports.create({ subject: "profile", id: kine.id, reason: "misconduct" });
  await elena.api.reports.decide({ id, decision: "Es cierto", is_upheld: true });
  for (let n = 0; n < 4; n += 1) {
    const { api } = await stranger();
    for (const reason of ["spam", "other", "offensive"] as const)
      await api.reports.create({ subject: "profile", id: kine.id, reason });
  }
  const { reports } = await elena.api.dossiers.person({ id: kine.id });
  expect(reports[0]).toMatchObject({ id, is_upheld: true });
});

test("addresses that nobody proved stand last among those that no mail reaches", async () => {
  const known = await newPatient();
  const stop = (whose: ReturnType<typeof sql>, ago: number) =>
    sql`insert into mail_states (user_id, state, code, at)
      select id, 'hard', '5.1.1', now() - make_interval(hours => ${ago}::int) from profiles where ${whose}`.execute(
      testApp.db,
    );
  await stop(sql`id = ${known.id}`, 1);
  await accounts(101, 20, sql`'nadie' || n || '@example.com'`);
  await sql`update auth.users set email_confirmed_at = null where email like 'nadie%'`.execute(testApp.db);
  await stop(sql`email like 'nadie%'`, 0);
  const { stopped } = await elena.api.pulse.mail();
  expect(stopped[0]!.id).toBe(known.id);
});

test("a calendar shows what lies ahead, however much is over", async () => {
  const { kine, place_id } = await openSpecialist(testApp, { is_instant: true });
  const { patient, match_id } = await openPatient(testApp, kine);
  const start = wallTimeIn(2, "10:00");
  await patient.api.bookings.book({ match_id, place_id, starts: [start] });
  const { url } = await kine.api.calendars.create();
  await planted(sql`insert into bookings (match_id, kine_id, place_id, starts_at, minutes, zone, local_start, asked_by, state)
    select ${match_id}, ${kine.id}, ${place_id}, now() - make_interval(hours => n), 60, 'America/Argentina/Buenos_Aires', now(), 'patient', 'held'
    from generate_series(1, 1000) n`);
  const shown = await (await fetch(testApp.url + new URL(url).pathname)).text();
  const instant = new Date(`${start}:00-03:00`).toISOString().replaceAll(/[-:]|\.000/g, "");
  expect(shown.includes(`DTSTART:${instant}`)).toBe(true);
  expect(shown.split("BEGIN:VEVENT").length - 1).toBe(1_000);
});
