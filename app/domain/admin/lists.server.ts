import { sql } from "kysely";
import { z } from "zod";
import type { Database } from "../../platform/database/database.server.ts";
import { admin } from "../../api/guards.server.ts";
import { type Role, ROLES } from "../../shared/roles.ts";
import { ListedCases } from "../cases/case-output.server.ts";
import { Listing } from "../lists/listing.ts";
import { anyRow, directionOf, isFiltered, isOnPage, PAGE_AND_ONE, personOf } from "../lists/pages.server.ts";
import { searchedPage, type Within } from "../lists/search.server.ts";
import { tallied } from "../lists/tallies.server.ts";
import { ratingOf } from "../reviews/ratings.server.ts";
import { ListedKines, ListedPatients, ListedUsers } from "./list-output.server.ts";
import { APPROVAL_STATUSES, CASE_STATUSES } from "./listing.ts";

/** The users with a role, in the order of the role's index. */
function peopleOf(db: Database, role: Role, listing: Listing, within: Within) {
  return db
    .selectFrom("user_roles as r")
    .innerJoinLateral(personOf("r.user_id").as("p"), (join) => join.onTrue())
    .where("r.role", "=", role)
    .where(isOnPage("r.user_id", listing))
    .where(within("p", "r.user_id"))
    .orderBy("r.user_id", directionOf(listing))
    .limit(PAGE_AND_ONE);
}

const idsOf = (role: Role) => sql<{ id: string }>`select user_id as id from user_roles where role = ${role}`;

/** The highest role of a user of `p`, as `highestRole` computes it: the database enum has the same order. */
const appliedRole = sql<Role | null>`(select max(h.role) from user_roles h where h.user_id = p.id)`;

const UserListing = Listing.extend({ role: z.enum(ROLES).nullish() });

/** The reason of the current suspension of a user of `p`, or null. */
const suspensionReason = sql<string | null>`case when p.suspended_at is not null then (
  select s.reason from suspensions s where s.user_id = p.id and s.restored_at is null
) end`.as("suspension_reason");

/** Every user with their highest role, 20 a page; `total` counts all users, regardless of the search. */
export const users = admin
  .input(UserListing)
  .output(ListedUsers)
  .handler(async ({ input, context: { db } }) => {
    const { role } = input;
    const shown = [
      "p.id",
      "p.name",
      "p.email",
      "p.created_at",
      "p.approval_status",
      "p.suspended_at",
      suspensionReason,
      appliedRole.as("role"),
    ] as const;
    const page = await searchedPage(db, {
      table: "profiles",
      listing: input,
      ids: role ? idsOf(role) : sql`select id from profiles`,
      read: (within) =>
        role
          ? peopleOf(db, role, input, within).where(appliedRole, "=", role).select(shown).execute()
          : db
              .selectFrom("profiles as p")
              .select(shown)
              .where(isOnPage("p.id", input))
              .where(within("p", "p.id"))
              .orderBy("p.id", directionOf(input))
              .limit(PAGE_AND_ONE)
              .execute(),
    });
    const { total } = await db.selectNoFrom(tallied("people").as("total")).executeTakeFirstOrThrow();
    return { ...page, total };
  });

/** Patients with their number of cases, 20 a page. */
export const patients = admin
  .input(Listing)
  .output(ListedPatients)
  .handler(({ input, context: { db } }) =>
    searchedPage(db, {
      table: "profiles",
      listing: input,
      ids: idsOf("patient"),
      read: (within) =>
        peopleOf(db, "patient", input, within)
          .select([
            "p.id",
            "p.name",
            "p.email",
            "p.phone",
            "p.birth_date",
            "p.activity_level",
            "p.photo_url",
            "p.created_at",
            sql<number>`(select count(*)::int from cases c where c.patient_id = p.id)`.as("case_count"),
          ])
          .execute(),
    }),
  );

const KineListing = Listing.extend({ approval_status: z.enum(APPROVAL_STATUSES).nullish() });

const isKine = sql<boolean>`(select true from user_roles r where r.user_id = p.id and r.role = 'kine')`;

/** Specialists, approved or not, with their rating, 20 a page. */
export const kines = admin
  .input(KineListing)
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
      sql<boolean>`p.license_checked_at is not null`.as("license_checked"),
      ...ratingOf("p.id"),
    ] as const;
    return searchedPage(db, {
      table: "profiles",
      listing: input,
      ids: state
        ? sql`select id, approval_status from profiles where ${isFiltered("approval_status", "approval_status", state)}`
        : idsOf("kine"),
      filter: state && "approval_status",
      read: (within) =>
        state
          ? db
              .selectFrom("profiles as p")
              .select(shown)
              .where(isFiltered("p.approval_status", "approval_status", state))
              .where(isKine)
              .where(isOnPage("p.id", input))
              .where(within("p", "p.id"))
              .orderBy("p.approval_status", directionOf(input))
              .orderBy("p.id", directionOf(input))
              .limit(PAGE_AND_ONE)
              .execute()
          : peopleOf(db, "kine", input, within)
              .where(approval_status ? sql<boolean>`p.approval_status = ${approval_status}` : anyRow)
              .select(shown)
              .execute(),
    });
  });

const CaseListing = Listing.extend({ status: z.enum(CASE_STATUSES).nullish() });

/** Every case with its patient's name, 20 a page; the search covers the titles. */
export const cases = admin
  .input(CaseListing)
  .output(ListedCases)
  .handler(({ input, context: { db } }) => {
    const { status } = input;
    return searchedPage(db, {
      table: "cases",
      listing: input,
      ids: status
        ? sql`select id, status from cases where ${isFiltered("status", "case_status", status)}`
        : sql`select id from cases`,
      filter: status && "status",
      read: (within) =>
        db
          .selectFrom("cases as c")
          .leftJoin("profiles as p", "p.id", "c.patient_id")
          .select([
            "c.id",
            "c.title",
            "c.description",
            "c.status",
            "c.injury_area",
            "c.location_city",
            "c.created_at",
            "c.closed_reason",
            "p.name as patient_name",
          ])
          .where(status ? isFiltered("c.status", "case_status", status) : anyRow)
          .where(isOnPage("c.id", input))
          .where(within("c", "c.id"))
          .$if(Boolean(status), (query) => query.orderBy("c.status", directionOf(input)))
          .orderBy("c.id", directionOf(input))
          .limit(PAGE_AND_ONE)
          .execute(),
    });
  });
