import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { outcome, type Person } from "../support/people.ts";
import { type LevelsApp, openLevelsApp } from "./levels-app.ts";

let app: LevelsApp;
let elena: Person;

beforeAll(async () => {
  app = await openLevelsApp();
  elena = await app.signIn(cast.elena);
});
afterAll(() => app?.close());

const capOffers = (most: number) =>
  sql`insert into settings (key, value) values ('offers_max', to_jsonb(${most}::int)) on conflict (key) do update set value = excluded.value`;
const setting = (statement: ReturnType<typeof sql>) =>
  app.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await statement.execute(tx);
  });

/** Whether an invitation counts as ignored, once its 72 hours are over. */
async function isIgnored(caseId: string, kine: Person): Promise<boolean> {
  await setting(
    sql`update case_alerts set told_at = told_at - interval '80 hours' where case_id = ${caseId} and kine_id = ${kine.id}`,
  );
  await setting(sql`update applications_made set at = at - interval '80 hours' where case_id = ${caseId}`);
  // The facts need five cases: the other four are answers after an hour.
  const { rows } = await sql<{ hours: number | null }>`
    select reply_hours as hours from directory_facts(array[${kine.id}]::uuid[])`.execute(app.db);
  return rows[0]!.hours !== null;
}

/** A specialist of whom four answers are known: a fifth, or an ignored invitation, makes their hours known. */
async function answering(): Promise<Person> {
  const kine = await app.kine("Caballito");
  for (let n = 0; n < 4; n += 1) {
    const id = await app.publish(await app.patient());
    await setting(sql`insert into case_alerts (case_id, kine_id, is_at_once) values (${id}, ${kine.id}, true)`);
    await kine.api.matches.apply({ case_id: id, message: `Hola ${n}` });
  }
  await setting(sql`update case_alerts set told_at = told_at - interval '8 days' where kine_id = ${kine.id}`);
  await setting(sql`update matches set created_at = created_at - interval '8 days' where kine_id = ${kine.id}`);
  return kine;
}
async function invited(kine: Person) {
  const patient = await app.patient();
  const id = await app.publish(patient);
  await patient.api.cases.invite({ id, kine_id: kine.id });
  return { id, patient };
}

test("an invitation that was left is ignored; one that was answered and withdrawn is not", async () => {
  const [kine, other] = [await answering(), await answering()];
  expect(await isIgnored((await invited(kine)).id, kine)).toBe(true);
  const { id } = await invited(other);
  const { id: match } = await other.api.matches.apply({ case_id: id, message: "Puedo" });
  await other.api.matches.withdraw({ id: match });
  expect(await isIgnored(id, other)).toBe(false);
});

test("an invitation to a case that was full within its hours is ignored by nobody, also once a seat is free", async () => {
  const [kine, other] = [await answering(), await app.kine("Caballito")];
  const { id } = await invited(kine);
  await setting(capOffers(1));
  const { id: match } = await other.api.matches.apply({ case_id: id, message: "Puedo" });
  await setting(capOffers(0));
  await other.api.matches.withdraw({ id: match });
  expect(await isIgnored(id, kine)).toBe(false);
});

test("what keeps a specialist from an answer without an act is noted with the day's figures", async () => {
  const kine = await answering();
  const { id } = await invited(kine);
  await setting(sql`update profiles set ended_roles = '{kine}' where id = ${kine.id}`);
  await sql`select directory_keep(100)`.execute(app.db);
  await sql`update directory set computed_on = '-infinity'`.execute(app.db);
  await sql`select directory_keep(100)`.execute(app.db);
  await setting(sql`update profiles set ended_roles = '{}' where id = ${kine.id}`);
  expect(await isIgnored(id, kine)).toBe(false);
});

test("an invitation keeps no seat for who is suspended or blocked", async () => {
  await setting(capOffers(1));
  const [kine, other] = [await app.kine("Caballito"), await app.kine("Caballito")];
  for (const how of ["suspended", "blocked"]) {
    const { id, patient } = await invited(kine);
    expect(await outcome(other.api.matches.apply({ case_id: id, message: `Puedo ${how}` }))).toBe("CASE_FULL");
    await other.api.matches.queue({ id });
    if (how === "suspended") {
      await elena.api.moderation.suspend({ id: kine.id, reason: "Lo miramos" });
      await expect.poll(() => app.told(other.id, "seat_free", id)).toBe(1);
    } else await setting(sql`insert into blocks (blocker_id, blocked_id) values (${patient.id}, ${kine.id})`);
    expect(await outcome(other.api.matches.apply({ case_id: id, message: `Puedo ${how}` })), how).toBe("ok");
    if (how === "suspended") await elena.api.moderation.restore({ id: kine.id, reason: "Fue un error" });
  }
  await setting(capOffers(0));
});

test("an invitation on a specialist's full day takes none of the patient's two of the day", async () => {
  const [kine, patient] = [await app.kine("Caballito"), await app.patient()];
  const full = (n: number) =>
    setting(sql`insert into kine_alert_days (kine_id, day, at_once)
      values (${kine.id}, (now() at time zone 'America/Argentina/Buenos_Aires')::date, ${n}) on conflict (kine_id, day) do update set at_once = ${n}`);
  await full(1_000);
  const id = await app.publish(patient);
  await patient.api.cases.invite({ id, kine_id: kine.id });
  const taken = async () =>
    (
      await sql`select from patient_alert_days where kine_id = ${kine.id} and patient_id = ${patient.id}`.execute(
        app.db,
      )
    ).rows.length;
  expect(await taken()).toBe(0);
});
