import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Role } from "../../app/shared/roles.ts";
import { cast } from "../../app/demo/cast.ts";
import { openPrincipals, sessionOf } from "./principals.ts";
import { type CaseState, caseStates, type Principal } from "./states.rows.ts";
import { like } from "../support/people.ts";
import type { TestApp } from "../support/test-app.ts";

const studiesAccess = ["verified", "accepted"] as const;
export type StudiesAccess = (typeof studiesAccess)[number];
type Application = "proposed" | "accepted" | "rejected";

/** Every object in every state, created once: the principals and the ids that they ask about. */
export type Objects = {
  tokens: Record<Principal, string | null>;
  people: Record<Principal, string>;
  /** A live session for principals who have one, else an ended or non-existent one. */
  sessions: Record<Principal, string>;
  cases: Record<CaseState, Record<StudiesAccess, string>>;
  fullCase: string;
  /** Specialists with a temporary password, by "kine that half admin added". */
  addedKines: Record<string, string>;
  /** By "open proposed" and so on. */
  matches: Record<string, string>;
  applications: Record<string, string>;
  /** Profile changes, by "pending", "rejected" and "missing". */
  changes: Record<string, string>;
  /** A specialist whose account an admin has suspended. */
  suspended: string;
  /** By "shown", "hidden" and "missing". */
  reviews: Record<string, string>;
  /** By "open", "decided" and "missing". */
  reports: Record<string, string>;
  /** The path of the study of each case. */
  studies: Record<string, string>;
};

/** Creates all objects in all states, bypassing the triggers that would enforce state transitions. */
export async function openObjects(testApp: TestApp): Promise<Objects> {
  const { tokens, ids } = await openPrincipals(testApp);
  const former = await testApp.approvedKine(like(cast.carla, "Antes Kine", { license_number: "MN Antes" }));
  const people = { ...ids, "former kine": former.id };
  const objects: Objects = {
    people,
    tokens: { ...tokens, "former kine": await former.token() },
    sessions: {} as Objects["sessions"],
    cases: Object.fromEntries(caseStates.map((state) => [state, {}])) as Objects["cases"],
    fullCase: "",
    addedKines: {},
    matches: { missing: randomUUID() },
    applications: { missing: randomUUID() },
    changes: { pending: randomUUID(), rejected: randomUUID(), missing: randomUUID() },
    suspended: randomUUID(),
    reviews: { missing: randomUUID() },
    reports: { missing: randomUUID() },
    studies: {},
  };
  for (const [who, token] of Object.entries(objects.tokens) as [Principal, string | null][]) {
    objects.sessions[who] = token && who !== "forged" ? sessionOf(token) : randomUUID();
  }
  const inserts: string[] = [];
  for (const state of caseStates) for (const access of studiesAccess) planCase(objects, state, access, inserts);
  objects.fullCase = planFullCase(objects, inserts);
  planApplications(objects, inserts);
  planModerated(objects, inserts);
  for (const admin of ["half admin", "unapproved admin", "other patient"] as const)
    planAddedKine(objects, admin, inserts);
  // The principal admin is the only one left.
  for (const id of [former.id, people["half admin"]])
    inserts.push(`update user_roles set role = 'patient' where user_id = '${id}'`);
  await sql
    .raw(`begin; set local session_replication_role = replica; ${inserts.join(";\n")}; commit`)
    .execute(testApp.db);
  for (const path of Object.values(objects.studies)) {
    await testApp.app.services.storage.write("case-studies", path, Buffer.from("%PDF-1.4 a study"));
  }
  return objects;
}

const applicationOf: Partial<Record<Principal, Application>> = {
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
  for (const [who, application] of Object.entries(applicationOf) as [Principal, Application][]) {
    if (state === "open" && application === "accepted") continue;
    const match = randomUUID();
    if (access === "verified" && who !== "former kine") matches[`${state} ${application}`] = match;
    inserts.push(`insert into matches (id, case_id, kine_id, status, message)
      values ('${match}', '${id}', '${people[who]}', '${application}', 'Hola')`);
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
}

/** Moderated objects: a suspended user, a hidden review in one of their cases, reports of their profile. */
function planModerated({ people, matches, suspended, reviews, reports }: Objects, inserts: string[]) {
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

/** The role that `accounts.assignRole` is called with in "pending kine as admin". */
export function roleAsked(about: string): { who: Principal; role: Role } {
  const [who, role] = about.split(" as ") as [Principal, Role];
  return { who, role };
}
