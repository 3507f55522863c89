import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { personAsViewer, type Viewer } from "../../app/api/viewer.server.ts";
import type { Role } from "../../app/shared/roles.ts";
import { cast } from "../../app/demo/cast.ts";
import { type InProcessApi, watchedApi } from "./query-plans.ts";
import { outcome } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";

let testApp: TestApp;
let pool: pg.Pool;
let statements = 0;
const ids = {} as Record<Role, string>;
let caseId: string;
let matchId: string;
const report: string[] = [];

beforeAll(async () => {
  testApp = await openTestApp();
  const ana = await testApp.signUp(cast.ana);
  const carla = await testApp.approvedKine(cast.carla);
  Object.assign(ids, { patient: ana.id, kine: carla.id, admin: (await testApp.signIn(cast.elena)).id });
  caseId = (await ana.api.cases.create({ title: "Rodilla", description: "Me duele", facts: { pain: 5 } })).id;
  const match = await carla.api.matches.apply({ case_id: caseId });
  matchId = match.id;
  await ana.api.matches.accept({ id: match.id });
  pool = new pg.Pool({ connectionString: testApp.databaseUrl, max: 1 });
  // Every statement sent to the database, including the ends of transactions.
  pool.on("connect", (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    client.query = ((...args: unknown[]) => {
      statements += 1;
      return query(...args);
    }) as typeof client.query;
  });
});
afterAll(async () => {
  console.log(report.join("\n"));
  await pool?.end();
  await testApp?.close();
});

type Read = [Role, string, number, (api: InProcessApi) => Promise<unknown>];
const READS: Read[] = [
  ["patient", "cases.mine", 1, (api) => api.cases.mine()],
  ["patient", "cases.get", 2, (api) => api.cases.get({ id: caseId })],
  ["patient", "cases.applications", 1, (api) => api.cases.applications({ case_id: caseId })],
  ["patient", "conversations.read", 2, (api) => api.conversations.read({ id: matchId })],
  ["patient", "conversations.mine", 1, (api) => api.conversations.mine()],
  ["kine", "conversations.unread", 1, (api) => api.conversations.unread()],
  ["patient", "conversations.blocked", 1, (api) => api.conversations.blocked()],
  ["patient", "cases.studyViews", 1, (api) => api.cases.studyViews({ case_id: caseId })],
  ["patient", "consents.health", 1, (api) => api.consents.health()],
  ["patient", "profiles.specialists", 1, (api) => api.profiles.specialists({})],
  ["patient", "profiles.specialistCount", 1, (api) => api.profiles.specialistCount()],
  ["patient", "profiles.publicProfile", 1, (api) => api.profiles.publicProfile({ id: ids.kine })],
  ["patient", "profiles.mine", 1, (api) => api.profiles.mine()],
  ["patient", "reviews.pending", 1, (api) => api.reviews.pending()],
  ["patient", "reviews.mine", 1, (api) => api.reviews.mine({})],
  ["kine", "cases.available", 1, (api) => api.cases.available({})],
  ["kine", "cases.view", 2, (api) => api.cases.view({ id: caseId })],
  ["kine", "cases.fits", 4, (api) => api.cases.fits({ ids: [caseId] })],
  ["kine", "matches.offerFacts", 4, (api) => api.matches.offerFacts()],
  ["kine", "matches.mine", 1, (api) => api.matches.mine()],
  ["patient", "treatments.read", 2, (api) => api.treatments.read({ match_id: matchId })],
  ["patient", "measures.list", 1, (api) => api.measures.list({ case_id: caseId })],
  ["kine", "measures.list", 2, (api) => api.measures.list({ case_id: caseId })],
  ["kine", "reviews.received", 1, (api) => api.reviews.received()],
  ["kine", "availabilities.mine", 1, (api) => api.availabilities.mine()],
  ["admin", "status.read", 8, (api) => api.status.read()],
  ["admin", "pulse.mail", 2, (api) => api.pulse.mail()],
  ["admin", "jobs.list", 1, (api) => api.jobs.list({ state: "failed" })],
  ["admin", "audit.list", 1, (api) => api.audit.list({})],
  ["admin", "accounts.list", 2, (api) => api.accounts.list({})],
  ["admin", "accounts.list, a search", 3, (api) => api.accounts.list({ search: "ana" })],
  ["admin", "profiles.patients", 1, (api) => api.profiles.patients({})],
  ["admin", "profiles.kines", 1, (api) => api.profiles.kines({})],
  ["admin", "cases.list", 1, (api) => api.cases.list({})],
  ["admin", "reports.list", 1, (api) => api.reports.list({ state: "open" })],
  ["admin", "reviews.list", 1, (api) => api.reviews.list({})],
  ["admin", "reviews.totals", 1, (api) => api.reviews.totals()],
  ["admin", "kineApplications.list", 1, (api) => api.kineApplications.list()],
  ["admin", "kineApplications.pendingCount", 1, (api) => api.kineApplications.pendingCount()],
  ["admin", "profileChanges.list", 1, (api) => api.profileChanges.list()],
  ["kine", "profiles.mine", 1, (api) => api.profiles.mine()],
  ["admin", "pulse.market", 3, (api) => api.pulse.market({})],
  ["admin", "pulse.signups", 2, (api) => api.pulse.signups({})],
  ["admin", "pulse.levels", 3, (api) => api.pulse.levels()],
  ["admin", "pulse.kines", 2, (api) => api.pulse.kines({ segment: "silent" })],
  ["admin", "today.read", 4, (api) => api.today.read()],
  ["admin", "today.waiting", 1, (api) => api.today.waiting()],
  ["admin", "dossiers.person", 10, (api) => api.dossiers.person({ id: ids.kine })],
  ["admin", "dossiers.caseFile", 5, (api) => api.dossiers.caseFile({ id: caseId })],
  ["admin", "adminViews.unseen", 1, (api) => api.adminViews.unseen()],
];

test.each(READS)("as %s, %s asks the database %i times, besides for who asks", async (role, what, times, call) => {
  const { api } = await watchedApi(testApp.app.services, pool, ids[role]);
  // Opens the connection beforehand, so that it is not counted.
  await pool.query("select 1");
  // An opened case is noted once a day, an admin's reading once an hour.
  await call(api);
  statements = 0;
  await call(api);
  report.push(`${statements} ${what}`);
  expect(statements).toBe(times);
});

test.each(READS.filter(([role]) => role === "admin"))(
  "as a patient, a read of the %s, %s, is refused before it asks the database",
  async (_role, _what, _times, call) => {
    const { api } = await watchedApi(testApp.app.services, pool, ids.patient);
    statements = 0;
    await expect(call(api)).rejects.toMatchObject({ code: "NOT_ALLOWED" });
    // The pool has one connection, so a statement of the read would be sent before this one.
    await pool.query("select 1");
    expect(statements).toBe(1);
  },
);

test("a session that passed as an admin's a moment ago reads while it is judged, and is answered only if it passes again", async () => {
  const session_id = randomUUID();
  const admin = { ...(await personAsViewer(testApp.db, ids.admin)), session_id };
  let judged = Promise.withResolvers<Viewer>();
  const { api } = await watchedApi(testApp.app.services, pool, ids.admin, {
    findClaims: async () => ({ user_id: ids.admin, session_id }),
    findViewer: () => judged.promise,
  });
  statements = 0;
  const first = outcome(api.reviews.totals());
  // The pool has one connection, so a statement of the read would be sent before this one.
  await pool.query("select 1");
  expect(statements).toBe(1);
  judged.resolve(admin);
  expect(await first).toBe("ok");

  judged = Promise.withResolvers();
  statements = 0;
  const next = outcome(api.reviews.totals());
  await expect.poll(() => statements).toBe(1);
  judged.resolve({ ...admin, roles: ["patient"] });
  expect(await next).toBe("NOT_ALLOWED");
});
