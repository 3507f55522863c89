import { type RawBuilder, type Selectable, sql } from "kysely";
import { z } from "zod";
import type { ReviewReplies } from "../../../db/types.ts";
import { adminReads } from "../../api/guards.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { byAge, listingIn } from "../lists/listing.ts";
import { REVIEW_ORDERS } from "../lists/search-and-order.ts";
import {
  anyRow,
  directionOf,
  inColumnOrder,
  isFiltered,
  isOnPage,
  PAGE_AND_ONE,
  personOf,
} from "../lists/pages.server.ts";
import { searchedPage, sortedPage } from "../lists/search.server.ts";
import { ListedReviews } from "./review-output.server.ts";
import { signalsOf } from "./review-signals.server.ts";
import { MAX_STARS, REVIEW_STATES, type ReviewState } from "./review-words.ts";

/** Lower than for other lists: each review has two users to look up, and each user may have many reviews. */
const REVIEW_REACHES = { near: 500, far: 5_000, few: 300 };

/** The condition that a review is by or about some users; by ids, since otherwise all reviews might be read. */
const isBetween = (people: string[]) => sql<boolean>`r.id = any(array(
  select id from reviews where patient_id = any(${people}::uuid[])
  union all select id from reviews where kine_id = any(${people}::uuid[])
))`;

/** The input of the list of reviews. */
export const ReviewListing = listingIn(REVIEW_ORDERS).extend({
  stars: z.int().min(1).max(MAX_STARS).nullish(),
  state: z.enum(REVIEW_STATES).nullish(),
});

/** A review's state, as the partial indexes have it. */
const inState: Record<ReviewState, RawBuilder<boolean>> = {
  waiting: sql`r.is_waiting`,
  hidden: sql`(r.hidden_at is not null and not r.is_waiting)`,
  visible: sql`r.hidden_at is null`,
};

const listedReviews = (db: Database) =>
  db
    .selectFrom("reviews as r")
    .leftJoinLateral(personOf("r.patient_id").as("p"), (join) => join.onTrue())
    .leftJoinLateral(personOf("r.kine_id").as("k"), (join) => join.onTrue())
    // By its key for each row: a join in order would read the answers of all earlier reviews.
    .leftJoinLateral(
      sql<Selectable<ReviewReplies>>`(select * from review_replies where review_id = r.id offset 0)`.as("w"),
      (join) => join.onTrue(),
    )
    .select([
      "r.id",
      "r.case_id",
      "r.patient_id",
      "r.kine_id",
      "r.stars",
      "r.comment",
      "r.created_at",
      "r.has_sessions",
      "p.name as patient_name",
      "k.name as kine_name",
      "r.hidden_at",
      "r.hidden_reason",
      "r.is_waiting",
      "r.is_replaced",
      "r.asked_to_edit_for",
      "r.edited_at",
      "w.body as reply",
      "w.created_at as replied_at",
      "w.edited_at as reply_edited_at",
      sql<boolean>`w.held_at is not null`.as("is_reply_held"),
      "w.hidden_reason as reply_hidden_reason",
      sql<string | null>`(select string_agg(v.stars || ' de 5' || coalesce(': ' || v.comment, ''), E'\n' order by v.n)
        from review_versions v where v.review_id = r.id)`.as("earlier_versions"),
      signalsOf.as("signals"),
    ]);

/** A page of the reviews with the names of author and specialist. */
export function reviewPage(db: Database, input: z.output<typeof ReviewListing>) {
  const { stars, state } = input;
  const isInState = state ? inState[state] : anyRow;
  const { listing, column } = byAge(input);
  // With a filter by stars, all rows are equal in that column, so the order is by age.
  if (column !== null && !stars && !state) {
    return sortedPage(db, {
      name: `reviews.list ${column}`,
      after: listing.after,
      read: (after) => {
        const place = sql`select a.stars, a.id from reviews a where a.id`;
        const isDown = column === "stars_down";
        const page = inColumnOrder({ by: sql`r.stars`, id: "r.id", isDown, after, place });
        return listedReviews(db).where(page.isOnPage).orderBy(page.order).limit(PAGE_AND_ONE);
      },
    });
  }
  return searchedPage(db, {
    name: `reviews.list ${stars ?? ""} ${state ?? ""}`,
    table: "profiles",
    reaches: REVIEW_REACHES,
    listing,
    ids: stars
      ? sql`select id, stars from reviews r where ${isFiltered("stars", "smallint", stars)} and ${isInState}`
      : sql`select id from reviews r where ${isInState}`,
    filter: stars ? "stars" : null,
    read: (within, people, listing) =>
      listedReviews(db)
        .where((eb) => (people ? isBetween(people) : eb.or([within("p", "r.id"), within("k", "r.id")])))
        .where(stars ? isFiltered("r.stars", "smallint", stars) : anyRow)
        .where(isInState)
        .where(isOnPage("r.id", listing))
        .$if(Boolean(stars), (query) => query.orderBy("r.stars", directionOf(listing)))
        .orderBy("r.id", directionOf(listing))
        .limit(PAGE_AND_ONE),
  });
}

/** Every review with the names of author and specialist, 20 a page; the search covers the names and e-mails of both. */
export const reviewList = adminReads
  .meta({ summary: "Lists all reviews." })
  .input(ReviewListing)
  .output(ListedReviews)
  .handler(({ input, context: { db } }) => reviewPage(db, input));
