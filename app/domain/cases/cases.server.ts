import { z } from "zod";
import { sql } from "kysely";
import type { Database } from "../../platform/database/database.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { patient, patientReads } from "../../api/guards.server.ts";
import type { Viewer } from "../../api/viewer.server.ts";
import { AppError } from "../../shared/app-error.server.ts";
import { Cursor } from "../lists/listing.ts";
import { noteContactLeaks } from "../contacts/contact-leaks.server.ts";
import { asPage, PAGE_AND_ONE } from "../lists/pages.server.ts";
import { relationOf } from "./case-access.server.ts";
import { lastSession } from "../bookings/last-session.server.ts";
import { applicationsTo, isVisibleToPatient } from "../matches/applications.server.ts";
import { applyHeldOf } from "../matches/decide.server.ts";
import { isInForce } from "../matches/in-force.server.ts";
import { CASE_COLUMNS, Closed, factsColumn, factsOfCase, OwnCase, OwnCases, Published } from "./case-output.server.ts";
import { wordsOfFacts } from "./structured-fact-words.ts";
import { NewCase } from "./case-input.ts";
import { coverageOfCase, saveCaseCoverage } from "../coverages/patient-coverage.server.ts";
import { requireRoomToPublish } from "./room-to-publish.server.ts";
import { studyLinks } from "../studies/studies.server.ts";
import { closed, published } from "./course.server.ts";

const ById = z.object({ id: z.uuid() });
/** The most reviews requested at a closing; all others stay pending. */
const MOST_DUE = 20;

const countOfMatches = (status: "proposed" | "accepted") =>
  sql<number>`(select count(*)::int from matches m where m.case_id = c.id and m.status = ${status} and ${isVisibleToPatient}
    and ${isInForce})`;

const isDormant = sql<boolean>`c.dormant_at is not null`.as("is_dormant");

const openedBy = sql<number>`(select count(distinct o.kine_id)::int from case_openings o where o.case_id = c.id)`.as(
  "opened_by",
);

const attending = sql<z.output<typeof OwnCases>["items"][number]["attending"]>`coalesce((
  select jsonb_agg(jsonb_build_object('id', m.id, 'kine_id', k.id, 'name', k.name, 'photo_url', k.photo_url,
    'phone', a.kine_phone, 'email', a.kine_email) order by m.id)
  from matches m join profiles k on k.id = m.kine_id join lateral ${relationOf("m.id")} a on true
  where m.case_id = c.id and m.status = 'accepted' and a.access = 'accepted'), '[]')`.as("attending");

const reviewsToWrite = sql<number>`(select count(*)::int from matches m
  where m.case_id = c.id and m.status = 'accepted' and c.status = 'closed'
    and not exists (select from reviews r where r.case_id = m.case_id and r.kine_id = m.kine_id)
    and not exists (select from withdrawn_reviews w where w.case_id = m.case_id and w.kine_id = m.kine_id))`.as(
  "reviews_due",
);

/** The cases that a patient may see: only their own. */
const ownCases = (db: Database, viewer: Pick<Viewer, "id">) =>
  db.selectFrom("cases as c").where("c.patient_id", "=", viewer.id);

/** Publishes a case. Throws PHONE_MISSING without a phone, TOO_MANY_CASES as `requireRoomToPublish`, CONSENT_NEEDED, COVERAGE_RETIRED. */
export const create = patient
  .meta({
    summary: "Publishes a case.",
    refuses: ["PHONE_MISSING", "TOO_MANY_CASES", "CONSENT_NEEDED", "COVERAGE_RETIRED"],
    writes: "once",
  })
  .input(NewCase)
  .output(Published)
  .handler(({ input: { coverage, ...fields }, context: { transaction, viewer, services } }) =>
    transaction(async (tx) => {
      await requireRoomToPublish(tx, viewer.id);
      const made = await newCase.first(tx, { ...fields, facts: factsColumn(fields.facts), patient_id: viewer.id });
      if (!made) throw new AppError("NOT_ALLOWED");
      if (coverage) await saveCaseCoverage(tx, made.id, coverage);
      await noteContactLeaks(tx, services, viewer.id, [
        fields.title,
        fields.description,
        fields.injury_area,
        fields.location_city,
        wordsOfFacts(fields.facts),
      ]);
      await published(tx, { id: made.id, patient_id: viewer.id });
      return made;
    }),
  );

type NewRow = Omit<NewCase, "coverage" | "facts"> & { facts: string | null; patient_id: string };
const newCase = prepared("cases.create", (db, { identity_access = "verified", ...values }: NewRow) =>
  db
    .with("counted", (query) => query.insertInto("cases_published").values({ patient_id: values.patient_id }))
    .insertInto("cases")
    .values({ ...values, identity_access })
    .returning(["id", "status"]),
);

/** The patient's own cases: a page plus one row. */
const ownPage = prepared("cases.mine", (db, { viewer, before }: { viewer: string; before?: string | undefined }) => {
  let query = ownCases(db, { id: viewer }).select([
    ...CASE_COLUMNS,
    "c.studies_access",
    "c.closed_reason",
    isDormant,
    countOfMatches("proposed").as("pending_applications"),
    countOfMatches("accepted").as("accepted_professionals"),
    openedBy,
    attending,
    reviewsToWrite,
    lastSession,
  ]);
  if (before) query = query.where("c.id", "<", before);
  return query.orderBy("c.id", "desc").limit(PAGE_AND_ONE);
});

/**
 * The patient's own cases, newest first, 20 a page from `before` (a case's id), each with its counts of applications. Lapsed
 * applications do not count.
 */
export const mine = patientReads
  .meta({ summary: "Lists the caller's cases." })
  .input(Cursor)
  .output(OwnCases)
  .handler(async ({ input: { before }, context: { db, viewer } }) =>
    asPage(await ownPage.all(db, { viewer: viewer.id, before: before ?? undefined })),
  );

/**
 * One own case with links to its studies and its newest 20 applications; `more_applications` is the cursor for `cases.applications`, or
 * null.
 */
export const get = patientReads
  .meta({ summary: "Returns one of the caller's cases with its newest applications.", refuses: ["CASE_NOT_FOUND"] })
  .input(ById)
  .output(OwnCase)
  .handler(async ({ input, context: { db, viewer, services } }) => {
    // The case and its applications are read in parallel: both queries filter by the patient's own id.
    const [found, { items, next }] = await Promise.all([
      ownCase.first(db, { viewer: viewer.id, id: input.id }),
      applicationsTo(db, services, { patientId: viewer.id, caseId: input.id }),
    ]);
    if (!found) throw new AppError("CASE_NOT_FOUND");
    const { studies_urls, ...rest } = found;
    return {
      ...rest,
      studies: studyLinks(services, viewer, studies_urls),
      applications: items,
      more_applications: next,
    };
  });

const ownCase = prepared("cases.get", (db, { viewer, id }: { viewer: string; id: string }) =>
  ownCases(db, { id: viewer })
    .select([
      ...CASE_COLUMNS,
      "c.studies_urls",
      "c.studies_access",
      "c.edited_at",
      "c.version",
      "c.closed_reason",
      isDormant,
      sql<number>`(select count(*)::int from matches m where m.case_id = c.id and ${isVisibleToPatient})`.as(
        "application_count",
      ),
      openedBy,
      coverageOfCase("c.id").as("coverage"),
      factsOfCase,
      "c.identity_access",
      lastSession,
    ])
    .where("c.id", "=", id),
);

/** Closes an own case with an accepted specialist; `due` lists the specialists to review now. */
export const close = patient
  .meta({
    summary: "Closes a case of the caller that has an accepted specialist.",
    refuses: ["CASE_NOT_FOUND", "CASE_NOT_MATCHED", "CASE_CLOSED"],
    writes: "once",
  })
  .input(ById)
  .output(Closed)
  .handler(async ({ input, context: { transaction, db, viewer } }) => {
    const done = await transaction(async (tx) => {
      await applyHeldOf(tx, input.id);
      const { numAffectedRows } = await closeMatched.run(tx, { viewer: viewer.id, id: input.id });
      if (numAffectedRows === 1n) {
        await closed(tx, { id: input.id, patient_id: viewer.id }, viewer.id);
        return { status: "closed" as const };
      }
      const found = await ownCases(tx, viewer).select("c.status").where("c.id", "=", input.id).executeTakeFirst();
      if (!found) throw new AppError("CASE_NOT_FOUND");
      throw new AppError(found.status === "closed" ? "CASE_CLOSED" : "CASE_NOT_MATCHED");
    });
    return { ...done, due: await reviewsDue.all(db, { id: input.id }) };
  });

const closeMatched = prepared("cases.close", (db, { viewer, id }: { viewer: string; id: string }) =>
  db
    .updateTable("cases")
    .set({ status: "closed" })
    .where("id", "=", id)
    .where("patient_id", "=", viewer)
    .where("status", "=", "matched"),
);
const reviewsDue = prepared("reviews due", (db, { id }: { id: string }) =>
  db
    .selectFrom("matches as m")
    .innerJoin("profiles as k", "k.id", "m.kine_id")
    .select(["m.kine_id", "k.name"])
    .where("m.case_id", "=", id)
    .where("m.status", "=", "accepted")
    .orderBy("m.id", "desc")
    .limit(MOST_DUE),
);
