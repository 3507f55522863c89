import { sql } from "kysely";
import { z } from "zod";
import { adminReads, kineReads, patient, patientReads } from "../../api/guards.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { noteReviewAuthor } from "../departures/departure-keys.server.ts";
import { AppError } from "../../shared/app-error.server.ts";
import { appealOf, canAppeal } from "../appeals/appeal-output.server.ts";
import { shownToOthers } from "../contacts/shown-to-others.ts";
import { Cursor } from "../lists/listing.ts";
import { asPage, PAGE_AND_ONE } from "../lists/pages.server.ts";
import { tallied } from "../lists/tallies.server.ts";
import { reviewWasWritten } from "./course.server.ts";
import { ratingOf } from "./ratings.server.ts";
import { EDIT_DAYS, REPLY_HOURS } from "./reply.ts";
import { MOST_QUEUED } from "../operator/operator.ts";
import { DueReviews, OwnReviews, ReceivedReviews, ReviewTotals } from "./review-output.server.ts";
import { NewReview } from "./review.ts";

/**
 * Reviews an accepted specialist of an own closed case, once. A later review of the same specialist replaces the earlier one in their rating.
 * `is_waiting`: an admin decides whether it is shown, since the specialist received many reviews from new accounts within a day.
 */
export const create = patient
  .meta({
    summary: "Reviews an accepted specialist of a closed case.",
    refuses: ["REVIEW_NOT_DUE", "ALREADY_REVIEWED"],
    writes: "once",
  })
  .input(NewReview)
  .output(z.strictObject({ id: z.uuid(), is_waiting: z.boolean() }))
  .handler(({ input, context: { transaction, viewer, services } }) =>
    transaction(async (tx) => {
      const created = await newReview.first(tx, { ...input, patient_id: viewer.id });
      if (!created) throw new AppError("REVIEW_NOT_DUE");
      await noteReviewAuthor(tx, services.settings.secret, viewer.id, [created.id]);
      await reviewWasWritten(tx, { ...created, ...input, patient_id: viewer.id }, created.is_waiting);
      return created;
    }),
  );

type Given = { case_id: string; kine_id: string; stars: number; comment: string | null; patient_id: string };

/** Counts the first review of the case in the same statement. */
const newReview = prepared("reviews.create", (db, review: Given) =>
  db
    .with("made", (query) => query.insertInto("reviews").values(review).returning(["id", "is_waiting", "case_id"]))
    .selectFrom(["made", sql`count_step(made.case_id, 'reviewed')`.as("counted")])
    .select(["made.id", "made.is_waiting"]),
);

/** The specialist's reviews, newest first, 20 a page from `before` (a review's id), with their count and average. */
export const received = kineReads
  .meta({ summary: "Lists reviews of the caller." })
  .input(Cursor)
  .output(ReceivedReviews)
  .handler(async ({ input: { before }, context: { db, viewer, services } }) => {
    const rows = await receivedPage.all(db, { viewer: viewer.id, before: before ?? undefined });
    // Count and average are columns of each row, so that the page needs one query.
    const { review_count: count = 0, average_stars: average = null, rating_from = 1 } = rows[0] ?? {};
    const reviews = rows.map(
      ({ review_count: _count, average_stars: _average, rating_from: _from, is_in_contact, ...row }) =>
        is_in_contact
          ? row
          : { ...shownToOthers(services, row), case_title: services.masked(row.case_title), reply: row.reply },
    );
    return { ...asPage(reviews), count, average, rating_from };
  });

const receivedPage = prepared(
  "reviews.received",
  (db, { viewer, before }: { viewer: string; before?: string | undefined }) => {
    let query = db
      .selectFrom("reviews as r")
      .innerJoin("cases as c", "c.id", "r.case_id")
      .leftJoin("profiles as p", "p.id", "r.patient_id")
      .leftJoin("matches as m", (join) =>
        join.onRef("m.case_id", "=", "r.case_id").onRef("m.kine_id", "=", "r.kine_id"),
      )
      .leftJoin("case_relations as a", "a.match_id", "m.id")
      .leftJoin("review_replies as w", "w.review_id", "r.id")
      .leftJoinLateral(
        (eb) =>
          eb
            .selectFrom("reports as o")
            .select(["o.id", "o.decided_at"])
            .whereRef("o.subject_id", "=", "r.id")
            .where("o.reporter_id", "=", viewer)
            .where("o.decided_at", "is not", null)
            .where(sql<boolean>`o.is_upheld is not true`)
            .orderBy("o.decided_at", "desc")
            .limit(1)
            .as("d"),
        (join) => join.onTrue(),
      )
      .select([
        "r.id",
        "r.stars",
        "r.comment",
        "r.created_at",
        "r.has_sessions",
        "r.edited_at",
        "w.body as reply",
        "w.created_at as replied_at",
        sql<boolean>`w.held_at is not null`.as("is_reply_held"),
        "w.hidden_reason as reply_hidden_reason",
        sql<boolean>`w.review_id is null and r.patient_id is not null`.as("can_reply"),
        sql<boolean>`coalesce(w.hidden_at is null and greatest(w.created_at, r.edited_at) > now() - ${REPLY_HOURS} * interval '1 hour', false)`.as(
          "can_edit_reply",
        ),
        sql<boolean>`d.id is not null`.as("is_report_rejected"),
        canAppeal(sql`d.decided_at`, viewer, "review").as("can_appeal"),
        appealOf(viewer, "review").as("appeal"),
        canAppeal(sql`w.hidden_at`, viewer, "reply").as("can_appeal_reply"),
        appealOf(viewer, "reply").as("reply_appeal"),
        sql<boolean>`coalesce(a.access = 'accepted', false)`.as("is_in_contact"),
        // Of a patient who left there is no relation any more, and no title either.
        sql<string>`coalesce(a.title, c.title)`.as("case_title"),
        ...ratingOf("r.kine_id"),
        // The name that the specialist knows their patient by, or the public one; null for a suspended patient.
        sql<string | null>`case when p.suspended_at is null then coalesce(a.patient_name, r.author_name) end`.as(
          "patient_name",
        ),
      ])
      .where("r.kine_id", "=", viewer)
      .where("r.hidden_at", "is", null)
      .where("r.is_replaced", "=", false);
    if (before) query = query.where("r.id", "<", before);
    return query.orderBy("r.id", "desc").limit(PAGE_AND_ONE);
  },
);

/**
 * The reviews that the patient has not written yet: accepted specialists of own closed cases, latest application first, 20 a page from
 * `before`. `id` is the match's.
 */
export const pending = patientReads
  .meta({ summary: "Lists the specialists whom the caller may review." })
  .input(Cursor)
  .output(DueReviews)
  .handler(async ({ input: { before }, context: { db, viewer } }) =>
    asPage(await pendingPage.all(db, { viewer: viewer.id, before: before ?? undefined })),
  );

const pendingPage = prepared(
  "reviews.pending",
  (db, { viewer, before }: { viewer: string; before?: string | undefined }) => {
    let query = db
      .selectFrom("cases as c")
      .innerJoin("matches as m", (join) => join.onRef("m.case_id", "=", "c.id").on("m.status", "=", "accepted"))
      .innerJoin("profiles as k", "k.id", "m.kine_id")
      .leftJoin("reviews as r", (join) =>
        join.onRef("r.case_id", "=", "m.case_id").onRef("r.kine_id", "=", "m.kine_id"),
      )
      .select(["m.id", "m.case_id", "m.kine_id", "k.name", "k.specialty", "k.photo_url", "c.title as case_title"])
      .where("c.patient_id", "=", viewer)
      .where("c.status", "=", "closed")
      .where("r.id", "is", null)
      .where(
        sql<boolean>`not exists (select from withdrawn_reviews d where d.case_id = m.case_id and d.kine_id = m.kine_id)`,
      );
    if (before) query = query.where("m.id", "<", before);
    return query.orderBy("m.id", "desc").limit(PAGE_AND_ONE);
  },
);

/** The reviews that the patient wrote, newest first, 20 a page from `before` (a review's id). */
export const mine = patientReads
  .meta({ summary: "Lists the reviews that the caller wrote." })
  .input(Cursor)
  .output(OwnReviews)
  .handler(async ({ input: { before }, context: { db, viewer, services } }) => {
    const { items, next } = asPage(await ownPage.all(db, { viewer: viewer.id, before: before ?? undefined }));
    return { items: items.map((item) => ({ ...item, reply: item.reply && services.masked(item.reply) })), next };
  });

const ownPage = prepared("reviews.mine", (db, { viewer, before }: { viewer: string; before?: string | undefined }) => {
  let query = db
    .selectFrom("reviews as r")
    .innerJoin("cases as c", "c.id", "r.case_id")
    .leftJoin("profiles as k", "k.id", "r.kine_id")
    .leftJoin("shown_replies as w", "w.review_id", "r.id")
    .select([
      "r.id",
      "r.stars",
      "r.comment",
      "r.created_at",
      "r.has_sessions",
      "r.edited_at",
      "w.body as reply",
      "w.created_at as replied_at",
      "w.id as reply_id",
      canAppeal(sql`case when not r.is_waiting then r.hidden_at end`, viewer, "review").as("can_appeal"),
      appealOf(viewer, "review").as("appeal"),
      sql<boolean>`greatest(r.created_at, r.asked_to_edit_at) > now() - ${EDIT_DAYS} * interval '1 day'`.as("can_edit"),
      "k.name as kine_name",
      "c.title as case_title",
      "r.hidden_at",
      "r.hidden_reason",
      "r.is_waiting",
      "r.is_replaced",
      "r.asked_to_edit_for",
    ])
    .where("r.patient_id", "=", viewer);
  if (before) query = query.where("r.id", "<", before);
  return query.orderBy("r.id", "desc").limit(PAGE_AND_ONE);
});

/** The number of visible reviews and their average (null when there are none), and how many wait or are hidden. */
export const totals = adminReads
  .meta({ summary: "Counts reviews by number of stars." })
  .output(ReviewTotals)
  .handler(async ({ context: { db } }) => {
    const totals = await readTotals.first(db, {});
    if (!totals) throw new Error("a statement of counts has a row");
    const { stars, count, waiting, hidden } = totals;
    return { count, average: count > 0 ? stars / count : null, waiting, hidden };
  });

/** Reads a partial index of what is not in sight. */
const countOf = (condition: ReturnType<typeof sql>) =>
  sql<number>`(select count(*)::int from (select id from reviews where ${condition} order by id limit ${sql.lit(MOST_QUEUED)}) r)`;

const readTotals = prepared("reviews.totals", (db) =>
  db.selectNoFrom([
    tallied("reviews", "stars").as("stars"),
    tallied("reviews").as("count"),
    countOf(sql`is_waiting`).as("waiting"),
    countOf(sql`hidden_at is not null and not is_waiting`).as("hidden"),
  ]),
);
