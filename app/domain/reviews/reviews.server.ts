import { kine, patient } from "../../server/procedures.server.ts";
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
