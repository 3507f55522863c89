import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { dayAfter, WEEK_DAYS, weekOf } from "../../app/domain/flow/flow.ts";
import { countSignUps } from "../../app/domain/sign-ups/keep-counts.server.ts";
import { openOpenings } from "../../app/domain/sign-ups/openings.server.ts";
import { newKine } from "../support/new-kine.ts";
import { outcome, type Person } from "../support/people.ts";
import { type LevelsApp, openLevelsApp } from "../service-levels/levels-app.ts";
import { removeExpiredRows } from "../../app/server/retention.server.ts";

let app: LevelsApp;
let elena: Person;

beforeAll(async () => {
  app = await openLevelsApp();
  elena = await app.signIn(cast.elena);
});
afterAll(() => app?.close());
beforeEach(async () => {
  await sql`delete from signup_steps`.execute(app.db);
  await sql`delete from signup_counts`.execute(app.db);
  await app.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`update profiles set created_at = created_at - interval '60 days'`.execute(tx);
  });
});

/** What is counted, by role: opened, accounts, confirmed, begun, applied, accepted. */
async function counted(): Promise<Record<string, number[]>> {
  const { rows } = await sql<{ role: string; n: number[] }>`select role::text as role,
    array[sum(opened), sum(accounts), sum(confirmed), sum(begun), sum(applied), sum(accepted)]::int[] as n
    from signup_counts group by role`.execute(app.db);
  return Object.fromEntries(rows.map(({ role, n }) => [role, n]));
}

/** Moves a sign-up back by some days, with what else happened until now. */
async function age({ id }: Person, days: number): Promise<void> {
  const by = sql`${`${days} days`}::interval`;
  await app.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`update signup_steps set signed_up_at = signed_up_at - ${by} where user_id = ${id}`.execute(tx);
    await sql`update profiles set created_at = created_at - ${by} where id = ${id}`.execute(tx);
    await sql`update auth.users set email_confirmed_at = email_confirmed_at - ${by} where id = ${id}`.execute(tx);
    await sql`update cases set created_at = created_at - ${by} where patient_id = ${id}`.execute(tx);
  });
}

test("each step of who signs up is counted once, and stays counted when the person leaves", async () => {
  const [patient, other] = [await app.patient("Moreno"), await app.patient("Moreno")];
  const kine = await app.kine("Moreno");
  await countSignUps(app.db);
  await Promise.all([countSignUps(app.db), countSignUps(app.db)]);
  expect(await counted()).toMatchObject({ patient: [0, 2, 2, 0, 0, 0] });
  expect((await counted())["kine"]!.slice(0, 2)).toEqual([0, 1]);
  const id = await app.publish(patient);
  const { id: match } = await kine.api.matches.apply({ case_id: id });
  await patient.api.matches.accept({ id: match });
  await app.publish(other);
  // Its steps are counted before its rows go.
  await other.api.accounts.delete();
  await countSignUps(app.db);
  await countSignUps(app.db);
  expect(await counted()).toMatchObject({ patient: [0, 2, 2, 2, 1, 1] });
  expect((await counted())["kine"]!.slice(4)).toEqual([1, 1]);
});

test("a step later than 30 days counts nothing, nor do invited people, and what was counted of a person is forgotten then", async () => {
  const late = await app.patient("Moreno");
  await countSignUps(app.db);
  await age(late, 30);
  await app.publish(late);
  const { id } = await elena.api.accounts.createKine(newKine());
  // As once its person has claimed it.
  await sql`update auth.users set invited_by = null where id = ${id}`.execute(app.db);
  await countSignUps(app.db);
  expect(await counted()).toEqual({ patient: [0, 1, 1, 0, 0, 0] });
  await age(late, 2);
  await removeExpiredRows(app.db);
  expect((await sql`select from signup_steps where user_id = ${late.id}`.execute(app.db)).rows).toEqual([]);
  expect(await counted()).toEqual({ patient: [0, 1, 1, 0, 0, 0] });
});

test("who is there already is counted from the dates of their rows", async () => {
  const patient = await app.patient("Moreno");
  await age(patient, 20);
  await app.publish(patient);
  await age(patient, 20);
  await countSignUps(app.db, sql`now() - interval '50 days'`);
  expect(await counted()).toEqual({ patient: [0, 1, 1, 1, 0, 0] });
});

test("the form is counted as opened by who reads it: not by bots, and not in advance", async () => {
  const openings = openOpenings();
  const person = { "user-agent": "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0" };
  const open = (path: string, headers: Record<string, string> = person, method = "GET") =>
    openings.count(new Request(new URL(path, app.url), { method, headers }));
  open("/auth?mode=signup");
  open("/auth?mode=signup&role=kine");
  open("/auth?mode=signup&role=patient");
  open("/contar");
  open("/auth");
  open("/auth?mode=signin&role=kine");
  open("/contar", person, "HEAD");
  open("/contar", {});
  open("/contar", { "user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)" });
  open("/contar", { ...person, "sec-purpose": "prefetch;prerender" });
  open("/contar", { ...person, purpose: "prefetch" });
  await openings.write(app.db);
  await openings.write(app.db);
  expect(await counted()).toEqual({ patient: [3, 0, 0, 0, 0, 0], kine: [1, 0, 0, 0, 0, 0] });
});

type Week = { weeks: number; role?: string; n: [number, number, number, number, number, number] };
/** Counts of a week so long ago: opened, accounts, confirmed, begun, applied, accepted. */
const week = ({ weeks, role = "patient", n }: Week) =>
  sql`insert into signup_counts (week, role, opened, accounts, confirmed, begun, applied, accepted)
    values (${dayAfter(weekOf(Date.now()), -weeks * WEEK_DAYS)}::date, ${role}::app_role, ${sql.join(n)})`.execute(
    app.db,
  );

test("'Altas' tells the weeks that are over by role, names the step that loses most, and tells few accounts by nothing", async () => {
  await sql`update schema_migrations set applied_at = now() - interval '400 days' where name >= '0630'`.execute(app.db);
  await week({ weeks: 0, n: [90, 30, 30, 30, 30, 30] });
  await week({ weeks: 1, n: [80, 20, 18, 3, 0, 0] });
  await week({ weeks: 6, n: [50, 4, 4, 4, 4, 4] });
  await week({ weeks: 7, n: [60, 20, 18, 8, 7, 4] });
  await week({ weeks: 8, n: [40, 10, 9, 5, 4, 1] });
  await week({ weeks: 8, role: "kine", n: [9, 5, 5, 4, 1, 1] });
  const { roles } = await elena.api.pulse.signups({});
  const [patients, kines] = roles;
  expect(
    patients!.points.map(({ opened, counts, is_running }) => [opened, counts?.accounts ?? null, is_running]),
  ).toEqual([
    [40, 10, false],
    [60, 20, false],
    [null, null, false],
    [80, 20, true],
  ]);
  expect(patients!.total).toEqual({ accounts: 30, confirmed: 27, begun: 13, applied: 11, accepted: 5 });
  expect(patients!.worst).toBe("begun");
  expect(kines).toMatchObject({ role: "kine", total: { accounts: 5 }, worst: "applied" });
  expect((await elena.api.pulse.signups({ weeks: 4 })).roles[0]).toMatchObject({ total: null, worst: null });
  expect(await outcome(elena.api.pulse.signups({ weeks: 57 }))).toBe("PERIOD_TOO_LONG");
  const { url } = await elena.api.downloads.csv({ list: "signups", filter: { weeks: 13 } });
  const lines = (await (await fetch(new URL(url, app.url))).text()).trim().split("\n");
  expect(lines).toHaveLength(1 + 5);
  expect(lines[2]).toContain('"Pacientes";"60";"20";"18";"8";"7";"4";"no"');
  expect(lines[3]).toContain('"Pacientes";"";"<5";"<5";"<5";"<5";"<5";"no"');
});
