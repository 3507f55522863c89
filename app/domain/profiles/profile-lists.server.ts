import { sql } from "kysely";
import { z } from "zod";
import { adminReads } from "../../api/guards.server.ts";
import { APPROVAL_STATUSES } from "../../shared/roles.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { byAge, listingIn } from "../lists/listing.ts";
import { PEOPLE_ORDERS } from "../lists/search-and-order.ts";
import {
  anyRow,
  directionOf,
  inColumnOrder,
  isFiltered,
  isOnPage,
  PAGE_AND_ONE,
  pageOf,
} from "../lists/pages.server.ts";
import { idsOf, ListedPerson, nameKey, namedPeopleOf, namePlace, peopleOf } from "../lists/people-of-role.server.ts";
import { searchedPage, sortedPage } from "../lists/search.server.ts";
import { Rating, ratingOf } from "../reviews/ratings.server.ts";
import { ACTIVITY_LEVELS } from "./profile.ts";

const text = z.string().nullable();

/** A page of the list of patients. */
export const ListedPatients = pageOf(
  ListedPerson.extend({
    phone: text,
    birth_date: text,
    activity_level: z.enum(ACTIVITY_LEVELS).nullable(),
    photo_url: text,
    case_count: z.int(),
  }),
);

/** A page of the list of specialists. */
export const ListedKines = pageOf(
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
    last_active_at: z.date().nullable(),
    recent_applications: z.int(),
    recent_accepted: z.int(),
    ...Rating.shape,
  }),
);

const shownPatient = [
  "p.id",
  "p.name",
  "p.email",
  "p.phone",
  "p.birth_date",
  "p.activity_level",
  "p.photo_url",
  "p.created_at",
  sql<number>`(select count(*)::int from cases c where c.patient_id = p.id)`.as("case_count"),
] as const;

/** The input of the list of patients. */
export const PatientListing = listingIn(PEOPLE_ORDERS);

/** A page of the patients with their number of cases. */
export function patientPage(db: Database, input: z.output<typeof PatientListing>) {
  const { listing, column } = byAge(input);
  if (column !== null) {
    return sortedPage(db, {
      name: `profiles.patients ${column}`,
      after: listing.after,
      read: (after) => namedPeopleOf(db, "patient", column === "name_down", after).select(shownPatient),
    });
  }
  return searchedPage(db, {
    name: "profiles.patients",
    table: "profiles",
    listing,
    ids: idsOf("patient"),
    read: (within, _, listing) => peopleOf(db, "patient", listing, within).select(shownPatient),
  });
}

/** Patients with their number of cases, 20 a page. */
export const patients = adminReads
  .meta({ summary: "Lists patients." })
  .input(PatientListing)
  .output(ListedPatients)
  .handler(({ input, context: { db } }) => patientPage(db, input));

const isKine = sql<boolean>`(select true from user_roles r where r.user_id = p.id and r.role = 'kine')`;

/** To cases of proven mailboxes. Only approved specialists apply: the row of another reads no applications. */
const ofLastMonth = sql<{ applications: number; accepted: number }>`(
  select json_build_object('applications', count(*), 'accepted', count(*) filter (where m.status = 'accepted')) from matches m
  join case_places w on w.case_id = m.case_id and w.is_counted where p.approval_status = 'approved' and m.kine_id = p.id and m.id >= uuid_at(now() - interval '30 days'))`;

const shownKine = [
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
  sql<Date | null>`(select max(s.refreshed_at) from auth.sessions s where s.user_id = p.id)`.as("last_active_at"),
  ofLastMonth.as("recent"),
  ...ratingOf("p.id"),
] as const;

/** The input of the list of specialists. */
export const KineListing = listingIn(PEOPLE_ORDERS).extend({ approval_status: z.enum(APPROVAL_STATUSES).nullish() });

/** A page of the specialists, approved or not, with their rating and how they did in the last 30 days. */
export async function kinePage(db: Database, input: z.output<typeof KineListing>) {
  const page = await readKines(db, input);
  const flat = ({ recent, ...row }: (typeof page.items)[number]) => ({
    ...row,
    recent_applications: recent.applications,
    recent_accepted: recent.accepted,
  });
  return { ...page, items: page.items.map(flat) };
}

function readKines(db: Database, input: z.output<typeof KineListing>) {
  const { approval_status } = input;
  const { listing, column } = byAge(input);
  // No filter for approved: nearly all specialists are, and only specialists can be anything else.
  const state = approval_status === "approved" ? null : approval_status;
  const isApproved = approval_status ? sql<boolean>`p.approval_status = ${approval_status}` : anyRow;
  if (column !== null) {
    const isDown = column === "name_down";
    return sortedPage(db, {
      name: `profiles.kines ${approval_status ?? ""} ${column}`,
      after: listing.after,
      read: (after) => {
        if (!state) return namedPeopleOf(db, "kine", isDown, after).where(isApproved).select(shownKine);
        const page = inColumnOrder({ by: nameKey, id: "p.id", isDown, after, place: namePlace });
        return db
          .selectFrom("profiles as p")
          .select(shownKine)
          .where("p.approval_status", "=", state)
          .where(isKine)
          .where(page.isOnPage)
          .orderBy(page.order)
          .limit(PAGE_AND_ONE);
      },
    });
  }
  return searchedPage(db, {
    name: `profiles.kines ${approval_status ?? ""}`,
    table: "profiles",
    listing,
    ids: state
      ? sql`select id, approval_status from profiles where ${isFiltered("approval_status", "approval_status", state)}`
      : idsOf("kine"),
    filter: state && "approval_status",
    read: (within, _, listing) =>
      state
        ? db
            .selectFrom("profiles as p")
            .select(shownKine)
            .where(isFiltered("p.approval_status", "approval_status", state))
            .where(isKine)
            .where(isOnPage("p.id", listing))
            .where(within("p", "p.id"))
            .orderBy("p.approval_status", directionOf(listing))
            .orderBy("p.id", directionOf(listing))
            .limit(PAGE_AND_ONE)
        : peopleOf(db, "kine", listing, within).where(isApproved).select(shownKine),
  });
}

/** Specialists, approved or not, with their rating, 20 a page. */
export const kines = adminReads
  .meta({ summary: "Lists specialists, approved or not." })
  .input(KineListing)
  .output(ListedKines)
  .handler(({ input, context: { db } }) => kinePage(db, input));
