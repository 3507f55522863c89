import { createHash, randomUUID } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { sql } from "kysely";
import { expect, vi } from "vitest";
import type { Database } from "../../app/platform/database/database.server.ts";
import { unsubscribeToken } from "../../app/domain/notifications/unsubscribe-link.server.ts";
import { addressHash, confirmationToken } from "../../app/domain/confirmations/confirmation-link.server.ts";
import { addressHash as hashOfAddress, lookingToken } from "../../app/domain/service-levels/looking-link.server.ts";
import { finishedLinks } from "../../app/domain/treatments/finished-link.server.ts";
import { maskedText } from "../../app/domain/contacts/masked-text.ts";
import { cast } from "../../app/demo/cast.ts";
import { type Canaries, openCanaries } from "./canaries.ts";
import {
  type Asker,
  living,
  kines,
  patients,
  plannedCases,
  plannedReviews,
  type Planted,
  type PlannedCase,
  type Somebody,
} from "./people.ts";
import { type Factors, ofFactors, showFactors } from "./factors.ts";
import { TIMES } from "../mail/post.ts";
import type { World } from "../procedures/row.ts";
import { type Entered, expiredToken, openAccounts, sessionOf } from "../support/accounts.ts";
import { currentConsent } from "../support/consent.ts";
import { newKine } from "../support/new-kine.ts";
import { apiOf } from "../support/people.ts";
import { absentBrowser } from "../support/push-service.ts";

/** A running server, its database and its folder of files. */
export type Target = {
  url: string;
  publicUrl: string;
  db: Database;
  dataDir: string;
  secret: string;
  hasPages: boolean;
};

/** An id that nothing has. */
export const NONE = "01890000-0000-7000-8000-000000000000";

/** A test app where every private column holds its own canary, and its objects as the procedures' table names them. */
export type Field = FieldData & { world: World };
export type FieldData = {
  target: Target;
  canaries: Canaries;
  tokens: Record<Asker, string | null>;
  refreshTokens: Partial<Record<Asker, string>>;
  people: Record<Somebody, string>;
  cases: Record<PlannedCase, string>;
  /** By "carla in case of proposed". */
  matches: Record<string, string>;
  applications: Record<string, string>;
  /** A pending one of "kine proposed", and a rejected one of "kine rejected". */
  changes: string[];
  hiddenReview: string;
  /** One open and one decided. */
  reports: string[];
  /** One open, about Carla's coverage. */
  dispute: string;
  /** A verified one of "carla", with evidence. */
  licences: string[];
  factors: Partial<Record<Somebody, Factors>>;
  /** A place of "kine accepted", and a confirmed booking there with the owner. */
  place: string;
  booking: string;
};

/** When the monthly message was sent (ms since 1970). */
const ASKED_AT = Date.now() - 3_600_000;

const everybody: readonly Planted[] = [...living, "deleted"];

/** Creates all planned users and objects on a server. */
export async function openField(target: Target): Promise<Field> {
  const canaries = openCanaries();
  const field: FieldData = {
    target,
    canaries,
    tokens: { anonymous: null } as Field["tokens"],
    refreshTokens: {},
    people: {} as Field["people"],
    cases: {} as Field["cases"],
    matches: {},
    applications: {},
    factors: {},
    changes: [randomUUID(), randomUUID()],
    hiddenReview: randomUUID(),
    reports: [randomUUID(), randomUUID()],
    dispute: randomUUID(),
    licences: [randomUUID()],
    place: randomUUID(),
    booking: randomUUID(),
  };
  const accounts = await openAccounts(target);
  for (const who of everybody) {
    const email = `${canaries.word("em", who)}@example.com`;
    field.people[who] = await accounts.signUp({ ...cast.ana, email });
    remember(field, who, await accounts.signIn(field.people[who]));
    await sql.raw(`alter type activity_level add value if not exists '${canaries.word("al", who)}'`).execute(target.db);
  }
  for (const who of ["signed out", "session over", "half owner", "half admin"] as const) {
    remember(field, who, await accounts.signIn(field.people[who === "half admin" ? "admin" : "owner"]));
  }
  const headers = { authorization: `Bearer ${field.tokens["signed out"]}` };
  await fetch(`${target.url}/auth/v1/logout?scope=local`, { method: "POST", headers });
  const hashes = await target.db.selectFrom("auth.users").select(["id", "encrypted_password"]).execute();
  for (const who of everybody) {
    canaries.literal(hashes.find(({ id }) => id === field.people[who])!.encrypted_password!, "password hash", who);
  }
  await plant(field);
  field.tokens.forged = `${field.tokens.owner!.slice(0, -8)}AAAAAAAA`;
  field.tokens.expired = await expiredToken(target.db, target.secret, field.tokens.owner!);
  await apiOf(target.url, async () => field.tokens.deleted).accounts.delete();
  await addKine(field);
  return { ...field, world: await worldOf(field) };
}

/** A specialist added by the admin, and the message to them. */
async function addKine({ target: { url, db }, canaries: c, tokens, people }: FieldData) {
  const who = "added kine";
  const { id } = await apiOf(url, async () => tokens.admin).accounts.createKine(
    newKine({
      name: c.word("na", who),
      email: `${c.word("em", who)}@example.com`,
      phone: c.phone(who),
      birth_date: c.birthDate(who),
      license_number: c.word("li", who),
      specialty: c.word("sp", who),
      price_range: c.word("pr", who),
      location_city: c.word("ba", who),
      bio: c.word("bi", who),
      password: c.literal("Temporal2026zq", "temporary password", who),
    }),
  );
  people[who] = id;
  await vi.waitFor(async () => {
    const message = await db
      .selectFrom("outgoing_messages")
      .select("sent_at")
      .where("user_id", "=", id)
      .executeTakeFirstOrThrow();
    expect(message.sent_at).not.toBeNull();
  }, TIMES);
}

function remember({ canaries, tokens, refreshTokens }: FieldData, who: Asker, { id, token, refreshToken }: Entered) {
  [tokens[who], refreshTokens[who]] = [token, refreshToken];
  canaries.literal(id, "session id", who);
  canaries.literal(token.split(".")[2]!, "access token", who);
  canaries.literal(refreshToken, "refresh token", who);
  for (const spelling of ["hex", "base64"] as const) {
    canaries.literal(createHash("sha256").update(refreshToken).digest(spelling), "token hash", who);
  }
}

/** The objects as the inputs of the procedures' table identify them: everybody's, and one that does not exist. */
async function worldOf(field: FieldData): Promise<World> {
  const { people, cases, matches, applications, changes, hiddenReview, reports, licences, tokens, canaries } = field;
  const by = (ids: readonly string[]) => Object.fromEntries([...ids, NONE].map((id) => [id, { id }]));
  const some = [people.owner, people.carla, people.admin];
  const listed = <T extends object>(objects: T[]) => Object.fromEntries(objects.entries());
  const reported = (subject: string, ids: readonly string[]) => ids.map((id) => ({ subject, id }));
  return {
    subjects: {
      case: by(Object.values(cases)),
      match: by(Object.values(matches)),
      reviewed: listed(
        Object.values(cases).flatMap((case_id) =>
          [people.carla, people["kine of closed"]].map((kine_id) => ({ case_id, kine_id })),
        ),
      ),
      review: by([hiddenReview]),
      reply: by([hiddenReview]),
      appeal: by([]),
      account: by(some),
      profile: by(Object.values(people)),
      role: listed([...some, NONE].map((user_id) => ({ user_id, role: "patient" }))),
      application: by(Object.values(applications)),
      change: by(changes),
      report: by(reports),
      dispute: by([field.dispute]),
      licence: by(licences),
      notification: by([]),
      booking: by([field.booking]),
      place: by([]),
      exception: by([]),
      calendar: by([]),
      authorisation: by([]),
      measure: by([]),
      reported: listed([
        ...reported("profile", [...some, NONE]),
        ...reported("case", Object.values(cases)),
        ...reported("message", Object.values(matches)),
        ...reported("review", [hiddenReview]),
      ]),
      session: by((["owner", "half owner", "carla", "admin"] as const).map((who) => sessionOf(tokens[who]!))),
    },
    consent: await currentConsent(field.target.db),
    emails: living.map((who) => `${canaries.word("em", who)}@example.com`),
    takenLicence: canaries.word("li", "carla"),
    browser: await absentBrowser(field.target.db),
    agenda: {
      place_id: field.place,
      start: `${new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)}T10:00`,
    },
    confirmation: confirmationToken(field.target.secret, {
      id: people.carla,
      askedAt: ASKED_AT,
      address: addressHash(field.target.secret, `${canaries.word("em", "carla")}@example.com`),
    }),
    unsubscription: unsubscribeToken(
      field.target.secret,
      people.carla,
      "own_cases",
      `${canaries.word("em", "carla")}@example.com`,
    ),
    finished: finishedLinks.token(field.target.secret, {
      id: cases["owner's matched"],
      askedAt: ASKED_AT,
      address: finishedLinks.addressHash(field.target.secret, `${canaries.word("em", "owner")}@example.com`),
    }),
    looking: lookingToken(field.target.secret, {
      id: cases["owner's open"],
      askedAt: ASKED_AT,
      address: hashOfAddress(field.target.secret, `${canaries.word("em", "owner")}@example.com`),
    }),
  };
}

/** Writes the planned state, bypassing the triggers that would enforce state transitions. */
async function plant(field: FieldData) {
  const { target, tokens } = field;
  const statements = [
    ...everybody.flatMap((who) => [...ofPerson(field, who), ...ofFactors(field, who)]),
    ...showFactors(field),
    `insert into dropped_studies values ('${field.people.owner}/gone/1-${field.canaries.word("ds", "owner")}.pdf')`,
    ...(Object.keys(plannedCases) as PlannedCase[]).flatMap((name) => ofCase(field, name)),
    ...Object.entries(plannedReviews).map(
      ([name, { about, kine }]) => `with written as (insert into reviews (case_id, patient_id, kine_id, stars, comment)
      values ('${field.cases[about]}', '${field.people[plannedCases[about].patient]}', '${field.people[kine]}', 5,
        '${field.canaries.word("rc", name)}') returning id, kine_id),
      earlier as (insert into review_versions (review_id, n, stars, comment, written_at)
        select id, 1, 3, '${field.canaries.word("rv", name)}', now() from written)
      insert into review_replies (review_id, kine_id, body, held_at)
        select id, kine_id, '${field.canaries.word("ra", name)}', ${kine === "carla" ? "now()" : "null"} from written`,
    ),
    ...ofModeration(field),
    ...ofChanges(field),
    ...ofCoverages(field),
    ...ofLicences(field),
    ...ofAgenda(field),
    `insert into case_levels (case_id, asked_at) values ('${field.cases["owner's open"]}', to_timestamp(${ASKED_AT / 1000}::float8))`,
    // The cases have no known place, so only specialists who attend online are notified of them.
    `update profiles set modalities = modalities || ', online' where id = '${field.people["kine without application"]}'`,
    "select recount_zones()",
    `update auth.sessions set created_at = 'epoch', refreshed_at = 'epoch', not_after = '1971-01-01'
      where id = '${sessionOf(tokens["session over"]!)}'`,
  ];
  await sql
    .raw(`begin; set local session_replication_role = replica; ${statements.join(";\n")}; commit`)
    .execute(target.db);
  for (const [name, { patient }] of Object.entries(plannedCases)) {
    const folder = join(target.dataDir, "files/case-studies", field.people[patient], field.cases[name as PlannedCase]);
    await write(
      join(folder, `1-${field.canaries.word("su", name)}.pdf`),
      `%PDF-1.4 ${field.canaries.word("sb", name)}`,
    );
  }
  const { canaries: c, people, licences } = field;
  await write(
    join(target.dataDir, "files/licence-evidence", people.carla, licences[0]!, `1-${c.word("eu", "carla")}.pdf`),
    `%PDF-1.4 ${c.word("eb", "carla")}`,
  );
  for (const who of everybody) {
    await write(join(target.dataDir, "files/avatars", field.people[who], "avatar.png"), "a photo");
  }
}

async function write(path: string, text: string) {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

function ofPerson({ canaries: c, people, applications }: FieldData, who: Somebody): string[] {
  const id = people[who];
  const isPending = who === "pending kine" || who === "unapproved admin";
  const approval = isPending ? "pending" : who === "turned down kine" ? "rejected" : "approved";
  const isKine = (kines as readonly string[]).includes(who) || who === "pending kine" || who === "turned down kine";
  const role = who.endsWith("admin") ? "admin" : isKine ? "kine" : "patient";
  const statements = [
    `update profiles set name = '${c.word("na", who)}', phone = '${c.phone(who)}', birth_date = '${c.birthDate(who)}',
      activity_level = '${c.word("al", who)}', location_city = '${c.word("ba", who)}', license_number = '${c.word("li", who)}',
      photo_url = '/files/avatars/${id}/avatar.png?t=${c.word("ph", who)}', specialty = '${c.word("sp", who)}',
      price_range = '${c.word("pr", who)}', modalities = '${c.word("mo", who)}', bio = '${c.word("bi", who)}',
      phone_listed = ${who === "kine without application"}, approval_status = '${approval}' where id = '${id}'`,
    `update user_roles set role = '${role}' where user_id = '${id}'`,
    `update auth.users set raw_user_meta_data = '{"kept":"${c.word("me", who)}"}'
      where id = '${id}'`,
    `update auth.identities set identity_data = identity_data || '{"kept":"${c.word("id", who)}"}' where user_id = '${id}'`,
    // A proof that outlasts the test.
    `update auth.sessions set user_agent = '${c.word("ua", who)}', ip = '${c.address(who)}',
      proofs = '[{"method":"password","timestamp":4000000000}]' where user_id = '${id}'`,
  ];
  if (isKine) {
    statements.push(
      `insert into availabilities (kine_id, weekday, start_time, end_time) values ('${id}', 1, '${c.hour(who)}', '23:00')`,
    );
  }
  if (isKine || who === "unapproved admin" || who === "former kine") {
    applications[who] = c.literal(randomUUID(), "application id", who);
    const reason = approval === "rejected" ? `'${c.word("rr", who)}'` : "null";
    statements.push(`insert into kine_applications (id, user_id, profile_id, status, approved_at, approved_by, rejection_reason)
      values ('${applications[who]}', '${id}', '${id}', '${approval}', ${isPending ? "null" : "now()"}, null, ${reason})`);
  }
  return statements;
}

/** Specialists' coverages, patients' own coverages, a dispute, and a monthly message without an answer. */
function ofCoverages({ canaries: c, people, dispute }: FieldData): string[] {
  return [
    ...[...kines, "pending kine" as const].map(
      (who) => `insert into kine_coverages (kine_id, coverage_id, how, plans)
        values ('${people[who]}', 1, 'direct', '${c.word("kp", who)}')`,
    ),
    ...living
      .filter((who) => (patients as readonly string[]).includes(who))
      .map(
        (who) => `insert into patient_coverages (patient_id, coverage_id, plan)
          values ('${people[who]}', 1, '${c.word("pp", who)}')`,
      ),
    `insert into kine_confirmations (kine_id, asked_at) values ('${people.carla}', to_timestamp(${ASKED_AT / 1000}::float8))`,
    // About another coverage than the one whose lists show Carla.
    `insert into coverage_disputes (id, kine_id, coverage_id) values ('${dispute}', '${people.carla}', 2)`,
  ];
}

/** A licence of Carla's that is due for another check, with its evidence. */
function ofLicences({ canaries: c, people: { carla }, licences: [id] }: FieldData): string[] {
  return [
    `insert into licences (id, kine_id, kind, jurisdiction, number, state, checked_at, method, recheck_at, evidence_path, evidence_at)
      values ('${id}', '${carla}', 'MP', '06', '${c.word("ln", "carla")}', 'verified', now(), 'register', now() - interval '1 day',
        '${carla}/${id}/1-${c.word("eu", "carla")}.pdf', now())`,
  ];
}

/** A booking of the owner with "kine accepted", whose place only the two read. */
function ofAgenda({ canaries: c, people, matches, place, booking }: FieldData): string[] {
  const [kine, word] = [people["kine accepted"], c.word("tp", "kine accepted")];
  return [
    `insert into agendas (kine_id, on_holidays) values ('${kine}', true)`,
    `insert into agenda_places (id, kine_id, modality, label, address, arrival, session_min)
      values ('${place}', '${kine}', 'consultorio', '${word}', '${word}', '${word}', 60)`,
    `insert into bookings (id, match_id, kine_id, place_id, starts_at, minutes, local_start, zone, state, asked_by)
      select '${booking}', '${matches["kine accepted in owner's matched"]}', '${kine}', '${place}', s.at, 60, s.at at time zone 'UTC',
        'America/Argentina/Buenos_Aires', 'confirmed', 'patient' from (select date_trunc('hour', now()) + interval '3 days' as at) s`,
  ];
}

function ofChanges({ canaries: c, people, changes }: FieldData): string[] {
  return (["kine proposed", "kine rejected"] as const).map(
    (who, n) => `
    insert into profile_changes (id, kine_id, name, license_number, specialty, rejected_at, rejection_reason)
      values ('${changes[n]}', '${people[who]}', '${c.word("an", who)}', '${c.word("aq", who)}', '${c.word("as", who)}',
        ${n ? `now(), '${c.word("ax", who)}'` : "null, null"})`,
  );
}

/** Moderation data and reasons: a hidden review of the owner's, their closed case closed by the admin, and reports. */
function ofModeration({
  canaries: c,
  people,
  cases,
  matches,
  hiddenReview,
  reports: [open, decided],
}: FieldData): string[] {
  return [
    `insert into reviews (id, case_id, patient_id, kine_id, stars, comment, hidden_at, hidden_reason)
      values ('${hiddenReview}', '${cases["owner's closed"]}', '${people.owner}', '${people["kine rejected in closed"]}', 1,
        '${c.word("rc", "hidden review")}', now(), '${c.word("hr", "hidden review")}')`,
    `insert into review_replies (review_id, kine_id, body, held_at)
      values ('${hiddenReview}', '${people["kine rejected in closed"]}', '${c.word("ra", "hidden review")}', now())`,
    `insert into appeals (review_id, by_id, about, text) values ('${hiddenReview}', '${people.owner}', 'review',
      '${c.word("aa", "open appeal")}')`,
    `insert into appeals (review_id, by_id, about, text, decided_at, outcome, decision) values ('${hiddenReview}',
      '${people["kine rejected in closed"]}', 'reply', '${c.word("aa", "decided appeal")}', now(), 'kept', '${c.word("ac", "decided appeal")}')`,
    // Admins read words and cases of people who proved their mailbox.
    "update auth.users set email_confirmed_at = coalesce(email_confirmed_at, now())",
    `update cases set closed_reason = '${c.word("cr", "owner's closed")}' where id = '${cases["owner's closed"]}'`,
    `insert into suspensions (user_id, reason, restored_at, restored_reason)
      values ('${people.owner}', '${c.word("sn", "owner")}', now(), '${c.word("sn", "owner's end")}')`,
    `insert into reports (id, reporter_id, match_id, reason, details) values ('${open}', '${people["patient of proposed"]}',
      '${matches["carla in case of proposed"]}', 'spam', '${c.word("rd", "open report")}')`,
    `insert into reports (id, reporter_id, profile_id, reason, details, decided_at, decision) values ('${decided}',
      '${people["other patient"]}', '${people["kine proposed"]}', 'spam', '${c.word("rd", "decided report")}', now(),
      '${c.word("de", "decided report")}')`,
    // As the trigger of each report does.
    `update reports o set said_title = f.title, said = f.body, said_by = f.author_id, said_in = f.case_id
      from (select r.id as report_id, t.* from reports r, lateral reported(r) t) f where f.report_id = o.id`,
  ];
}

function ofCase({ canaries: c, people, cases, matches }: FieldData, name: PlannedCase): string[] {
  const { patient, status, access, applications } = plannedCases[name];
  const id = (cases[name] = randomUUID());
  const study = `${people[patient]}/${id}/1-${c.word("su", name)}.pdf`;
  return [
    `insert into cases (id, patient_id, title, description, injury_area, location_city, status, studies_access, studies_urls)
      values ('${id}', '${people[patient]}', '${c.word("ct", name)}', '${c.word("cd", name)}', '${c.word("ci", name)}',
        '${c.word("cl", name)}', '${status}', '${access}', '{${study}}')`,
    `insert into study_views (case_id, path, viewer_id) values ('${id}', '${study}', '${people["kine without application"]}')`,
    `insert into case_coverages (case_id, coverage_id, plan) values ('${id}', 1, '${c.word("cp", name)}')`,
    `insert into measure_activities (case_id, n, name) values ('${id}', 1, '${c.word("mz", name)}')`,
    `insert into measures (case_id, day, moment, pain, scores) values ('${id}', '2026-01-02', 'start', 5, '{"1": 4}')`,
    ...Object.entries(applications).flatMap(([kine, decision]) => {
      const match = `${kine} in ${name}`;
      matches[match] = c.literal(randomUUID(), "match id", match);
      return [
        `insert into matches (id, case_id, kine_id, status, message)
          values ('${matches[match]}', '${id}', '${people[kine as Somebody]}', '${decision}', '${c.word("ap", match)}')`,
        ...(status === "closed" && decision === "accepted"
          ? [
              `insert into agreed_contacts select '${matches[match]}', o.name, o.phone, o.location_city, k.phone, k.email
                from profiles o, profiles k where o.id = '${people[patient]}' and k.id = '${people[kine as Somebody]}'`,
            ]
          : []),
        // Each writes their phone to the other.
        ...([patient, kine] as Somebody[]).map((author) => {
          const body = `${c.word("ms", match)}: llamame al ${c.phone(author)}`;
          return `insert into messages (match_id, author_id, body, masked)
            values ('${matches[match]}', '${people[author]}', '${body}', '${maskedText(body)}')`;
        }),
      ];
    }),
  ];
}
