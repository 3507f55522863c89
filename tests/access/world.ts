import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { sql } from "kysely";
import { unsubscribeToken } from "../../app/domain/notifications/unsubscribe-link.server.ts";
import { addressHash, confirmationToken } from "../../app/domain/confirmations/confirmation-link.server.ts";
import { addressHash as hashOfAddress, lookingToken } from "../../app/domain/service-levels/looking-link.server.ts";
import { tellWeek } from "../../app/domain/weekly/weekly.server.ts";
import { writeTombstones } from "../../app/platform/storage/tombstones.server.ts";
import { finishedLinks } from "../../app/domain/treatments/finished-link.server.ts";
import { ROLES } from "../../app/shared/roles.ts";
import { bookingStates, PROPOSED_AT } from "../procedures/bookings.table.ts";
import { openPrincipals } from "./principals.ts";
import { type CaseState, caseStates } from "../procedures/cases.table.ts";
import type { Principal } from "../procedures/principals.ts";
import type { World } from "../procedures/row.ts";
import { sessionOf } from "../support/accounts.ts";
import { currentConsent } from "../support/consent.ts";
import { absentBrowser } from "../support/push-service.ts";
import { type KeptState, keepState } from "../support/database-snapshot.ts";
import type { TestApp } from "../support/test-app.ts";

/** When the monthly message of the world was sent (ms since 1970). */
const ASKED_AT = Date.now() - 3_600_000;

const studiesAccess = ["verified", "accepted"] as const;
export type StudiesAccess = (typeof studiesAccess)[number];

/** Every object in every state, created once: the principals and the ids in their requests. */
type Objects = {
  tokens: Record<Principal, string | null>;
  people: Record<Principal | "moderated kine", string>;
  /** A live session for principals who have one, else an ended or non-existent one. */
  sessions: Record<Principal, string>;
  cases: Record<CaseState, Record<StudiesAccess, string>>;
  fullCase: string;
  /** Specialists with a temporary password, by "kine that half admin added". */
  addedKines: Record<string, string>;
  /** By "open proposed" and so on. */
  matches: Record<string, string>;
  /** Specialists' applications for admission, by state. */
  applications: Record<string, string>;
  /** Profile changes, by "pending", "rejected" and "missing". */
  changes: Record<string, string>;
  /** By "shown", "hidden" and "missing". */
  reviews: Record<string, string>;
  /** Reviews by the state of their answer. */
  replies: Record<string, string>;
  /** The ids by which these answers are reported. */
  answers: Record<string, string>;
  /** By "open", "decided" and "missing". */
  appeals: Record<string, string>;
  /** By "open", "decided" and "missing". */
  reports: Record<string, string>;
  /** By "open", "decided" and "missing". */
  disputes: Record<string, string>;
  /** Licences of "kine without application", by "first", "declared", "verified", "withdrawn" and "missing". */
  licences: Record<string, string>;
  /** In the conversation about "open proposed": by "of the patient", "of the specialist" and "missing". */
  messages: Record<string, string>;
  /** The owner's, by "unread", "read" and "missing". */
  notifications: Record<string, string>;
  /** Of the owner and the accepted specialist, by state. */
  bookings: Record<string, string>;
  /** Places of the accepted specialist, by "free", "used" and "missing", and a closed time. */
  places: Record<string, string>;
  exceptions: Record<string, string>;
  /** The owner's, by "present" and "missing". */
  calendars: Record<string, string>;
  /** By "stated" and "missing". */
  authorisations: Record<string, string>;
  /** The owner's, by "said" and "missing". */
  measures: Record<string, string>;
  /** The path of the study of each case. */
  studies: Record<string, string>;
};

export type AccessWorld = Objects & KeptState & { world: World };

/**
 * Creates all objects in all states, bypassing the triggers that would enforce state transitions, and saves that
 * state. Unless it `hasOtherAdmin`, the principal admin is the only one.
 */
export async function openAccessWorld(testApp: TestApp, { hasOtherAdmin = false } = {}): Promise<AccessWorld> {
  const { tokens, ids } = await openPrincipals(testApp);
  const objects: Objects = {
    tokens,
    people: { ...ids, "moderated kine": randomUUID() },
    sessions: {} as Objects["sessions"],
    cases: Object.fromEntries(caseStates.map((state) => [state, {}])) as Objects["cases"],
    fullCase: "",
    addedKines: {},
    matches: { missing: randomUUID() },
    applications: { missing: randomUUID() },
    changes: { pending: randomUUID(), rejected: randomUUID(), missing: randomUUID() },
    reviews: { missing: randomUUID() },
    replies: { missing: randomUUID() },
    answers: { missing: randomUUID() },
    appeals: { open: randomUUID(), decided: randomUUID(), missing: randomUUID() },
    reports: { missing: randomUUID() },
    disputes: { open: randomUUID(), decided: randomUUID(), missing: randomUUID() },
    licences: { missing: randomUUID() },
    messages: { missing: randomUUID() },
    notifications: { unread: randomUUID(), read: randomUUID(), missing: randomUUID() },
    bookings: Object.fromEntries(bookingStates.map((state) => [state, randomUUID()])),
    places: { free: randomUUID(), used: randomUUID(), missing: randomUUID() },
    exceptions: { present: randomUUID(), missing: randomUUID() },
    calendars: { present: randomUUID(), missing: randomUUID() },
    authorisations: { stated: randomUUID(), missing: randomUUID() },
    measures: { said: randomUUID(), missing: randomUUID() },
    studies: {},
  };
  for (const [who, token] of Object.entries(tokens) as [Principal, string | null][]) {
    objects.sessions[who] = token && who !== "forged" ? sessionOf(token) : randomUUID();
  }
  const inserts: string[] = [];
  for (const state of caseStates) for (const access of studiesAccess) planCase(objects, state, access, inserts);
  objects.fullCase = planFullCase(objects, inserts);
  planMessages(objects, inserts);
  planApplications(objects, inserts);
  planModerated(objects, inserts);
  planReplies(objects, inserts);
  planCoverages(objects, inserts);
  planLicences(objects, inserts);
  planAgenda(objects, inserts);
  for (const admin of ["half admin", "unapproved admin", "other patient"] as const)
    planAddedKine(objects, admin, inserts);
  for (const id of [ids["former kine"], ...(hasOtherAdmin ? [] : [ids["half admin"]])])
    inserts.push(`update user_roles set role = 'patient' where user_id = '${id}'`);
  inserts.push(
    // Who leaves leaves an admin of three days.
    `update user_roles set given_at = given_at - interval '7 days' where role = 'admin'`,
    `insert into measures (id, case_id, day, moment, pain) values ('${objects.measures["said"]}', '${objects.cases.matched.verified}', '2026-01-02', 'start', 5)`,
    `insert into case_levels (case_id, finished_asked_at) values ('${objects.cases.matched.verified}', to_timestamp(${ASKED_AT / 1000}::float8))`,
    // Accepted before the patient was asked whether it is over, and before each session that is noted.
    `update matches set decided_at = to_timestamp(${ASKED_AT / 1000}::float8) - interval '25 days'
      where case_id = '${objects.cases.matched.verified}' and status = 'accepted'`,
    `insert into case_levels (case_id, asked_at) values ('${objects.cases.open.verified}', to_timestamp(${ASKED_AT / 1000}::float8))`,
  );
  const { db, app, dataDir } = testApp;
  await sql.raw(`begin; set local session_replication_role = replica; ${inserts.join(";\n")}; commit`).execute(db);
  await sql`select recount_zones()`.execute(db);
  for (const path of Object.values(objects.studies)) {
    await app.services.storage.write("case-studies", path, Buffer.from("%PDF-1.4 a study"));
  }
  // What the node's rounds would write while a call is tried.
  await writeTombstones(app.services);
  await tellWeek(app.services, app.services.clock.now());
  const snapshot = await keepState(db, join(dataDir, "files"));
  return { ...objects, world: { subjects: subjectsOf(objects), ...(await constants(testApp, objects)) }, ...snapshot };
}

async function constants({ db, app }: TestApp, { people, cases, places }: Objects): Promise<Omit<World, "subjects">> {
  const users = await db.selectFrom("profiles").select(["id", "email", "license_number"]).execute();
  const takenLicence = users.find(({ license_number }) => license_number)!.license_number!;
  const { secret } = app.services.settings;
  const emailOf = (who: Principal) => users.find(({ id }) => id === people[who])!.email;
  const kineLink = { id: people["kine accepted"], address: addressHash(secret, emailOf("kine accepted")) };
  const lookingLink = { id: cases.open.verified, address: hashOfAddress(secret, emailOf("owner")) };
  return {
    consent: await currentConsent(db),
    emails: users.map(({ email }) => email),
    takenLicence,
    confirmation: confirmationToken(secret, { ...kineLink, askedAt: ASKED_AT }),
    browser: await absentBrowser(db),
    unsubscription: unsubscribeToken(secret, people["kine accepted"], "own_cases", emailOf("kine accepted")),
    looking: lookingToken(secret, { ...lookingLink, askedAt: ASKED_AT }),
    finished: finishedLinks.token(secret, {
      id: cases.matched.verified,
      askedAt: ASKED_AT,
      address: finishedLinks.addressHash(secret, emailOf("owner")),
    }),
    agenda: {
      place_id: places["free"]!,
      start: `${new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10)}T10:00`,
    },
  };
}

/** The objects as the inputs of the table's rows identify them. */
function subjectsOf({ people, sessions, cases, matches, applications, changes, reviews, ...others }: Objects) {
  const {
    replies,
    answers,
    appeals,
    reports,
    disputes,
    licences,
    notifications,
    messages,
    bookings,
    places,
    exceptions,
    calendars,
    authorisations,
    measures,
  } = others;
  const by = (ids: Record<string, string>, named = (state: string) => state) =>
    Object.fromEntries(Object.entries(ids).map(([state, id]) => [named(state), { id }]));
  const shown = Object.fromEntries(caseStates.map((state) => [state, cases[state].verified]));
  const reported = (subject: string, ids: Record<string, string>) =>
    Object.entries(ids).map(([state, id]) => [`${subject}: ${state}`, { subject, id }] as const);
  const everybody = Object.entries(people);
  return {
    case: by(shown),
    match: by(matches),
    reviewed: Object.fromEntries(
      Object.entries(shown).flatMap(([state, case_id]) =>
        everybody.map(([kine, kine_id]) => [`${state}: ${kine}`, { case_id, kine_id }] as const),
      ),
    ),
    review: by(reviews),
    reply: by(replies),
    account: by(people),
    profile: by(people),
    role: Object.fromEntries(
      everybody.flatMap(([who, user_id]) => ROLES.map((role) => [`${who} as ${role}`, { user_id, role }] as const)),
    ),
    application: by(applications),
    change: by(changes),
    report: by(reports),
    appeal: by(appeals),
    dispute: by(disputes),
    licence: by(licences),
    notification: by(notifications),
    booking: by(bookings),
    place: by(places),
    exception: by(exceptions),
    calendar: by(calendars),
    authorisation: by(authorisations),
    measure: by(measures),
    reported: Object.fromEntries([
      ...reported("profile", people),
      ...reported("case", shown),
      ...reported("message", matches),
      ...reported("sent_message", messages),
      ...reported("review", reviews),
      ...reported("reply", answers),
    ]),
    session: by(sessions),
  };
}
const applicationOf: Partial<Record<Principal, "proposed" | "accepted" | "rejected">> = {
  "kine proposed": "proposed",
  "kine accepted": "accepted",
  "kine rejected": "rejected",
  "former kine": "accepted",
};

function planCase(objects: Objects, state: CaseState, access: StudiesAccess, inserts: string[]) {
  const { people, cases, matches, studies } = objects;
  const id = (cases[state][access] = randomUUID());
  studies[id] = `${people.owner}/${id}/1-00000000.pdf`;
  if (state === "missing") return;
  const status = state === "open" || state === "matched" ? state : "closed";
  const [patient, urls] = state === "orphaned" ? ["null", "{}"] : [`'${people.owner}'`, `{${studies[id]}}`];
  inserts.push(`insert into cases (id, patient_id, title, description, status, studies_access, studies_urls)
    values ('${id}', ${patient}, 'Rodilla', 'Me duele', '${status}', '${access}', '${urls}')`);
  if (state === "reviewed" || state === "orphaned") {
    const review = randomUUID();
    inserts.push(`insert into reviews (id, case_id, patient_id, kine_id, stars)
      values ('${review}', '${id}', ${patient}, '${people["kine accepted"]}', 5)`);
    if (state === "reviewed" && access === "verified") objects.reviews["shown"] = review;
  }
  if (state === "orphaned") return;
  inserts.push(`insert into case_coverages (case_id, coverage_id, plan) values ('${id}', 1, '210')`);
  for (const [who, application] of Object.entries(applicationOf) as [Principal, string][]) {
    if (state === "open" && application === "accepted") continue;
    const match = randomUUID();
    if (access === "verified" && who !== "former kine") matches[`${state} ${application}`] = match;
    inserts.push(`insert into matches (id, case_id, kine_id, status, message)
      values ('${match}', '${id}', '${people[who]}', '${application}', 'Hola')`);
    // A rejection that waits since long ago and that no node applied.
    if (application === "proposed")
      inserts.push(`insert into held_decisions (match_id, decided_by, decision, applies_at)
        values ('${match}', '${people.owner}', '{}', now() - interval '1 hour')`);
  }
}

/** One message from each side, unread by the other. */
function planMessages({ people, matches, messages }: Objects, inserts: string[]) {
  const match = matches["open proposed"];
  for (const [side, author, reader] of [
    ["of the patient", people.owner, people["kine proposed"]],
    ["of the specialist", people["kine proposed"], people.owner],
  ] as const) {
    messages[side] = randomUUID();
    inserts.push(
      `insert into messages (id, match_id, author_id, body) values ('${messages[side]}', '${match}', '${author}', 'Hola')`,
      `insert into read_marks (match_id, user_id, unread) values ('${match}', '${reader}', 1)`,
    );
  }
}

function planFullCase({ people }: Objects, inserts: string[]): string {
  const id = randomUUID();
  const urls = [1, 2, 3, 4, 5].map((n) => `${people.owner}/${id}/${n}-00000000.pdf`);
  inserts.push(`insert into cases (id, patient_id, title, description, studies_urls)
    values ('${id}', '${people.owner}', 'Rodilla', 'Me duele', '{${urls.join()}}')`);
  return id;
}

function planApplications({ people, applications, changes }: Objects, inserts: string[]) {
  inserts.push(
    `insert into profile_changes (id, kine_id, name, license_number) values ('${changes["pending"]}', '${people["kine accepted"]}', 'Nueva', 'MN nueva')`,
    `insert into profile_changes (id, kine_id, name, rejected_at) values ('${changes["rejected"]}', '${people["kine rejected"]}', 'Nueva', now())`,
  );
  for (const kine of ["kine without application", "kine proposed"] as const)
    inserts.push(`insert into profile_changes (kine_id, name) values ('${people[kine]}', 'Nueva')`);
  for (const status of ["pending", "approved", "rejected"] as const) {
    const [id, person, email] = [randomUUID(), randomUUID(), `${status}@example.com`];
    applications[status] = id;
    const decided = status === "pending" ? "null, null" : `now(), '${people.admin}'`;
    inserts.push(
      `insert into auth.users (id, email) values ('${person}', '${email}')`,
      `insert into profiles (id, email, name, approval_status) values ('${person}', '${email}', 'Aspirante', '${status}')`,
      `insert into user_roles values ('${person}', 'kine')`,
      `insert into kine_applications (id, user_id, profile_id, status, approved_at, approved_by)
        values ('${id}', '${person}', '${person}', '${status}', ${decided})`,
    );
  }
  // A decision that waits since long ago and that no node applied.
  inserts.push(`insert into held_decisions (application_id, decided_by, decision, applies_at)
    values ('${applications["pending"]}', '${people.admin}', '{}', now() - interval '1 hour')`);
}

/** Moderated objects: a suspended user, a hidden review by the owner, and the suspended user's reports of profiles. */
function planModerated({ people, matches, reviews, reports }: Objects, inserts: string[]) {
  const suspended = people["moderated kine"];
  const [closed, email] = [randomUUID(), "suspendida@example.com"];
  [reviews["hidden"], matches["without words"]] = [randomUUID(), randomUUID()];
  [reports["open"], reports["decided"]] = [randomUUID(), randomUUID()];
  inserts.push(
    `insert into auth.users (id, email) values ('${suspended}', '${email}')`,
    `insert into profiles (id, email, name, approval_status, suspended_at) values ('${suspended}', '${email}', 'Suspendida', 'approved', now())`,
    `insert into user_roles values ('${suspended}', 'kine')`,
    `insert into suspensions (user_id, reason) values ('${suspended}', 'Spam')`,
    `insert into cases (id, patient_id, title, description, status) values ('${closed}', '${people.owner}', 'Rodilla', 'Me duele', 'closed')`,
    `insert into matches (id, case_id, kine_id, status) values ('${matches["without words"]}', '${closed}', '${people["kine proposed"]}', 'proposed')`,
    `insert into reviews (id, case_id, patient_id, kine_id, stars, hidden_at, hidden_reason)
      values ('${reviews["hidden"]}', '${closed}', '${people.owner}', '${people["kine rejected"]}', 1, now(), 'Insultos')`,
    `insert into reports (id, reporter_id, profile_id, reason) values ('${reports["open"]}', '${suspended}', '${people["kine rejected"]}', 'spam')`,
    `insert into reports (id, reporter_id, profile_id, reason, decided_at, decision)
      values ('${reports["decided"]}', '${suspended}', '${people["kine proposed"]}', 'spam', now(), 'Sin falta')`,
  );
}

/** Reviews of the owner's with an answer of the accepted specialist: in sight, waiting, and hidden. */
function planReplies({ people, replies, answers, appeals }: Objects, inserts: string[]) {
  for (const [state, held, hidden] of [
    ["shown", "null", "null, null"],
    ["held", "now()", "null, null"],
    ["hidden", "null", "now(), 'Cuenta de más'"],
  ] as const) {
    const [id, closed] = [randomUUID(), randomUUID()];
    replies[state] = id;
    answers[state] = randomUUID();
    inserts.push(
      `insert into cases (id, patient_id, title, description, status) values ('${closed}', '${people.owner}', 'Rodilla', 'Me duele', 'closed')`,
      `insert into reviews (id, case_id, patient_id, kine_id, stars) values ('${id}', '${closed}', '${people.owner}', '${people["kine accepted"]}', 5)`,
      `insert into review_replies (id, review_id, kine_id, body, held_at, hidden_at, hidden_reason)
        values ('${answers[state]}', '${id}', '${people["kine accepted"]}', 'Gracias', ${held}, ${hidden})`,
    );
  }
  const [by, review] = [people["kine accepted"], replies["hidden"]];
  inserts.push(
    `insert into appeals (id, review_id, by_id, about, text) values ('${appeals["open"]}', '${review}', '${by}', 'reply', 'Agradecí')`,
    `insert into appeals (id, review_id, by_id, about, text, decided_at, outcome, decision)
      values ('${appeals["decided"]}', '${review}', '${by}', 'review', 'Insulta', now(), 'kept', 'No insulta')`,
  );
}

/** The owner's notifications and coverage, specialists' coverages and prices, disputes, and a monthly message without an answer. */
function planCoverages({ people, disputes, notifications }: Objects, inserts: string[]) {
  inserts.push(
    `insert into notifications (id, user_id, kind, delivery, seen_at) values
      ('${notifications["unread"]}', '${people.owner}', 'application_received', 'over', null),
      ('${notifications["read"]}', '${people.owner}', 'application_received', 'over', now())`,
  );
  for (const kine of ["kine without application", "kine proposed", "kine accepted", "kine rejected"] as const)
    inserts.push(
      `insert into kine_coverages (kine_id, coverage_id, how) values ('${people[kine]}', 1, 'direct')`,
      `insert into kine_prices (kine_id, modality, session) values ('${people[kine]}', 'online', 20000)`,
    );
  inserts.push(
    `insert into kine_confirmations (kine_id, asked_at) values ('${people["kine accepted"]}', to_timestamp(${ASKED_AT / 1000}::float8))`,
    `insert into patient_coverages (patient_id, coverage_id) values ('${people.owner}', 1)`,
    `insert into coverage_disputes (id, kine_id, coverage_id) values ('${disputes["open"]}', '${people["kine rejected"]}', 1)`,
    `insert into coverage_disputes (id, kine_id, coverage_id, decided_at, decision)
      values ('${disputes["decided"]}', '${people["kine rejected"]}', 2, now(), 'kept')`,
  );
}

function planLicences({ people, licences }: Objects, inserts: string[]) {
  const kine = people["kine without application"];
  inserts.push(`delete from licences where kine_id = '${kine}'`);
  for (const [n, state] of ["first", "declared", "verified", "withdrawn"].entries()) {
    licences[state] = randomUUID();
    const checked = state === "verified" ? "now(), 'register'" : "null, null";
    inserts.push(`insert into licences (id, kine_id, is_first, kind, jurisdiction, number, state, recheck_at, checked_at, method)
      values ('${licences[state]}', '${kine}', ${state === "first"}, 'MP', '06', 'N ${n}', '${state === "first" ? "declared" : state}', now(), ${checked})`);
  }
}

/** The agenda of the accepted specialist, open at all hours, with a booking of the owner in every state. */
function planAgenda(
  { people, matches, bookings, places, exceptions, calendars, authorisations }: Objects,
  inserts: string[],
) {
  const [kine, match] = [people["kine accepted"], matches["matched accepted"]];
  const zone = "America/Argentina/Buenos_Aires";
  inserts.push(
    `update auth.users set email_confirmed_at = now() where id = '${people.owner}'`,
    `insert into calendar_feeds (id, user_id, place, token_sha256) values ('${calendars["present"]}', '${people.owner}', 1, sha256('read'))`,
    `insert into agendas (kine_id, on_holidays) values ('${kine}', true)`,
  );
  for (const state of ["free", "used"])
    inserts.push(`insert into agenda_places (id, kine_id, modality, label, session_min)
      values ('${places[state]}', '${kine}', 'consultorio', 'Consultorio', 60)`);
  inserts.push(
    `insert into availabilities (kine_id, weekday, start_time, end_time)
      select '${kine}', day, '00:00', '24:00' from generate_series(0, 6) day`,
    `insert into agenda_exceptions (id, kine_id, from_day, until_day) values ('${exceptions["present"]}', '${kine}', '2030-01-01', '2030-01-01')`,
  );
  inserts.push(
    `insert into treatments (match_id, planned, proposed_at) values ('${match}', 8, '${PROPOSED_AT}')`,
    `insert into authorisations (id, match_id, coverage_id, sessions, valid_from, valid_until, stated_by)
      values ('${authorisations["stated"]}', '${match}', 1, 10, '2026-01-01', '2026-12-31', 'patient')`,
  );
  const rows: Record<string, [state: string, by: string, days: number]> = {
    requested: ["requested", "patient", 3],
    asked: ["requested", "kine", 4],
    confirmed: ["confirmed", "patient", 5],
    moved: ["confirmed", "kine", 6],
    begun: ["confirmed", "patient", -1],
    missed: ["no_show", "patient", -2],
    over: ["cancelled", "patient", 7],
  };
  for (const [name, [state, by, days]] of Object.entries(rows)) {
    const at = `date_trunc('hour', now()) + interval '${days} days'`;
    const asks = state === "requested" || name === "moved";
    inserts.push(`insert into bookings (id, match_id, kine_id, place_id, starts_at, minutes, local_start, zone, state, asked_by, moved_to, moved_by,
        answer_by, ended_at)
      values ('${bookings[name]}', '${match}', '${kine}', '${places["used"]}', ${at}, 60, (${at}) at time zone '${zone}', '${zone}', '${state}',
        '${by}', ${name === "moved" ? `${at} + interval '3 hours', 'kine'` : "null, null"}, ${asks ? "now() + interval '1 day'" : "null"},
        ${name === "over" ? "now()" : "null"})`);
  }
}

function planAddedKine({ people, addedKines }: Objects, admin: Principal, inserts: string[]) {
  const [id, email] = [randomUUID(), `${people[admin]}@example.com`];
  addedKines[`kine that ${admin} added`] = id;
  inserts.push(
    `insert into auth.users (id, email, must_change_password) values ('${id}', '${email}', true)`,
    `insert into profiles (id, email, name, approval_status) values ('${id}', '${email}', 'Agregada', 'approved')`,
    `insert into user_roles values ('${id}', 'kine')`,
    `insert into kine_applications (user_id, profile_id, status, approved_at, approved_by)
      values ('${id}', '${id}', 'approved', now(), '${people[admin]}')`,
  );
}
