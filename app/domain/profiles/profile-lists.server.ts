import { sql } from "kysely";
import { z } from "zod";
import { adminReads } from "../../api/guards.server.ts";
import { APPROVAL_STATUSES } from "../../shared/roles.ts";
import { Listing } from "../lists/listing.ts";
import { anyRow, directionOf, isFiltered, isOnPage, PAGE_AND_ONE, pageOf } from "../lists/pages.server.ts";
import { idsOf, ListedPerson, peopleOf } from "../lists/people-of-role.server.ts";
import { searchedPage } from "../lists/search.server.ts";
import { Rating, ratingOf } from "../reviews/ratings.server.ts";
import { ACTIVITY_LEVELS } from "./profile.ts";

const text = z.string().nullable();

const ListedPatients = pageOf(
  ListedPerson.extend({
    phone: text,
    birth_date: text,
    activity_level: z.enum(ACTIVITY_LEVELS).nullable(),
    photo_url: text,
    case_count: z.int(),
  }),
);

const ListedKines = pageOf(
  ListedPerson.extend({
    phone: text,
    specialty: text,
    location_city: text,
    price_range: text,
    modalities: text,
    bio: text,
    photo_url: text,
    approval_status: z.enum(APPROVAL_STATUSES),
    license_checked: z.boolean(),
    ...Rating.shape,
  }),
);

/** Patients with their number of cases, 20 a page. */
export const patients = adminReads
  .meta({ summary: "Lists patients." })
  .input(Listing)
  .output(ListedPatients)
  .handler(({ input, context: { db } }) =>
    searchedPage(db, {
      name: "profiles.patients",
      table: "profiles",
      listing: input,
      ids: idsOf("patient"),
      read: (within, _, listing) =>
        peopleOf(db, "patient", listing, within).select([
          "p.id",
          "p.name",
          "p.email",
          "p.phone",
          "p.birth_date",
          "p.activity_level",
          "p.photo_url",
          "p.created_at",
          sql<number>`(select count(*)::int from cases c where c.patient_id = p.id)`.as("case_count"),
        ]),
    }),
  );

const isKine = sql<boolean>`(select true from user_roles r where r.user_id = p.id and r.role = 'kine')`;

/** Specialists, approved or not, with their rating, 20 a page. */
export const kines = adminReads
  .meta({ summary: "Lists specialists, approved or not." })
  .input(Listing.extend({ approval_status: z.enum(APPROVAL_STATUSES).nullish() }))
  .output(ListedKines)
  .handler(({ input, context: { db } }) => {
    const { approval_status } = input;
    // No filter for approved: nearly all specialists are, and only specialists can be anything else.
    const state = approval_status === "approved" ? null : approval_status;
    const shown = [
      "p.id",
      "p.name",
      "p.email",
      "p.phone",
      "p.specialty",
      "p.location_city",
      "p.price_range",
      "p.modalities",
      "p.bio",
      "p.photo_url",
      "p.approval_status",
      "p.created_at",
      sql<boolean>`is_licence_current(p.license_checked_at)`.as("license_checked"),
      ...ratingOf("p.id"),
    ] as const;
    return searchedPage(db, {
      name: `profiles.kines ${approval_status ?? ""}`,
      table: "profiles",
      listing: input,
      ids: state
        ? sql`select id, approval_status from profiles where ${isFiltered("approval_status", "approval_status", state)}`
        : idsOf("kine"),
      filter: state && "approval_status",
      read: (within, _, listing) =>
        state
          ? db
              .selectFrom("profiles as p")
              .select(shown)
              .where(isFiltered("p.approval_status", "approval_status", state))
              .where(isKine)
              .where(isOnPage("p.id", listing))
              .where(within("p", "p.id"))
              .orderBy("p.approval_status", directionOf(listing))
              .orderBy("p.id", directionOf(listing))
              .limit(PAGE_AND_ONE)
          : peopleOf(db, "kine", listing, within)
              .where(approval_status ? sql<boolean>`p.approval_status = ${approval_status}` : anyRow)
              .select(shown),
    });
  });
