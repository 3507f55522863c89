import { type InferResult, sql } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import { z } from "zod";
import { anyone, findMember } from "../../api/guards.server.ts";
import type { Services } from "../../api/services.server.ts";
import type { Viewer } from "../../api/viewer.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { readPublicly } from "../../platform/database/replica.server.ts";
import { AppError } from "../../shared/app-error.server.ts";
import { firstSlotOf } from "../agendas/first-slot.server.ts";
import { coveragesOf, refundInvoiceOf } from "../coverages/stated-coverages.server.ts";
import type { LicenceKind } from "../licences/licence.ts";
import { pausedUntil } from "../pauses/pauses.server.ts";
import { pricesOf } from "../prices/stated-prices.server.ts";
import { ratingOf } from "../reviews/ratings.server.ts";
import { PublicProfile as Output } from "./profile-output.server.ts";
import { shownToOthers } from "../contacts/shown-to-others.ts";

const LATEST_REVIEWS = 10;
/** No longer median is shown, here and in lists. */
export const MOST_REPLY_HOURS = 48;

export const ById = z.object({ id: z.uuid() });

/** A specialist's profile as a member sees it, or an anonymous visitor (null). */
export function profileSeenBy(db: Database, viewer: Pick<Viewer, "id"> | null, { id }: z.output<typeof ById>) {
  const open = viewer ? sql<boolean>`contact_open(${viewer.id}::uuid, p.id)` : sql<boolean>`false`;
  const contact = (field: "phone" | "email") =>
    viewer
      ? sql<string | null>`(select k.${sql.ref(field)} from kine_contact(${viewer.id}::uuid, p.id) k)`
      : sql<null>`null::text`;
  return db
    .selectFrom("profiles as p")
    .select((eb) => [
      "p.id",
      "p.name",
      "p.specialty",
      "p.price_range",
      "p.modalities",
      "p.location_city",
      "p.bio",
      "p.photo_url",
      sql<boolean>`is_licence_current(p.license_checked_at)`.as("license_checked"),
      sql<boolean>`exists (select from licences d where d.kine_id = p.id and d.state = 'declared')`.as(
        "license_declared",
      ),
      open.as("contact_open"),
      pausedUntil("p").as("paused_until"),
      firstSlotOf(null).as("first_slot"),
      contact("phone").as("phone"),
      contact("email").as("email"),
      eb.case().when(open).then(eb.ref("p.license_number")).end().as("license_number"),
      ...ratingOf("p.id"),
      // Of those that the order would count: throwaway accounts could otherwise have many hidden of somebody else.
      sql<number>`(select count(*)::int from reviews h where h.kine_id = p.id and h.hidden_at is not null and not h.is_waiting
        and not h.has_waited and not h.is_replaced and h.is_confirmed and has_lasted(h.accepted_at))`.as(
        "hidden_count",
      ),
      jsonArrayFrom(
        eb
          .selectFrom("licences as l")
          .select((licence) => [
            sql<LicenceKind | null>`l.kind`.as("kind"),
            "l.jurisdiction",
            // Like the profile's licence number, only for viewers to whom the contact is open.
            licence.case().when(open).then(licence.ref("l.number")).end().as("number"),
            sql<"fresh" | "due">`licence_standing(l.state, l.checked_at)`.as("standing"),
            sql<string>`to_char(l.checked_at at time zone 'America/Argentina/Buenos_Aires', 'YYYY-MM-DD')`.as(
              "checked_on",
            ),
          ])
          .whereRef("l.kine_id", "=", "p.id")
          .where(sql<boolean>`licence_standing(l.state, l.checked_at) in ('fresh', 'due')`)
          .orderBy("l.is_first", "desc")
          .orderBy("l.id"),
      ).as("licences"),
      jsonArrayFrom(
        eb
          .selectFrom("reviews as r")
          .leftJoin("profiles as author", "author.id", "r.patient_id")
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
            sql<string | null>`case when author.suspended_at is null then r.author_name end`.as("patient_name"),
          ])
          .whereRef("r.kine_id", "=", "p.id")
          .where("r.hidden_at", "is", null)
          .where("r.is_replaced", "=", false)
          .orderBy("r.id", "desc")
          .limit(LATEST_REVIEWS),
      ).as("reviews"),
      jsonArrayFrom(
        eb
          .selectFrom("availabilities as a")
          .select(["a.weekday", "a.start_time", "a.end_time"])
          // Hours of several places at once are said once.
          .distinct()
          .whereRef("a.kine_id", "=", "p.id")
          .orderBy("a.weekday")
          .orderBy("a.start_time")
          .orderBy("a.end_time"),
      ).as("availabilities"),
      coveragesOf(db, "p.id").as("coverages"),
      refundInvoiceOf("p.id").as("refund_invoice_at"),
      pricesOf(db, "p.id").as("prices"),
      eb
        .selectFrom("directory as d")
        .select("d.reply_hours")
        .whereRef("d.kine_id", "=", "p.id")
        .where("d.reply_hours", "<=", MOST_REPLY_HOURS)
        .as("reply_hours"),
    ])
    .where("p.id", "=", id)
    .where(viewer ? sql<boolean>`(${isPublic} or ${hasAppliedTo(viewer.id)})` : isPublic);
}

const isPublic = sql<boolean>`exists (select from public_profiles v where v.id = p.id)`;
/** An applicant is known to the patient of the case before their profile is public, while their application waits or is accepted. */
const hasAppliedTo = (viewerId: string) =>
  sql<boolean>`(has_role(p.id, 'kine') and exists (select from case_relations r
    where r.kine_id = p.id and r.patient_id = ${viewerId} and r.access in ('applied', 'accepted')))`;

export type SeenProfile = InferResult<ReturnType<typeof profileSeenBy>>[number];
/** The output of the procedure. */
export type PublicProfile = z.output<typeof Output>;

/** A specialist's profile, public or of an applicant; phone, e-mail and licence only if `contact_open` allows. */
export const publicProfile = anyone
  .meta({
    summary: "Returns a specialist's profile; contact data only to callers who may see it.",
    refuses: ["NOT_FOUND"],
    session: "optional",
  })
  .input(ById)
  .output(Output)
  .handler(async ({ input, context }) => {
    const { services } = context;
    const viewer = await findMember(context);
    const { id } = input;
    const profile = viewer
      ? await seenByMember.first(services.db, { viewer: viewer.id, id })
      : await readPublicly(services, ({ db }) => seenByAnyone.first(db, { id }));
    if (!profile) throw new AppError("NOT_FOUND");
    return asPublicProfile(services, profile);
  });

const seenByMember = prepared("publicProfile of a member", (db, { viewer, id }: { viewer: string; id: string }) =>
  profileSeenBy(db, { id: viewer }, { id }),
);
const seenByAnyone = prepared("publicProfile", (db, { id }: { id: string }) => profileSeenBy(db, null, { id }));

/** Converts the row of a profile to the procedure's output: contact data are masked, and PostgreSQL's JSON holds dates as text. */
export function asPublicProfile(services: Pick<Services, "masked">, profile: SeenProfile): PublicProfile {
  const shown = <Row extends object>(row: Row) => shownToOthers(services, row);
  return {
    ...shown(profile),
    reviews: profile.reviews.map((review) => ({
      ...shown(review),
      created_at: new Date(review.created_at),
      edited_at: review.edited_at ? new Date(review.edited_at) : null,
      replied_at: review.replied_at ? new Date(review.replied_at) : null,
    })),
    coverages: profile.coverages.map((coverage) => dated(shown(coverage))),
    // On the visitors' page the whole profile comes from JSON, so this date is text as well.
    refund_invoice_at: profile.refund_invoice_at && new Date(profile.refund_invoice_at),
    prices: profile.prices.map(dated),
  };
}

const dated = <Fact extends { confirmed_at: Date | string }>(fact: Fact) => ({
  ...fact,
  confirmed_at: new Date(fact.confirmed_at),
});
