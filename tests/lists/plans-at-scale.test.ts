// @module-tag operations/full
import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Role } from "../../app/shared/roles.ts";
import { openFilledApp, openPool, SHORT } from "./filled-database.ts";
import { costOf, genericCostOf, type InProcessApi, plannedEachTime, watchedApi } from "./query-plans.ts";
import { OLD_WORD } from "../support/fill-database.ts";
import type { TestApp } from "../support/test-app.ts";
import { isFull } from "../support/full.ts";

/** The bounds below hold at both scales: with all rows and with a tenth of them. */
const scale = isFull ? { patients: 90_000, kines: 10_000, cases: 1_000_000, reviews: 100_000 } : SHORT;

let testApp: TestApp;
let pool: pg.Pool;
const clients = {} as Record<Role, Awaited<ReturnType<typeof watchedApi>>>;
/** Ids in the middle of each table, where a later page starts. */
const middle = {} as Record<"cases" | "profiles" | "reviews" | "matches" | "kine_applications", string>;
let kineId: string;
let caseId: string;
let openCaseId: string;
const report: string[] = [];

beforeAll(async () => {
  testApp = await openFilledApp(scale);
  pool = openPool(testApp.databaseUrl);
  const one = async (statement: string) => ((await pool.query(statement)).rows[0] as { id: string }).id;
  for (const table of ["cases", "profiles", "reviews", "matches", "kine_applications"] as const) {
    middle[table] = await one(`select id from ${table} order by id offset (select count(*) / 2 from ${table}) limit 1`);
  }
  kineId = await one("select kine_id as id from reviews limit 1");
  const patientId = await one("select patient_id as id from reviews limit 1");
  const adminId = await one("select user_id as id from user_roles where role = 'admin'");
  caseId = await one(`select id from cases where patient_id = '${patientId}' limit 1`);
  openCaseId = await one(`select id from cases where patient_id = '${patientId}' and id <> '${caseId}' limit 1`);
  // Puts most specialists near an open case: it finds them by place, and also those who attend online.
  await pool.query(`begin; set local session_replication_role = replica;
    update profiles set place_slug = (array['palermo', 'caballito', 'quilmes'])[1 + abs(hashtext(email)) % 3], modalities = 'consultorio, online'
      where license_number is not null;
    update cases set place_slug = 'palermo', status = 'open' where id = '${openCaseId}';
    select recount_zones(); commit`);
  await pool.query("analyze profiles, kine_places, case_places, zone_counts");
  clients.patient = await watchedApi(testApp.app.services, pool, patientId);
  clients.kine = await watchedApi(testApp.app.services, pool, kineId);
  clients.admin = await watchedApi(testApp.app.services, pool, adminId);
}, 900_000);
afterAll(async () => {
  console.log(report.join("\n"));
  await pool?.end();
  await testApp?.close();
});

/** Maximum rows touched: by a page with its related rows; by a search's matches; by a search's slow path. */
const PAGE = 600;
/** A page of specialists also looks at the case of each application of the month, which counts where its patient is proven. */
const PAGE_OF_KINES = 1_000;
const FINDS = 12_000;
/** A hundred entries of each of seven queues, and what two of them refer to. */
const WAITS = 900;
/** A thousand entries of each of eight queues, with the rows that they refer to. */
const QUEUES = 11_000;
const WAY = 60_000;
/** Of counts that were summed before. */
const PULSE = 300;

/** `whole`: the tables of narrow rows that are scanned completely. */
type Row = [
  role: Role,
  what: string,
  rows: number,
  call: (api: InProcessApi) => Promise<unknown>,
  whole?: readonly string[],
];
const orders = ["newest", "oldest"] as const;

const rows: Row[] = [
  ...orders.flatMap((order): Row[] => [
    ["admin", `users, ${order}`, PAGE, (api) => api.accounts.list({ order })],
    ["admin", `users, ${order}, later`, PAGE, (api) => api.accounts.list({ order, after: middle.profiles })],
    ...(["patient", "kine", "admin"] as const).map((role): Row => [
      "admin",
      `users, ${role}, ${order}`,
      PAGE,
      (api) => api.accounts.list({ order, role }),
    ]),
    ["admin", `patients, ${order}`, PAGE, (api) => api.profiles.patients({ order })],
    ["admin", `patients, ${order}, later`, PAGE, (api) => api.profiles.patients({ order, after: middle.profiles })],
    ["admin", `kines, ${order}`, PAGE_OF_KINES, (api) => api.profiles.kines({ order })],
    ["admin", `kines, ${order}, later`, PAGE_OF_KINES, (api) => api.profiles.kines({ order, after: kineId })],
    ...(["pending", "approved", "rejected"] as const).map((approval_status): Row => [
      "admin",
      `kines, ${approval_status}, ${order}`,
      PAGE_OF_KINES,
      (api) => api.profiles.kines({ order, approval_status }),
    ]),
    ["admin", `cases, ${order}`, PAGE, (api) => api.cases.list({ order })],
    ["admin", `cases, ${order}, later`, PAGE, (api) => api.cases.list({ order, after: middle.cases })],
    ...(["open", "matched", "closed"] as const).map((status): Row => [
      "admin",
      `cases, ${status}, ${order}, later`,
      PAGE,
      (api) => api.cases.list({ order, status, after: middle.cases }),
    ]),
    ["admin", `reviews, ${order}`, PAGE, (api) => api.reviews.list({ order })],
    ["admin", `reviews, ${order}, later`, PAGE, (api) => api.reviews.list({ order, after: middle.reviews })],
    [
      "admin",
      `reviews, 5 stars, ${order}, later`,
      PAGE,
      (api) => api.reviews.list({ order, stars: 5, after: middle.reviews }),
    ],
    ["admin", `users by a common name, ${order}`, WAY, (api) => api.accounts.list({ order, search: "maria" })],
    [
      "admin",
      `users by the beginnings of two names, ${order}`,
      WAY,
      (api) => api.accounts.list({ order, search: "mar góm" }),
    ],
    ["admin", `users by e-mail, ${order}`, FINDS, (api) => api.accounts.list({ order, search: "p777@example.com" })],
    [
      "admin",
      `users by the beginning of an e-mail, ${order}`,
      WAY,
      (api) => api.accounts.list({ order, search: "p77" }),
    ],
    ["admin", `the audit by a name, ${order}`, FINDS, (api) => api.audit.list({ order, search: "mar góm" })],
    ["admin", `the audit by a common name, ${order}`, FINDS, (api) => api.audit.list({ order, search: "maria" })],
    ["admin", `the audit by a phone, ${order}`, FINDS, (api) => api.audit.list({ order, search: "15 2919-0001" })],
    ["admin", `users by a phone, ${order}`, FINDS, (api) => api.accounts.list({ order, search: "(011) 2919-0001" })],
    [
      "admin",
      `users by the beginning of all phones, ${order}`,
      WAY,
      (api) => api.accounts.list({ order, search: "+54 11" }),
    ],
    [
      "admin",
      `users by a word of everybody's, ${order}`,
      WAY,
      (api) => api.accounts.list({ order, search: "example" }),
    ],
    ["admin", `users by a word of nobody's, ${order}`, WAY, (api) => api.accounts.list({ order, search: "zzz" })],
    [
      "admin",
      `admins by a word of everybody's, ${order}`,
      WAY,
      (api) => api.accounts.list({ order, role: "admin", search: "example" }),
    ],
    [
      "admin",
      `patients by name, ${order}, later`,
      WAY,
      (api) => api.profiles.patients({ order, search: "ana", after: middle.profiles }),
    ],
    [
      "admin",
      `kines turned down by name, ${order}`,
      WAY,
      (api) => api.profiles.kines({ order, search: "ana", approval_status: "rejected" }),
    ],
    ["admin", `cases by a common word, ${order}`, WAY, (api) => api.cases.list({ order, search: "rodilla" })],
    ["admin", `cases by a rare word, ${order}`, WAY, (api) => api.cases.list({ order, search: "77777" })],
    ["admin", `cases by a digit, ${order}`, WAY, (api) => api.cases.list({ order, search: "1" })],
    ["admin", `cases by two digits, ${order}`, WAY, (api) => api.cases.list({ order, search: "12" })],
    [
      "admin",
      `cases by three digits, ${order}, later`,
      WAY,
      (api) => api.cases.list({ order, search: "123", after: middle.cases }),
    ],
    ["admin", `cases by a word of the oldest, ${order}`, WAY, (api) => api.cases.list({ order, search: OLD_WORD })],
    [
      "admin",
      `closed cases by a common word, ${order}`,
      WAY,
      (api) => api.cases.list({ order, status: "closed", search: "cadera" }),
    ],
    ["admin", `reviews by a common name, ${order}`, FINDS, (api) => api.reviews.list({ order, search: "ana" })],
    [
      "admin",
      `reviews by one person, ${order}`,
      FINDS,
      (api) => api.reviews.list({ order, search: "p777@example.com" }),
    ],
    ["admin", `reviews by nobody, ${order}`, FINDS, (api) => api.reviews.list({ order, search: "zzz" })],
  ]),
  ...(["name", "name_down"] as const).flatMap((order): Row[] => [
    ["admin", `users, ${order}`, PAGE, (api) => api.accounts.list({ order })],
    ["admin", `users, ${order}, later`, PAGE, (api) => api.accounts.list({ order, after: middle.profiles })],
    [
      "admin",
      `users, kines, ${order}, later`,
      PAGE,
      (api) => api.accounts.list({ order, role: "kine", after: kineId }),
    ],
    ["admin", `users, admins, ${order}`, PAGE, (api) => api.accounts.list({ order, role: "admin" })],
    ["admin", `patients, ${order}, later`, PAGE, (api) => api.profiles.patients({ order, after: middle.profiles })],
    ["admin", `kines, ${order}, later`, PAGE_OF_KINES, (api) => api.profiles.kines({ order, after: kineId })],
    ["admin", `kines, pending, ${order}`, PAGE, (api) => api.profiles.kines({ order, approval_status: "pending" })],
  ]),
  ...(["status", "status_down"] as const).flatMap((order): Row[] => [
    ["admin", `cases, ${order}`, PAGE, (api) => api.cases.list({ order })],
    ["admin", `cases, ${order}, later`, PAGE, (api) => api.cases.list({ order, after: middle.cases })],
  ]),
  ...(["stars", "stars_down"] as const).flatMap((order): Row[] => [
    ["admin", `reviews, ${order}`, PAGE, (api) => api.reviews.list({ order })],
    ["admin", `reviews, ${order}, later`, PAGE, (api) => api.reviews.list({ order, after: middle.reviews })],
  ]),
  // Each is compared with other accounts by licence, phone, domain of e-mail and photo.
  ["admin", "applications to decide, oldest first", 700, (api) => api.kineApplications.list({ order: "oldest" })],
  // One index entry per case of the last two weeks.
  ["admin", "the state of the installation", WAY, (api) => api.status.read()],
  ["admin", "reviews, totals", PAGE, (api) => api.reviews.totals()],
  ["admin", "applications to decide", 700, (api) => api.kineApplications.list()],
  ["admin", "applications decided", PAGE, (api) => api.kineApplications.list({ state: "decided" })],
  [
    "admin",
    "applications decided, later",
    PAGE,
    (api) => api.kineApplications.list({ state: "decided", before: middle.kine_applications }),
  ],
  ["admin", "applications to decide, how many", PAGE, (api) => api.kineApplications.pendingCount()],
  ["admin", "changes of profiles", PAGE, (api) => api.profileChanges.list()],
  ["admin", "unseen", 8_000, (api) => api.adminViews.unseen()],
  ["patient", "own cases", PAGE, (api) => api.cases.mine()],
  ["patient", "own cases, later", PAGE, (api) => api.cases.mine({ before: middle.cases })],
  ["patient", "one own case", PAGE, (api) => api.cases.get({ id: caseId })],
  [
    "patient",
    "applications to an own case, later",
    PAGE,
    (api) => api.cases.applications({ case_id: caseId, before: middle.matches }),
  ],
  // All specialists are near it: the worst case.
  [
    "patient",
    "specialists to invite, who are found as a wave is",
    FINDS,
    (api) => api.cases.reach({ id: openCaseId }),
    ["kine_places"],
  ],
  ["patient", "specialists", PAGE, (api) => api.profiles.specialists({})],
  ["patient", "specialists, later", PAGE, (api) => api.profiles.specialists({ before: kineId })],
  ["patient", "specialists, how many", PAGE, (api) => api.profiles.specialistCount()],
  ["patient", "reviews owed", PAGE, (api) => api.reviews.pending()],
  ["patient", "own reviews", PAGE, (api) => api.reviews.mine({})],
  ["kine", "cases available", PAGE, (api) => api.cases.available({})],
  ["kine", "cases available, later", PAGE, (api) => api.cases.available({ before: middle.cases })],
  ["kine", "cases available, by barrio", FINDS, (api) => api.cases.available({ location_city: "palermo" })],
  ["kine", "cases available, by zone", FINDS, (api) => api.cases.available({ injury_area: "rodilla" })],
  ["kine", "cases available, online", FINDS, (api) => api.cases.available({ preferred_modality: "online" })],
  ["kine", "own applications, accepted", PAGE, (api) => api.matches.mine({ status: "accepted" })],
  ["admin", "what there is about a specialist", PAGE, (api) => api.dossiers.person({ id: kineId })],
  ["admin", "what there is about a case", PAGE, (api) => api.dossiers.caseFile({ id: caseId })],
  ["admin", "people and cases found", FINDS, (api) => api.dossiers.find({ text: "paciente" })],
  ["admin", "queues", QUEUES, (api) => api.operator.queues()],
  ["admin", "cases without an application", PAGE, (api) => api.operator.quietCases({})],
  ["admin", "zones", FINDS, (api) => api.operator.zones()],
  ["admin", "the market's pulse", PULSE, (api) => api.pulse.market({ weeks: 56 })],
  [
    "admin",
    "the market's pulse, filtered",
    PULSE,
    (api) => api.pulse.market({ weeks: 56, place: "palermo", modality: "online", zone: "rodilla" }),
  ],
  ["admin", "the market's pulse of a zone", PULSE, (api) => api.pulse.market({ weeks: 56, zone: "rodilla" })],
  ["admin", "sign-ups by week", PULSE, (api) => api.pulse.signups({ weeks: 56 })],
  ["admin", "promises", PULSE, (api) => api.pulse.levels()],
  ["admin", "specialists of a group", PULSE, (api) => api.pulse.kines({ segment: "away" })],
  ["admin", "today", FINDS, (api) => api.today.read()],
  ["admin", "what waits", WAITS, (api) => api.today.waiting()],
  ["kine", "own applications", PAGE, (api) => api.matches.mine()],
  ["kine", "own applications, later", PAGE, (api) => api.matches.mine({ before: middle.matches })],
  ["kine", "reviews received", PAGE, (api) => api.reviews.received()],
  ["kine", "public profile", PAGE, (api) => api.profiles.publicProfile({ id: kineId })],
];

test.each(rows)(
  `as %s, %s touches at most %i rows, by indexes, among ${scale.cases} cases`,
  async (role, what, most, call, whole = []) => {
    const { api, takeAsked } = clients[role];
    takeAsked();
    const startedAt = performance.now();
    await call(api);
    const took = performance.now() - startedAt;
    const queries = takeAsked();
    const cost = await costOf(pool, queries);
    report.push(
      `${took.toFixed(1).padStart(7)} ms ${String(cost.queries).padStart(2)} queries ${String(cost.rows).padStart(6)} rows ` +
        `${String(cost.entries).padStart(6)} entries ${String(cost.blocks).padStart(6)} blocks  ${role}: ${what}`,
    );
    expect(cost.queries).toBeGreaterThan(0);
    expect(cost).toMatchObject({ tablesScanned: whole });
    expect(cost.rows).toBeLessThanOrEqual(most);
    // A prepared statement gets one plan for all values.
    const generic = await genericCostOf(pool, queries);
    expect(whole).toEqual(expect.arrayContaining(generic.tablesScanned));
    expect(generic.rows).toBeLessThanOrEqual(most);
    // A query that scans a table must not also be planned at each call.
    if (whole.length > 0) expect(await plannedEachTime(pool, queries)).toEqual([]);
  },
  60_000,
);

const searches = [
  ["cases", "rodilla", `select id from cases where title like 'Rodilla%'`],
  ["cases", "77777", `select id from cases where title ~ '\\m77777'`],
  ["cases", "rod 99", `select id from cases where title ~ 'Rodilla.* 99'`],
  ["cases", OLD_WORD, `select id from cases where title like '%${OLD_WORD}%'`],
  ["users", "p77", `select id from profiles where email ~ '^p77'`],
  ["users", "mar gom", `select id from profiles where name = 'María Gómez'`],
  ["users", "2919 0001", `select id from profiles where phone ~ '2919-0001'`],
  [
    "reviews",
    "p777@example.com",
    `select r.id from reviews r join profiles p on p.id in (r.patient_id, r.kine_id) where p.email ~ '^p777'`,
  ],
  [
    "reviews",
    "mar gom",
    `select r.id from reviews r where exists (
    select from profiles p where p.id in (r.patient_id, r.kine_id) and p.name = 'María Gómez')`,
  ],
] as const;

test.each(searches.flatMap((search) => orders.map((order) => [...search, order] as const)))(
  "the pages of %s with %j begin with what has the words, %4$s first",
  async (list, search, statement, order) => {
    const { api } = clients.admin;
    const page = { cases: api.cases.list, users: api.accounts.list, reviews: api.reviews.list }[list];
    const { rows: expected } = await pool.query<{ id: string }>(
      `select id from (${statement}) found order by id ${order === "newest" ? "desc" : "asc"} limit 50`,
    );
    const found: string[] = [];
    for (let after: string | null | undefined; after !== null && found.length < 50;) {
      const { items, next }: { items: { id: string }[]; next: string | null } = await page({ search, order, after });
      found.push(...items.map(({ id }) => id));
      after = next;
    }
    expect(expected.length).toBeGreaterThan(0);
    expect(found.slice(0, 50)).toEqual(expected.map(({ id }) => id));
  },
  60_000,
);

test("marking as seen writes what it is told and reads nothing else", async () => {
  const { api, takeAsked } = clients.admin;
  const { items } = await api.reviews.list({});
  takeAsked();
  const startedAt = performance.now();
  await api.adminViews.markSeen({ entity_type: "review", ids: items.map(({ id }) => id) });
  report.push(`${(performance.now() - startedAt).toFixed(1).padStart(7)} ms  admin: ${items.length} marked as seen`);
  expect(takeAsked()).toHaveLength(1);
});
