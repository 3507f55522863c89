import { z } from "zod";
import { sql } from "kysely";
import type { Database } from "../../server/database.server.ts";
import { kine, patient, type Viewer } from "../../server/procedures.server.ts";
import { AppError } from "../../shared/errors.ts";
import { ageInYears } from "../profiles/profile.ts";
import { MAX_CASES_IN_COURSE, NewCase } from "./case.ts";
import { studyLinks } from "./studies.server.ts";

const ById = z.object({ id: z.uuid() });
const PAGE = 20;

const countOfMatches = (status: "proposed" | "accepted") =>
  sql<number>`(select count(*)::int from matches m where m.case_id = c.id and m.status = ${status})`;

/** The cases that a patient may see: their own. */
const ownCases = (db: Database, viewer: Viewer) => db.selectFrom("cases as c").where("c.patient_id", "=", viewer.id);

/** The cases that a specialist may see: those in course, and any they applied to, with their own application. */
const visibleCases = (db: Database, viewer: Viewer) =>
  db
    .selectFrom("cases as c")
    .leftJoin("matches as own", (join) => join.onRef("own.case_id", "=", "c.id").on("own.kine_id", "=", viewer.id))
    .where((eb) => eb.or([eb("c.status", "in", ["open", "matched"]), eb("own.id", "is not", null)]));

/** Publishes a case. Throws PHONE_MISSING when the patient left no phone, TOO_MANY_CASES from fifty in course on. */
export const create = patient.input(NewCase).handler(({ input, context: { db, viewer } }) =>
  db.transaction().execute(async (tx) => {
    // The lock makes the patient's other publications wait, so that the count below holds.
    const { phone } = await tx.selectFrom("profiles").select("phone").where("id", "=", viewer.id).forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    if (!phone) throw new AppError("PHONE_MISSING");
    const { count } = await tx.selectFrom("cases").select((eb) => eb.fn.countAll<string>().as("count"))
      .where("patient_id", "=", viewer.id).where("status", "in", ["open", "matched"]).executeTakeFirstOrThrow();
    if (Number(count) >= MAX_CASES_IN_COURSE) throw new AppError("TOO_MANY_CASES");
    return tx.insertInto("cases").values({ ...input, patient_id: viewer.id }).returning(["id", "status"])
      .executeTakeFirstOrThrow();
  }),
);

/** The patient's own cases, newest first, each with its counts of applications. */
export const mine = patient.handler(({ context: { db, viewer } }) =>
  ownCases(db, viewer)
    .select([
      "c.id", "c.title", "c.description", "c.status", "c.injury_area", "c.location_city", "c.preferred_modality",
      "c.created_at",
      countOfMatches("proposed").as("pending_applications"),
      countOfMatches("accepted").as("accepted_professionals"),
    ])
    .orderBy("c.id", "desc")
    .execute(),
);

/** One own case with links to its studies and the applications to it; contact data only of accepted specialists. */
export const get = patient.input(ById).handler(async ({ input, context: { db, viewer, services } }) => {
  const found = await ownCases(db, viewer)
    .select([
      "c.id", "c.title", "c.description", "c.status", "c.injury_area", "c.location_city", "c.preferred_modality",
      "c.studies_urls", "c.studies_access", "c.created_at", "c.edited_at", "c.version",
    ])
    .where("c.id", "=", input.id)
    .executeTakeFirst();
  if (!found) throw new AppError("CASE_NOT_FOUND");
  const accepted = sql<boolean>`m.status = 'accepted'`;
  const applications = await db
    .selectFrom("matches as m")
    .innerJoin("profiles as k", "k.id", "m.kine_id")
    .leftJoin("reviews as r", (join) => join.onRef("r.case_id", "=", "m.case_id").onRef("r.kine_id", "=", "m.kine_id"))
    .select((eb) => [
      "m.id", "m.status", "m.message", "m.created_at", "m.kine_id",
      "k.name", "k.specialty", "k.location_city", "k.photo_url", "k.price_range", "k.modalities", "k.bio",
      eb.case().when(accepted).then(eb.ref("k.phone")).end().as("phone"),
      eb.case().when(accepted).then(eb.ref("k.email")).end().as("email"),
      eb("r.id", "is not", null).as("reviewed"),
      sql<number>`(select count(*)::int from reviews a where a.kine_id = m.kine_id)`.as("review_count"),
      sql<number | null>`(select avg(a.stars)::float8 from reviews a where a.kine_id = m.kine_id)`.as("average_stars"),
    ])
    .where("m.case_id", "=", found.id)
    .orderBy("m.id", "desc")
    .execute();
  const { studies_urls, ...rest } = found;
  return { ...rest, studies: studyLinks(services, viewer, studies_urls), applications };
});

/** Closes an own case with an accepted specialist. Throws CASE_NOT_FOUND, CASE_NOT_MATCHED. */
export const close = patient.input(ById).handler(async ({ input, context: { db, viewer } }) => {
  const closed = await db.updateTable("cases").set({ status: "closed" })
    .where("id", "=", input.id).where("patient_id", "=", viewer.id).where("status", "=", "matched")
    .executeTakeFirst();
  if (closed.numUpdatedRows === 1n) return { status: "closed" as const };
  const found = await ownCases(db, viewer).select("c.id").where("c.id", "=", input.id).executeTakeFirst();
  throw new AppError(found ? "CASE_NOT_MATCHED" : "CASE_NOT_FOUND");
});

/** Cases in course that the specialist has not applied to, newest first, 20 a page from `before` (a case id). */
export const available = kine.input(z.object({ before: z.uuid().nullish() })).handler(async ({ input, context: { db, viewer } }) => {
  let query = db
    .selectFrom("cases as c")
    .innerJoin("profiles as poster", "poster.id", "c.patient_id")
    .select([
      "c.id", "c.title", "c.description", "c.status", "c.injury_area", "c.location_city", "c.preferred_modality",
      "c.created_at", "poster.name as poster_name",
    ])
    .where("c.status", "in", ["open", "matched"])
    .where("c.patient_id", "<>", viewer.id)
    // An anti-join, so that the page is read from the end of the index of cases in course and no further.
    .where(({ not, exists, selectFrom }) => not(exists(
      selectFrom("matches as own").select("own.id").whereRef("own.case_id", "=", "c.id").where("own.kine_id", "=", viewer.id),
    )));
  if (input.before) query = query.where("c.id", "<", input.before);
  const rows = await query.orderBy("c.id", "desc").limit(PAGE + 1).execute();
  const items = rows.slice(0, PAGE);
  return { items, next: rows.length > PAGE ? (items.at(-1)?.id ?? null) : null };
});

/** One case as a specialist sees it: poster, studies where they may be opened, the own application, and the
 * patient's phone only through an accepted application of the viewer. Throws CASE_NOT_FOUND. */
export const view = kine.input(ById).handler(async ({ input, context: { db, viewer, services } }) => {
  const row = await visibleCases(db, viewer)
    .innerJoin("profiles as poster", "poster.id", "c.patient_id")
    .select((eb) => [
      "c.id", "c.title", "c.description", "c.status", "c.injury_area", "c.location_city", "c.preferred_modality",
      "c.created_at", "c.edited_at", "c.studies_urls", "c.studies_access",
      "poster.name as poster_name", "poster.location_city as poster_city", "poster.photo_url as poster_photo_url",
      "poster.birth_date as poster_birth_date",
      "own.id as match_id", "own.status as match_status", "own.message as match_message",
      eb.case().when("own.status", "=", "accepted").then(eb.ref("poster.phone")).end().as("phone"),
    ])
    .where("c.id", "=", input.id)
    .executeTakeFirst();
  if (!row) throw new AppError("CASE_NOT_FOUND");
  const { studies_urls, poster_birth_date, match_id, match_status, match_message, ...rest } = row;
  const mayOpenStudies = match_status === "accepted" || (row.studies_access === "verified" && row.status !== "closed");
  return {
    ...rest,
    poster_age: poster_birth_date === null ? null : ageInYears(String(poster_birth_date)),
    studies: mayOpenStudies ? studyLinks(services, viewer, studies_urls) : [],
    studies_withheld: mayOpenStudies ? 0 : studies_urls.length,
    match: match_id && match_status ? { id: match_id, status: match_status, message: match_message } : null,
  };
});
