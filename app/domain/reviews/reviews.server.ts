import { sql } from "kysely";
import { z } from "zod";
import { admin, kine, patient } from "../../server/procedures.server.ts";
import { Listing } from "../admin/listing.ts";
import { anyRow, asPage, directionOf, find, isFound, isOnPage, PAGE_AND_ONE } from "../admin/pages.server.ts";
import { NewReview } from "./review.ts";

/** Reviews an accepted specialist of an own closed case, once. Throws REVIEW_NOT_DUE, ALREADY_REVIEWED. */
export const create = patient.input(NewReview).handler(({ input, context: { db, viewer } }) =>
  db.insertInto("reviews").values({ ...input, patient_id: viewer.id }).returning("id").executeTakeFirstOrThrow(),
);

/** The reviews that the specialist received, newest first, with their average. */
export const received = kine.handler(async ({ context: { db, viewer } }) => {
  const reviews = await db
    .selectFrom("reviews as r")
    .innerJoin("cases as c", "c.id", "r.case_id")
    .leftJoin("profiles as p", "p.id", "r.patient_id")
    .select(["r.id", "r.stars", "r.comment", "r.created_at", "p.name as patient_name", "c.title as case_title"])
    .where("r.kine_id", "=", viewer.id)
    .orderBy("r.id", "desc")
    .execute();
  const total = reviews.reduce((sum, review) => sum + review.stars, 0);
  return { average: reviews.length ? total / reviews.length : null, count: reviews.length, reviews };
});

/** The reviews that the patient owes: accepted specialists of own closed cases, last case first. `id` is the match's. */
export const pending = patient.handler(({ context: { db, viewer } }) =>
  db
    .selectFrom("cases as c")
    .innerJoin("matches as m", (join) => join.onRef("m.case_id", "=", "c.id").on("m.status", "=", "accepted"))
    .innerJoin("profiles as k", "k.id", "m.kine_id")
    .leftJoin("reviews as r", (join) => join.onRef("r.case_id", "=", "m.case_id").onRef("r.kine_id", "=", "m.kine_id"))
    .select(["m.id", "m.case_id", "m.kine_id", "k.name", "k.specialty", "k.photo_url", "c.title as case_title"])
    .where("c.patient_id", "=", viewer.id)
    .where("c.status", "=", "closed")
    .where("r.id", "is", null)
    .orderBy("c.id", "desc")
    .orderBy("m.id")
    .execute(),
);

/** The reviews that the patient wrote, newest first, 20 a page from `before` (a review's id). */
export const mine = patient.input(z.object({ before: z.uuid().nullish() })).handler(async ({ input, context: { db, viewer } }) => {
  let query = db
    .selectFrom("reviews as r")
    .innerJoin("cases as c", "c.id", "r.case_id")
    .leftJoin("profiles as k", "k.id", "r.kine_id")
    .select(["r.id", "r.stars", "r.comment", "r.created_at", "k.name as kine_name", "c.title as case_title"])
    .where("r.patient_id", "=", viewer.id);
  if (input.before) query = query.where("r.id", "<", input.before);
  return asPage(await query.orderBy("r.id", "desc").limit(PAGE_AND_ONE).execute());
});

const ReviewListing = Listing.extend({ stars: z.int().min(1).max(5).nullish() });

/** Every review with the names of both, 20 a page; the search is in the names and e-mails of either. */
export const list = admin.input(ReviewListing).handler(async ({ input, context: { db } }) => {
  const people = await find(db, "profiles", input.search);
  return asPage(
    await db
      .selectFrom("reviews as r")
      .leftJoin("profiles as p", "p.id", "r.patient_id")
      .leftJoin("profiles as k", "k.id", "r.kine_id")
      .select(["r.id", "r.stars", "r.comment", "r.created_at", "p.name as patient_name", "k.name as kine_name"])
      .where((eb) => eb.or([isFound(people, "p", "r.patient_id"), isFound(people, "k", "r.kine_id")]))
      .where((eb) => (input.stars ? eb("r.stars", "=", input.stars) : anyRow))
      .where(isOnPage("r.id", input))
      .orderBy("r.id", directionOf(input))
      .limit(PAGE_AND_ONE)
      .execute(),
  );
});

/** How many reviews there are, and their average (null where there are none). */
export const totals = admin.handler(async ({ context: { db } }) => {
  const { count, average } = await db
    .selectFrom("reviews")
    .select((eb) => [eb.fn.countAll<string>().as("count"), sql<number | null>`avg(stars)::float8`.as("average")])
    .executeTakeFirstOrThrow();
  return { count: Number(count), average };
});
