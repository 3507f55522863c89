import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { admin } from "../../api/guards.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { AppError } from "../../shared/app-error.server.ts";
import type { Role } from "../../shared/roles.ts";
import { factWords } from "../cases/case-output.server.ts";
import { departuresOf } from "../departures/departures.server.ts";
import { ratingOf } from "../reviews/ratings.server.ts";
import type { Subject } from "../reports/report.ts";
import { isConfirmed, suspensionReason } from "../accounts/account-list.server.ts";
import { CaseDossier, PersonDossier } from "./dossier-output.server.ts";
import { noteReading } from "./note-reading.server.ts";

/** The most entries of each list; queries read one more to show that the list continues. */
const MOST = 10;

const ById = z.object({ id: z.uuid() });
type Id = { id: string };

/**
 * One person with everything that admins may see of them: profile, requests, cases, applications, reviews and reports about them.
 * Omits messages of applications and studies: they are private to patient and specialist and appear only in a report. The reading is an
 * audit event.
 */
export const person = admin
  .meta({ summary: "Returns what there is about a person.", refuses: ["NOT_FOUND"] })
  .input(ById)
  .output(PersonDossier)
  .handler(async ({ input: { id }, context: { db, services, viewer } }) => {
    const [profile, requests, cases, applications, written, received, reports, departures] = await Promise.all([
      readProfile.first(db, { id }),
      readRequests.all(db, { id }),
      readCases.all(db, { id }),
      readApplications.all(db, { id }),
      readWritten.all(db, { id }),
      readReceived.all(db, { id }),
      readReports.all(db, { id }),
      departuresOf(db, services.settings.secret, [id]),
    ]);
    if (!profile) throw new AppError("NOT_FOUND");
    await noteReading(db, { event: "person_read", user_id: id }, viewer);
    const byDay = applications.toSorted((one, other) => other.created_at.getTime() - one.created_at.getTime());
    const own = { requests, cases, applications: byDay, written, received, reports };
    return { ...profile, ...own, departures: departures.get(id) ?? [] };
  });

/** One case with everything that admins may see of it: patient, applications, reviews and reports. The reading is an audit event. */
export const caseFile = admin
  .meta({ summary: "Returns what there is about a case.", refuses: ["CASE_NOT_FOUND"] })
  .input(ById)
  .output(CaseDossier)
  .handler(async ({ input: { id }, context: { db, viewer } }) => {
    const [found, applications, reviews, reports] = await Promise.all([
      readCase.first(db, { id }),
      readCaseApplications.all(db, { id }),
      readCaseReviews.all(db, { id }),
      readCaseReports.all(db, { id }),
    ]);
    if (!found) throw new AppError("CASE_NOT_FOUND");
    await noteReading(db, { event: "case_read", user_id: found.patient_id }, viewer);
    return { ...found, applications, reviews, reports };
  });

const readProfile = prepared("dossiers.person", (db, { id }: Id) =>
  db
    .selectFrom("profiles as p")
    .select([
      "p.id",
      "p.name",
      "p.email",
      isConfirmed("p.id"),
      "p.phone",
      "p.birth_date",
      "p.activity_level",
      "p.location_city",
      "p.photo_url",
      sql<string | null>`coalesce(p.license_number,
        (select a.license_number from kine_applications a where a.profile_id = p.id and a.status = 'pending'))`.as(
        "license_number",
      ),
      "p.specialty",
      "p.price_range",
      "p.modalities",
      "p.bio",
      "p.approval_status",
      "p.created_at",
      "p.suspended_at",
      sql<boolean>`is_licence_current(p.license_checked_at)`.as("license_checked"),
      suspensionReason,
      sql<boolean>`coalesce((select u.terms_due from auth.users u where u.id = p.id), false)`.as("terms_due"),
      sql<Role | null>`(select max(h.role) from user_roles h where h.user_id = p.id)`.as("role"),
      ...ratingOf("p.id"),
      sql<number>`(select count(*)::int from matches m where m.kine_id = p.id)`.as("application_count"),
      sql<number>`(select count(*)::int from matches m where m.kine_id = p.id and m.status = 'accepted')`.as(
        "accepted_count",
      ),
    ])
    .where("p.id", "=", id),
);

const readRequests = prepared("dossiers.person requests", (db, { id }: Id) =>
  db
    .selectFrom("kine_applications")
    .select(["id", "status", "created_at", "approved_at", "rejection_reason"])
    .where("user_id", "=", id)
    .orderBy("id", "desc")
    .limit(MOST + 1),
);

const readCases = prepared("dossiers.person cases", (db, { id }: Id) =>
  db
    .selectFrom("cases")
    .select(["id", "title", "status", "created_at"])
    .where("patient_id", "=", id)
    .orderBy("id", "desc")
    .limit(MOST + 1),
);

const applications = (db: Database) =>
  db
    .selectFrom("matches as m")
    .innerJoin("cases as c", "c.id", "m.case_id")
    .innerJoin("profiles as k", "k.id", "m.kine_id")
    .select(["m.id", "m.case_id", "c.title", "m.status", "m.created_at", "m.kine_id", "k.name as kine_name"])
    .orderBy("m.id", "desc");

const readApplications = prepared("dossiers.person applications", (db, { id }: Id) =>
  applications(db)
    .where("m.kine_id", "=", id)
    .limit(MOST + 1),
);
/** A higher limit than for a person: admins read all applications to a case together. */
const readCaseApplications = prepared("dossiers.case applications", (db, { id }: Id) =>
  applications(db)
    .where("m.case_id", "=", id)
    .limit(5 * MOST),
);

const reviews = (db: Database, column: "r.patient_id" | "r.kine_id" | "r.case_id", id: string) =>
  db
    .selectFrom("reviews as r")
    .leftJoin("profiles as p", "p.id", "r.patient_id")
    .leftJoin("profiles as k", "k.id", "r.kine_id")
    .select([
      "r.id",
      "r.case_id",
      "r.stars",
      "r.comment",
      "r.created_at",
      "r.patient_id",
      "p.name as patient_name",
      "r.kine_id",
      "k.name as kine_name",
      "r.hidden_at",
      "r.hidden_reason",
      "r.is_waiting",
      "r.edited_at",
    ])
    .where(column, "=", id)
    .orderBy("r.id", "desc")
    .limit(MOST + 1);

const readWritten = prepared("dossiers.person written", (db, { id }: Id) => reviews(db, "r.patient_id", id));
const readReceived = prepared("dossiers.person received", (db, { id }: Id) => reviews(db, "r.kine_id", id));
const readCaseReviews = prepared("dossiers.case reviews", (db, { id }: Id) => reviews(db, "r.case_id", id));

/** The newest of the reports whose ids the query `things` selects, each found by an index; the upheld ones first, which no later report hides. */
const reportsOf = (db: Database, things: RawBuilder<unknown>) =>
  db
    .selectFrom("reports as r")
    .select([
      "r.id",
      sql<Subject>`case when r.profile_id is not null then 'profile' when r.case_id is not null then 'case'
        when r.match_id is not null then 'message' when r.message_id is not null then 'sent_message' when r.reply_id is not null then 'reply' else 'review' end`.as(
        "subject",
      ),
      "r.reason",
      "r.created_at",
      "r.decided_at",
      "r.decision",
      "r.is_upheld",
    ])
    .where(sql<boolean>`r.id = any(array(${things}))`)
    .orderBy(sql`r.is_upheld is true`, "desc")
    .orderBy("r.id", "desc")
    .limit(MOST + 1);

const readReports = prepared("dossiers.person reports", (db, { id }: Id) =>
  reportsOf(
    db,
    sql`select id from reports where profile_id = ${id} union all select id from reports where said_by = ${id}`,
  ),
);
const readCaseReports = prepared("dossiers.case reports", (db, { id }: Id) =>
  reportsOf(
    db,
    sql`select id from reports where case_id = ${id}
      union all select id from reports where said_in = ${id}
      union all select o.id from reports o join reviews v on v.id = o.review_id where v.case_id = ${id}
      union all select o.id from reports o join review_replies w on w.id = o.reply_id join reviews v on v.id = w.review_id
        where v.case_id = ${id}`,
  ),
);

const readCase = prepared("dossiers.case", (db, { id }: Id) =>
  db
    .selectFrom("cases as c")
    .leftJoin("profiles as p", "p.id", "c.patient_id")
    .select([
      "c.id",
      "c.title",
      "c.description",
      factWords.as("fact_words"),
      "c.status",
      "c.injury_area",
      "c.location_city",
      "c.preferred_modality",
      "c.created_at",
      "c.edited_at",
      "c.closed_reason",
      sql<number>`cardinality(c.studies_urls)`.as("study_count"),
      "c.patient_id",
      "p.name as patient_name",
    ])
    .where("c.id", "=", id),
);
