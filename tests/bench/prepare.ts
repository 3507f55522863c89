import { randomInt } from "node:crypto";
import pg from "pg";
import { cast } from "../../app/demo/cast.ts";
import { enter, enterApproved, like } from "../support/people.ts";
import { fill } from "../support/fill-database.ts";
import type { Subjects } from "./questions.ts";

const SIGNING_IN = 8;

/** Fills the database and replaces a generated specialist and patient with ones who can sign in. */
export async function prepare(url: string, databaseUrl: string, cases: number): Promise<Subjects> {
  const stamp = randomInt(1e9);
  const patients = Array.from({ length: SIGNING_IN }, (_, n) => like(cast.ana, `Ana Carga ${stamp + n}`));
  const [patient] = await Promise.all(patients.map((member) => enter(url, member, "sign up")));
  if (!patient) throw new Error("nobody signed up");
  const kine = await enterApproved(url, like(cast.carla, `Carla Carga ${stamp}`, { license_number: `B ${stamp}` }));
  const startedAt = Date.now();
  await fill(databaseUrl, {
    patients: 20_000,
    kines: 5_000,
    cases,
    reviews: Math.min(100_000, cases / 10),
    applications: 6,
  });
  console.log(`${cases} cases made in ${Math.round((Date.now() - startedAt) / 1000)} s`);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const ids = async (text: string) => (await client.query<{ id: string }>(text)).rows.map(({ id }) => id);
  const [oldKine] = await ids("select kine_id as id from reviews order by id desc limit 1");
  const [oldPatient] = await ids(
    "select patient_id as id from cases where status <> 'closed' order by id desc limit 1",
  );
  await client.query(`
    set session_replication_role = replica;
    update matches set kine_id = '${kine.id}' where kine_id = '${oldKine}';
    update reviews set kine_id = '${kine.id}' where kine_id = '${oldKine}';
    update availabilities set kine_id = '${kine.id}' where kine_id = '${oldKine}';
    update cases set patient_id = '${patient.id}' where patient_id = '${oldPatient}';
    set session_replication_role = default;
    select recount();
  `);
  const open = await ids(`select id from cases c where status = 'open' and not exists (
    select from matches m where m.case_id = c.id and m.kine_id = '${kine.id}') order by id desc limit 100000`);
  const asset = /src="(\/assets\/[^"]+\.js)"|href="(\/assets\/[^"]+\.js)"/.exec(await (await fetch(url)).text());
  await client.query("vacuum analyze");
  await client.end();
  return {
    kine: { id: kine.id, token: await kine.token() },
    patient: { id: patient.id, token: await patient.token() },
    members: patients.map(({ email, password }) => ({ email, password })),
    open,
    asset: asset?.[1] ?? asset?.[2] ?? "/favicon.svg",
  };
}
