import { createRouterClient } from "@orpc/server";
import { Kysely, PostgresDialect, sql, type CompiledQuery } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Role } from "../app/domain/accounts/account.ts";
import { personAsViewer } from "../app/server/procedures.server.ts";
import { router } from "../app/server/router.server.ts";
import type { DB } from "../db/types.ts";
import { openWorld, type World } from "./world.ts";

const PATIENTS = 8_000;
const KINES = 2_000;
const CASES = 30_000;

let world: World;
let pool: pg.Pool;
let asked: CompiledQuery[] = [];
let someone: Record<Role, string>;
let caseId: string;
let kineId: string;

beforeAll(async () => {
  world = await openWorld();
  pool = new pg.Pool({ connectionString: world.databaseUrl, max: 2 });
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  await sql`insert into auth.users (email) select 'p' || n || '@example.com' from generate_series(1, ${PATIENTS + KINES}::int) n`.execute(db);
  await sql`insert into profiles (id, email, name, phone, approval_status, license_number)
    select id, email, 'Nombre ' || email, '+54 11 5555-5555', 'approved', 'MN ' || row_number() over ()
    from auth.users where id not in (select id from profiles)`.execute(db);
  await sql`insert into user_roles select id, (case when row_number() over () <= ${KINES} then 'kine' else 'patient' end)::app_role
    from profiles where id not in (select user_id from user_roles)`.execute(db);
  await sql`create table numbered as select user_id, role, row_number() over (partition by role) as n from user_roles`.execute(db);
  await sql`insert into cases (patient_id, title, description)
    select p.user_id, 'Caso ' || g, 'x' from generate_series(1, ${CASES}::int) g
    join numbered p on p.role = 'patient' and p.n = 1 + g % ${PATIENTS}`.execute(db);
  await sql`insert into matches (case_id, kine_id) select c.id, k.user_id
    from (select id, row_number() over () as n from cases) c
    join numbered k on k.role = 'kine' and k.n in (1 + c.n % ${KINES}, 1 + (c.n * 7 + 3) % ${KINES})`.execute(db);
  await sql`update matches set status = 'accepted' where id in (select id from matches order by id limit 3000)`.execute(db);
  await sql`update cases set status = 'closed' where status = 'matched'`.execute(db);
  await sql`insert into reviews (case_id, patient_id, kine_id, stars)
    select c.id, c.patient_id, m.kine_id, 4 from cases c join matches m on m.case_id = c.id and m.status = 'accepted'`.execute(db);
  await sql`insert into kine_applications (user_id, profile_id, status, approved_at)
    select user_id, user_id, 'approved', now() from numbered where role = 'kine'`.execute(db);
  await sql`insert into availabilities (kine_id, weekday, start_time, end_time)
    select user_id, day, '09:00', '13:00' from numbered, generate_series(1, 5) day where role = 'kine'`.execute(db);
  await sql`insert into admin_views (admin_id, entity_type, entity_id)
    select r.user_id, 'case', c.id from user_roles r, cases c where r.role = 'admin'`.execute(db);
  await sql`analyze`.execute(db);
  const review = await db.selectFrom("reviews").selectAll().limit(1).executeTakeFirstOrThrow();
  [caseId, kineId] = [review.case_id, review.kine_id!];
  const admin = await db.selectFrom("user_roles").select("user_id").where("role", "=", "admin").executeTakeFirstOrThrow();
  someone = { patient: review.patient_id!, kine: kineId, admin: admin.user_id };
});
afterAll(async () => {
  await pool?.end();
  await world?.close();
});

/** A client in process whose queries are kept. */
async function clientOf(role: Role) {
  const viewer = await personAsViewer(world.db, someone[role]);
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }), log: ({ query }) => void asked.push(query) });
  const services = { ...world.app.services, db };
  return createRouterClient(router, {
    context: { services, requestId: "plan", clientAddress: "127.0.0.1", findViewer: async () => viewer },
  });
}

type Plan = { "Node Type": string; "Relation Name"?: string; Plans?: Plan[] };
const scans = (plan: Plan): string[] => [
  ...(plan["Node Type"] === "Seq Scan" ? [plan["Relation Name"] ?? "?"] : []),
  ...(plan.Plans ?? []).flatMap(scans),
];

/** Counting all rows of a table reads all of it, whatever its indexes. */
const countsAll = /^select count\(\*\) as "count" from "\w+"$/;

/** The tables that the queries of a call read from end to end, except to count them. */
async function tablesScanned(call: () => Promise<unknown>): Promise<string[]> {
  asked = [];
  await call();
  expect(asked.length).toBeGreaterThan(0);
  const found: string[] = [];
  for (const query of asked.filter(({ sql }) => /^(select|with)\b/i.test(sql) && !countsAll.test(sql))) {
    const { rows } = await pool.query(`explain (format json) ${query.sql}`, [...query.parameters]);
    found.push(...scans((rows[0] as { "QUERY PLAN": { Plan: Plan }[] })["QUERY PLAN"][0]!.Plan));
  }
  return found;
}

test.each([
  ["patient", "cases.mine", (api) => api.cases.mine()],
  ["patient", "cases.get", (api) => api.cases.get({ id: caseId })],
  ["kine", "cases.available", (api) => api.cases.available({})],
  ["kine", "cases.available, a later page", (api) => api.cases.available({ before: caseId })],
  ["kine", "cases.view", (api) => api.cases.view({ id: caseId })],
  ["kine", "matches.mine", (api) => api.matches.mine()],
  ["patient", "profiles.specialists", (api) => api.profiles.specialists({})],
  ["patient", "reviews.pending", (api) => api.reviews.pending()],
  ["patient", "reviews.mine", (api) => api.reviews.mine({})],
  ["admin", "accounts.list", (api) => api.accounts.list({})],
  ["admin", "accounts.list, oldest first, a later page", (api) => api.accounts.list({ order: "oldest", after: kineId })],
  ["admin", "accounts.list, by name", (api) => api.accounts.list({ search: "p77" })],
  ["admin", "accounts.list, by a word of everybody's", (api) => api.accounts.list({ search: "nombre" })],
  ["admin", "accounts.list, patients", (api) => api.accounts.list({ role: "patient" })],
  ["admin", "accounts.list, specialists by name", (api) => api.accounts.list({ role: "kine", search: "p77" })],
  ["admin", "accounts.list, admins by a word of everybody's", (api) => api.accounts.list({ role: "admin", search: "nombre" })],
  ["admin", "profiles.patients", (api) => api.profiles.patients({})],
  ["admin", "profiles.patients, by name", (api) => api.profiles.patients({ search: "p77" })],
  ["admin", "profiles.kines", (api) => api.profiles.kines({})],
  ["admin", "profiles.kines, approved, oldest first", (api) => api.profiles.kines({ approval_status: "approved", order: "oldest" })],
  ["admin", "profiles.kines, turned down", (api) => api.profiles.kines({ approval_status: "rejected" })],
  ["admin", "cases.list", (api) => api.cases.list({})],
  ["admin", "cases.list, by title", (api) => api.cases.list({ search: "caso 777" })],
  ["admin", "cases.list, closed, a later page", (api) => api.cases.list({ status: "closed", after: caseId })],
  ["admin", "reviews.list", (api) => api.reviews.list({})],
  ["admin", "reviews.list, by name", (api) => api.reviews.list({ search: "p7777" })],
  ["admin", "reviews.list, by stars", (api) => api.reviews.list({ stars: 5 })],
  ["kine", "reviews.received", (api) => api.reviews.received()],
  ["kine", "profiles.mine", (api) => api.profiles.mine()],
  ["kine", "availabilities.mine", (api) => api.availabilities.mine()],
  ["kine", "profiles.publicProfile", (api) => api.profiles.publicProfile({ id: kineId })],
  ["admin", "adminViews.unseen", (api) => api.adminViews.unseen()],
  ["patient", "accounts.licenseAvailable", (api) => api.accounts.licenseAvailable({ license_number: "MN 77" })],
] as [Role, string, (api: Awaited<ReturnType<typeof clientOf>>) => Promise<unknown>][])(
  `as %s, %s reads no table from end to end among ${CASES} cases`,
  async (role, _, call) => {
    const api = await clientOf(role);
    expect(await tablesScanned(() => call(api))).toEqual([]);
  },
);
