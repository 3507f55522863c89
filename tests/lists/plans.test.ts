import { type CompiledQuery, Kysely, PostgresDialect } from "kysely";
import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Role } from "../../app/shared/roles.ts";
import { bestRated } from "../../app/domain/profiles/best-rated.server.ts";
import type { DB } from "../../db/types.ts";
import { openFilledApp, openPool, SHORT } from "./filled-database.ts";
import { costOf, genericCostOf, type InProcessApi, plannedEachTime, watchedApi } from "./query-plans.ts";
import type { TestApp } from "../support/test-app.ts";

const CASES = SHORT.cases;
/** Their number of rows after a cursor, or for a filter, depends on the value, so PostgreSQL prefers a plan for each value. */
const PLANNED_EACH_TIME = [
  "departures people",
  "cases.available",
  "cases.available narrowed",
  "cases.available reach",
  "cases.list closed newest",
  "coverages.kines confirmed",
  "flow blocks",
];

let testApp: TestApp;
let pool: pg.Pool;
let someone: Record<Role, string>;
let caseId: string;
let kineId: string;
let matchId: string;

beforeAll(async () => {
  testApp = await openFilledApp(SHORT);
  pool = openPool(testApp.databaseUrl);
  await pool.query(`
    insert into auth.sessions (user_id) select id from auth.users, generate_series(1, 3);
    insert into auth.mfa_factors (user_id, factor_type) select id, 'webauthn' from auth.users;
    insert into seat_queue (case_id, kine_id)
      select c.id, k.user_id from (select id from cases limit 5000) c, (select user_id from user_roles where role = 'kine' limit 4) k;
    analyze auth.sessions, auth.mfa_factors, seat_queue`);
  const review = await testApp.db.selectFrom("reviews").selectAll().limit(1).executeTakeFirstOrThrow();
  [caseId, kineId] = [review.case_id, review.kine_id!];
  await pool.query(`begin; set local session_replication_role = replica;
    insert into notifications (user_id, kind, match_id, delivery) select kine_id, 'application_unanswered', id, 'over' from matches;
    insert into notification_settings (user_id, "group", push, mail) select id, 'messages', true, 'daily' from profiles;
    insert into notification_hours (user_id) select id from profiles;
    insert into push_subscriptions (session_id, user_id, public_key, endpoint_hash, sealed)
      select id, user_id, repeat('A', 87), sha256(id::text::bytea), decode(repeat('00', 60), 'hex') from auth.sessions;
    insert into treatments (match_id, planned, proposed_at) select id, 10, now() from matches limit 20000;
    insert into measure_activities (case_id, n, name) select id, n, 'Correr' from (select id from cases limit 20000) c, generate_series(1, 3) n;
    insert into measures (case_id, day, moment, pain) select id, current_date - n, 'along', 5 from (select id from cases limit 20000) c, generate_series(1, 5) n;
    insert into measure_views (case_id, viewer_id, day)
      select m.case_id, m.kine_id, current_date - n from treatments t join matches m on m.id = t.match_id, generate_series(1, 3) n on conflict do nothing;
    insert into authorisations (match_id, coverage_id, sessions, valid_from, valid_until, stated_by)
      select match_id, 1, 10, current_date, current_date + 30, 'kine' from treatments;
    insert into bookings (match_id, kine_id, source, state, asked_by, starts_at, local_start, minutes, zone)
      select m.id, m.kine_id, 'noted', 'held', 'kine', now() - make_interval(days => 20 * n), now() - make_interval(days => 20 * n), 60, 'UTC'
      from treatments t join matches m on m.id = t.match_id, generate_series(1, 3) n;
    commit`);
  await pool.query(
    "analyze notifications, notification_settings, notification_hours, push_subscriptions, treatments, authorisations, measures, measure_activities, measure_views, bookings",
  );
  const match = await testApp.db
    .selectFrom("matches")
    .select("id")
    .where("case_id", "=", caseId)
    .where("kine_id", "=", kineId)
    .executeTakeFirstOrThrow();
  matchId = match.id;
  const admin = await testApp.db
    .selectFrom("user_roles")
    .select("user_id")
    .where("role", "=", "admin")
    .executeTakeFirstOrThrow();
  someone = { patient: review.patient_id!, kine: kineId, admin: admin.user_id };
}, 900_000);
afterAll(async () => {
  await pool?.end();
  await testApp?.close();
});

test.each([
  ["patient", "cases.mine", (api) => api.cases.mine()],
  ["patient", "cases.get", (api) => api.cases.get({ id: caseId })],
  ["kine", "notifications.list", (api) => api.notifications.list({})],
  ["kine", "notifications.unseen", (api) => api.notifications.unseen()],
  ["kine", "notifications.settings", (api) => api.notifications.settings()],
  ["patient", "push.state", (api) => api.push.state()],
  ["patient", "directory.specialists", (api) => api.directory.specialists({ path: "/kinesiologos" })],
  ["patient", "cases.compare", (api) => api.cases.compare({ id: caseId })],
  ["kine", "cases.available", (api) => api.cases.available({})],
  ["kine", "cases.available, a later page", (api) => api.cases.available({ before: caseId })],
  ["kine", "cases.available, by barrio", (api) => api.cases.available({ location_city: "palermo" })],
  ["kine", "cases.available, by zone", (api) => api.cases.available({ injury_area: "rodilla", before: caseId })],
  ["kine", "cases.fits", (api) => api.cases.fits({ ids: [caseId] })],
  ["kine", "matches.offerFacts", (api) => api.matches.offerFacts()],
  ["kine", "matches.mine, accepted", (api) => api.matches.mine({ status: "accepted" })],
  ["admin", "dossiers.person", (api) => api.dossiers.person({ id: kineId })],
  ["admin", "dossiers.caseFile", (api) => api.dossiers.caseFile({ id: caseId })],
  ["admin", "dossiers.find", (api) => api.dossiers.find({ text: "MN 123" })],
  ["admin", "pulse.market", (api) => api.pulse.market({})],
  [
    "admin",
    "pulse.market, filtered",
    (api) => api.pulse.market({ place: "moreno", modality: "online", zone: "rodilla" }),
  ],
  ["admin", "pulse.signups", (api) => api.pulse.signups({ weeks: 56 })],
  ["admin", "pulse.levels", (api) => api.pulse.levels()],
  ["admin", "pulse.kines", (api) => api.pulse.kines({ segment: "silent" })],
  ["admin", "today.read", (api) => api.today.read()],
  ["admin", "today.waiting", (api) => api.today.waiting()],
  ["kine", "cases.view", (api) => api.cases.view({ id: caseId })],
  ["kine", "matches.mine", (api) => api.matches.mine()],
  ["patient", "profiles.specialists", (api) => api.profiles.specialists({})],
  ["patient", "conversations.read", (api) => api.conversations.read({ id: matchId })],
  ["patient", "conversations.mine", (api) => api.conversations.mine()],
  ["patient", "conversations.mine, a later page", (api) => api.conversations.mine({ before: matchId })],
  ["patient", "conversations.withdrawn", (api) => api.conversations.withdrawn()],
  ["patient", "conversations.unread", (api) => api.conversations.unread()],
  ["kine", "conversations.received", (api) => api.conversations.received()],
  ["kine", "conversations.received, a later page", (api) => api.conversations.received({ before: matchId })],
  ["kine", "conversations.blocked", (api) => api.conversations.blocked()],
  ["patient", "reviews.pending", (api) => api.reviews.pending()],
  ["patient", "reviews.mine", (api) => api.reviews.mine({})],
  ["admin", "accounts.list", (api) => api.accounts.list({})],
  [
    "admin",
    "accounts.list, oldest first, a later page",
    (api) => api.accounts.list({ order: "oldest", after: kineId }),
  ],
  ["admin", "accounts.list, by name", (api) => api.accounts.list({ search: "p77" })],
  ["admin", "accounts.list, by phone", (api) => api.accounts.list({ search: "011 15 4444-2222" })],
  ["admin", "audit.list, by name", (api) => api.audit.list({ search: "P77" })],
  ["admin", "audit.list, by phone", (api) => api.audit.list({ search: "15 4444-2222" })],
  ["admin", "audit.list, by e-mail", (api) => api.audit.list({ search: "nadie@example.com" })],
  ["admin", "accounts.list, by a word of everybody's", (api) => api.accounts.list({ search: "nombre" })],
  ["admin", "accounts.list, patients", (api) => api.accounts.list({ role: "patient" })],
  ["admin", "accounts.list, specialists by name", (api) => api.accounts.list({ role: "kine", search: "p77" })],
  [
    "admin",
    "accounts.list, admins by a word of everybody's",
    (api) => api.accounts.list({ role: "admin", search: "nombre" }),
  ],
  ["admin", "profiles.patients", (api) => api.profiles.patients({})],
  ["admin", "profiles.patients, by name", (api) => api.profiles.patients({ search: "p77" })],
  ["admin", "profiles.kines", (api) => api.profiles.kines({})],
  [
    "admin",
    "profiles.kines, approved, oldest first",
    (api) => api.profiles.kines({ approval_status: "approved", order: "oldest" }),
  ],
  ["admin", "profiles.kines, turned down", (api) => api.profiles.kines({ approval_status: "rejected" })],
  ["admin", "cases.list", (api) => api.cases.list({})],
  ["admin", "audit.list, by part of an e-mail", (api) => api.audit.list({ search: "nadie@exam" })],
  ["admin", "cases.list, by title", (api) => api.cases.list({ search: "caso 777" })],
  ["admin", "cases.list, by patient", (api) => api.cases.list({ search: "ana" })],
  ["admin", "cases.list, closed, a later page", (api) => api.cases.list({ status: "closed", after: caseId })],
  ["admin", "accounts.list, ordered by name", (api) => api.accounts.list({ order: "name" })],
  ["admin", "accounts.list, by name, later", (api) => api.accounts.list({ order: "name_down", after: kineId })],
  ["admin", "accounts.list, kines by name", (api) => api.accounts.list({ order: "name", role: "kine", after: kineId })],
  ["admin", "profiles.patients, by name, back", (api) => api.profiles.patients({ order: "name_down" })],
  ["admin", "profiles.kines, ordered by name, later", (api) => api.profiles.kines({ order: "name", after: kineId })],
  [
    "admin",
    "profiles.kines, turned down, by name",
    (api) => api.profiles.kines({ approval_status: "rejected", order: "name" }),
  ],
  ["admin", "cases.list, by state", (api) => api.cases.list({ order: "status" })],
  ["admin", "cases.list, by state, later", (api) => api.cases.list({ order: "status_down", after: caseId })],
  ["admin", "reviews.list, best first", (api) => api.reviews.list({ order: "stars_down" })],
  ["admin", "kineApplications.list, the queue", (api) => api.kineApplications.list({ order: "oldest" })],
  ["admin", "reports.list, to decide", (api) => api.reports.list({ state: "open" })],
  ["admin", "reports.list, by people", (api) => api.reports.list({ state: "open", by: "person" })],
  ["admin", "reports.list, by the program", (api) => api.reports.list({ state: "open", by: "program" })],
  ["admin", "reports.list, decided", (api) => api.reports.list({ state: "decided" })],
  ["admin", "status.read", (api) => api.status.read()],
  ["admin", "pulse.mail", (api) => api.pulse.mail()],
  ["admin", "jobs.list", (api) => api.jobs.list({ state: "failed" })],
  ["admin", "reviews.list", (api) => api.reviews.list({})],
  ["admin", "appeals.list", (api) => api.appeals.list({})],
  ["admin", "reviews.heldReplies", (api) => api.reviews.heldReplies()],
  ["admin", "reviews.list, by name", (api) => api.reviews.list({ search: "p7777" })],
  ["admin", "reviews.list, waiting", (api) => api.reviews.list({ state: "waiting" })],
  ["admin", "reviews.list, hidden", (api) => api.reviews.list({ state: "hidden" })],
  ["admin", "reviews.list, visible", (api) => api.reviews.list({ state: "visible" })],
  ["admin", "reviews.list, by stars", (api) => api.reviews.list({ stars: 5 })],
  ["kine", "treatments.read", (api) => api.treatments.read({ match_id: matchId })],
  ["patient", "measures.list", (api) => api.measures.list({ case_id: caseId })],
  ["kine", "reviews.received", (api) => api.reviews.received()],
  ["kine", "profiles.mine", (api) => api.profiles.mine()],
  ["kine", "availabilities.mine", (api) => api.availabilities.mine()],
  ["kine", "profiles.publicProfile", (api) => api.profiles.publicProfile({ id: kineId })],
  ["patient", "coverages.kines", (api) => api.coverages.kines({ coverage_id: 3 })],
  ["patient", "coverages.kines, a later page", (api) => api.coverages.kines({ coverage_id: 3, before: kineId })],
  ["patient", "coverages.kines, unconfirmed", (api) => api.coverages.kines({ coverage_id: 3, is_confirmed: false })],
  ["patient", "coverages.search", (api) => api.coverages.search({ text: "osde" })],
  ["patient", "coverages.own", (api) => api.coverages.own()],
  ["patient", "coverages.questions", (api) => api.coverages.questions({ case_id: caseId })],
  ["kine", "coverages.mine", (api) => api.coverages.mine()],
  ["kine", "prices.mine", (api) => api.prices.mine()],
  ["admin", "coverages.disputes", (api) => api.coverages.disputes()],
  ["admin", "coverages.list", (api) => api.coverages.list()],
  ["kine", "licences.mine", (api) => api.licences.mine()],
  ["admin", "licences.queue", (api) => api.licences.queue({})],
  ["admin", "settings.read", (api) => api.settings.read()],
  ["admin", "holidays.list", (api) => api.holidays.list({ year: 2026 })],
  ["patient", "places.search", (api) => api.places.search({ search: "pal" })],
  ["admin", "profileChanges.list", (api) => api.profileChanges.list()],
  ["admin", "adminViews.unseen", (api) => api.adminViews.unseen()],
  ["patient", "sessions.mine", (api) => api.sessions.mine()],
  ["patient", "accounts.licenseAvailable", (api) => api.accounts.licenseAvailable({ license_number: "MN 77" })],
] as [Role, string, (api: InProcessApi) => Promise<unknown>][])(
  `as %s, %s reads no table from end to end among ${CASES} cases`,
  async (role, _, call) => {
    const { api, takeAsked } = await watchedApi(testApp.app.services, pool, someone[role]);
    await call(api);
    const queries = takeAsked();
    const cost = await costOf(pool, queries);
    expect(cost.queries).toBeGreaterThan(0);
    expect(cost.tablesScanned).toEqual([]);
    // A prepared statement gets one plan for all values, which must be good for these too.
    const generic = await genericCostOf(pool, queries);
    expect(generic.tablesScanned).toEqual([]);
    expect(generic.rows).toBeLessThan(Math.max(500, 2 * cost.rows));
    expect(PLANNED_EACH_TIME).toEqual(expect.arrayContaining(await plannedEachTime(pool, queries)));
  },
);

test(`the specialists on the landing page are found without reading a table from end to end among ${CASES} cases`, async () => {
  const queries: CompiledQuery[] = [];
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }), log: ({ query }) => void queries.push(query) });
  expect(await bestRated(db)).toHaveLength(3);
  const cost = await costOf(pool, queries);
  expect(cost).toMatchObject({ queries: 1, tablesScanned: [] });
  expect(cost.rows).toBeLessThan(500);
});
