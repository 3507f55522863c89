import { z } from "zod";
import { sql } from "kysely";
import type { Database } from "../../platform/database/database.server.ts";
import { kine, patient, type Viewer } from "../../api/guards.server.ts";
import { AppError } from "../../shared/errors.ts";
import { Cursor } from "../lists/listing.ts";
import { asPage, PAGE_AND_ONE } from "../lists/pages.server.ts";
import { applicationsTo, isVisibleToPatient } from "../matches/applications.server.ts";
import { ageInYears } from "../profiles/profile.ts";
import { AvailableCases, Closed, OwnCase, OwnCases, Published, SeenCase } from "./case-output.server.ts";
import { MAX_CASES_IN_COURSE, NewCase } from "./case.ts";
import { studyLinks } from "../studies/studies.server.ts";

const ById = z.object({ id: z.uuid() });
/** The most reviews requested at a closing; all others stay pending. */
const MOST_DUE = 20;

const countOfMatches = (status: "proposed" | "accepted") =>
  sql<number>`(select count(*)::int from matches m where m.case_id = c.id and m.status = ${status} and ${isVisibleToPatient})`;

/** The cases that a patient may see: only their own. */
const ownCases = (db: Database, viewer: Pick<Viewer, "id">) =>
  db.selectFrom("cases as c").where("c.patient_id", "=", viewer.id);

/** The cases that a specialist may see: those on offer, and those they applied to, with their own application. */
const visibleCases = (db: Database, viewer: Viewer) =>
  db
    .selectFrom("cases as c")
    .leftJoin("matches as own", (join) => join.onRef("own.case_id", "=", "c.id").on("own.kine_id", "=", viewer.id))
    .innerJoin("profiles as poster", "poster.id", "c.patient_id")
    .where((eb) =>
      eb.or([
        eb.and([eb("c.status", "in", ["open", "matched"]), eb("poster.suspended_at", "is", null)]),
        eb("own.id", "is not", null),
      ]),
    );

/** Publishes a case. Throws PHONE_MISSING when the patient has no phone, TOO_MANY_CASES with fifty cases in course, CONSENT_NEEDED. */
export const create = patient
  .input(NewCase)
  .output(Published)
  .handler(({ input, context: { transaction, viewer } }) =>
    transaction(async (tx) => {
      // The lock serialises the patient's publications, so that the count below holds.
      const { phone } = await tx
        .selectFrom("profiles")
        .select("phone")
        .where("id", "=", viewer.id)
        .forNoKeyUpdate()
        .executeTakeFirstOrThrow();
      if (!phone) throw new AppError("PHONE_MISSING");
      const { count } = await tx
        .selectFrom("cases")
        .select((eb) => eb.fn.countAll<string>().as("count"))
        .where("patient_id", "=", viewer.id)
        .where("status", "in", ["open", "matched"])
        .executeTakeFirstOrThrow();
      if (Number(count) >= MAX_CASES_IN_COURSE) throw new AppError("TOO_MANY_CASES");
      return tx
        .insertInto("cases")
        .values({ ...input, patient_id: viewer.id })
        .returning(["id", "status"])
        .executeTakeFirstOrThrow();
    }),
  );

/** The patient's own cases: a page plus one row. */
export function ownPage(db: Database, viewer: Pick<Viewer, "id">, { before }: Cursor) {
  let query = ownCases(db, viewer).select([
    "c.id",
    "c.title",
    "c.description",
    "c.status",
    "c.injury_area",
    "c.location_city",
    "c.preferred_modality",
    "c.created_at",
    "c.closed_reason",
    countOfMatches("proposed").as("pending_applications"),
    countOfMatches("accepted").as("accepted_professionals"),
  ]);
  if (before) query = query.where("c.id", "<", before);
  return query.orderBy("c.id", "desc").limit(PAGE_AND_ONE);
}

/** The patient's own cases, newest first, 20 a page from `before` (a case's id), each with its counts of applications. */
export const mine = patient
  .input(Cursor)
  .output(OwnCases)
  .handler(async ({ input, context: { db, viewer } }) => asPage(await ownPage(db, viewer, input).execute()));

/**
 * One own case with links to its studies and its newest 20 applications; `more_applications` is the cursor for `cases.applications`, or
 * null.
 */
export const get = patient
  .input(ById)
  .output(OwnCase)
  .handler(async ({ input, context: { db, viewer, services } }) => {
    const found = await ownCases(db, viewer)
      .select([
        "c.id",
        "c.title",
        "c.description",
        "c.status",
        "c.injury_area",
        "c.location_city",
        "c.preferred_modality",
        "c.studies_urls",
        "c.studies_access",
        "c.created_at",
        "c.edited_at",
        "c.version",
        "c.closed_reason",
        sql<number>`(select count(*)::int from matches m where m.case_id = c.id and ${isVisibleToPatient})`.as(
          "application_count",
        ),
      ])
      .where("c.id", "=", input.id)
      .executeTakeFirst();
    if (!found) throw new AppError("CASE_NOT_FOUND");
    const { items, next } = await applicationsTo(db, viewer.id, found.id);
    const { studies_urls, ...rest } = found;
    return {
      ...rest,
      studies: studyLinks(services, viewer, studies_urls),
      applications: items,
      more_applications: next,
    };
  });

/** Closes an own case with an accepted specialist; `due` are the reviews to write now. Throws CASE_NOT_FOUND, CASE_NOT_MATCHED. */
export const close = patient
  .input(ById)
  .output(Closed)
  .handler(async ({ input, context: { statement, db, viewer } }) => {
    const closed = await statement(async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable("cases")
        .set({ status: "closed" })
        .where("id", "=", input.id)
        .where("patient_id", "=", viewer.id)
        .where("status", "=", "matched")
        .executeTakeFirst();
      if (numUpdatedRows === 1n) return { status: "closed" as const };
      const found = await ownCases(tx, viewer).select("c.id").where("c.id", "=", input.id).executeTakeFirst();
      throw new AppError(found ? "CASE_NOT_MATCHED" : "CASE_NOT_FOUND");
    });
    const due = await db
      .selectFrom("matches as m")
      .innerJoin("profiles as k", "k.id", "m.kine_id")
      .select(["m.kine_id", "k.name"])
      .where("m.case_id", "=", input.id)
      .where("m.status", "=", "accepted")
      .orderBy("m.id", "desc")
      .limit(MOST_DUE)
      .execute();
    return { ...closed, due };
  });

/** The cases on offer to a specialist: a page plus one row. */
export function offeredPage(db: Database, viewer: Pick<Viewer, "id">, { before }: Cursor) {
  let query = db
    .selectFrom("cases as c")
    .innerJoin("profiles as poster", "poster.id", "c.patient_id")
    .select([
      "c.id",
      "c.title",
      "c.description",
      "c.status",
      "c.injury_area",
      "c.location_city",
      "c.preferred_modality",
      "c.created_at",
      "poster.name as poster_name",
    ])
    .where("c.status", "in", ["open", "matched"])
    .where("c.patient_id", "<>", viewer.id)
    .where("poster.health_withdrawn_at", "is", null)
    .where("poster.suspended_at", "is", null)
    // An anti-join lets PostgreSQL read the index of cases in course backwards and stop at the end of the page.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("matches as own")
            .select("own.id")
            .whereRef("own.case_id", "=", "c.id")
            .where("own.kine_id", "=", viewer.id),
        ),
      ),
    );
  if (before) query = query.where("c.id", "<", before);
  return query.orderBy("c.id", "desc").limit(PAGE_AND_ONE);
}

/** Cases in course that the specialist has not applied to, newest first, 20 a page from `before` (a case id). */
export const available = kine
  .input(Cursor)
  .output(AvailableCases)
  .handler(async ({ input, context: { db, viewer } }) => asPage(await offeredPage(db, viewer, input).execute()));

/**
 * One case as a specialist sees it: poster, studies if accessible, the own application, and the patient's phone only if that application is
 * accepted. Throws CASE_NOT_FOUND.
 */
export const view = kine
  .input(ById)
  .output(SeenCase)
  .handler(async ({ input, context: { db, viewer, services } }) => {
    const row = await visibleCases(db, viewer)
      // After a withdrawn consent, only the accepted specialists still see the patient's cases.
      .where((eb) => eb.or([eb("poster.health_withdrawn_at", "is", null), eb("own.status", "=", "accepted")]))
      .select((eb) => [
        "c.id",
        "c.title",
        "c.description",
        "c.status",
        "c.injury_area",
        "c.location_city",
        "c.preferred_modality",
        "c.created_at",
        "c.edited_at",
        "c.studies_urls",
        "c.studies_access",
        "c.closed_reason",
        "poster.name as poster_name",
        "poster.location_city as poster_city",
        "poster.photo_url as poster_photo_url",
        "poster.birth_date as poster_birth_date",
        "poster.health_withdrawn_at",
        "poster.suspended_at",
        "own.id as match_id",
        "own.status as match_status",
        "own.message as match_message",
        eb.case().when("own.status", "=", "accepted").then(eb.ref("poster.phone")).end().as("phone"),
      ])
      .where("c.id", "=", input.id)
      .executeTakeFirst();
    if (!row) throw new AppError("CASE_NOT_FOUND");
    const {
      studies_urls,
      poster_birth_date,
      health_withdrawn_at,
      suspended_at,
      match_id,
      match_status,
      match_message,
      ...rest
    } = row;
    const mayOpenStudies =
      health_withdrawn_at === null &&
      suspended_at === null &&
      (match_status === "accepted" || (row.studies_access === "verified" && row.status !== "closed"));
    return {
      ...rest,
      poster_age: poster_birth_date === null ? null : ageInYears(String(poster_birth_date)),
      studies: mayOpenStudies ? studyLinks(services, viewer, studies_urls) : [],
      studies_withheld: mayOpenStudies ? 0 : studies_urls.length,
      match: match_id && match_status ? { id: match_id, status: match_status, message: match_message } : null,
    };
  });
