import { sql } from "kysely";
import { z } from "zod";
import type { Database } from "../../server/database.server.ts";
import { admin } from "../../server/procedures.server.ts";
import { type Role, ROLES } from "../accounts/account.ts";
import { APPROVAL_STATUSES, CASE_STATUSES, Listing } from "./listing.ts";
import { anyRow, asPage, directionOf, find, type Found, isFound, isOnPage, PAGE_AND_ONE } from "./pages.server.ts";

/** The people of a role, by their place in the index of roles. */
function peopleOf(db: Database, role: Role, listing: Listing, found: Found) {
  return db
    .selectFrom("user_roles as r")
    .innerJoin("profiles as p", "p.id", "r.user_id")
    .where("r.role", "=", role)
    .where(isFound(found, "p"))
    .where(isOnPage("r.user_id", listing))
    .orderBy("r.user_id", directionOf(listing))
    .limit(PAGE_AND_ONE);
}

/** The role that applies to a person of `p`, as `highestRole` tells it: the database has the roles in that order. */
const appliedRole = sql<Role | null>`(select max(h.role) from user_roles h where h.user_id = p.id)`;

const UserListing = Listing.extend({ role: z.enum(ROLES).nullish() });

/** Everybody with the role that applies to them, 20 a page; `total` counts all there are, whatever is sought. */
export const users = admin.input(UserListing).handler(async ({ input, context: { db } }) => {
  const { role } = input;
  const found = await find(db, "profiles", input.search);
  const shown = ["p.id", "p.name", "p.email", "p.created_at", "p.approval_status", appliedRole.as("role")] as const;
  const rows = role
    ? await peopleOf(db, role, input, found).where(appliedRole, "=", role).select(shown).execute()
    : await db
      .selectFrom("profiles as p")
      .select(shown)
      .where(isFound(found, "p"))
      .where(isOnPage("p.id", input))
      .orderBy("p.id", directionOf(input))
      .limit(PAGE_AND_ONE)
      .execute();
  const { count } = await db.selectFrom("profiles").select((eb) => eb.fn.countAll<string>().as("count"))
    .executeTakeFirstOrThrow();
  return { ...asPage(rows), total: Number(count) };
});

/** Patients with their number of cases, 20 a page. */
export const patients = admin.input(Listing).handler(async ({ input, context: { db } }) =>
  asPage(
    await peopleOf(db, "patient", input, await find(db, "profiles", input.search))
      .select([
        "p.id", "p.name", "p.email", "p.phone", "p.birth_date", "p.activity_level", "p.photo_url", "p.created_at",
        sql<number>`(select count(*)::int from cases c where c.patient_id = p.id)`.as("case_count"),
      ])
      .execute(),
  ),
);

const KineListing = Listing.extend({ approval_status: z.enum(APPROVAL_STATUSES).nullish() });

/** Specialists, approved or not, with their rating, 20 a page. */
export const kines = admin.input(KineListing).handler(async ({ input, context: { db } }) =>
  asPage(
    await peopleOf(db, "kine", input, await find(db, "profiles", input.search))
      .where((eb) => (input.approval_status ? eb("p.approval_status", "=", input.approval_status) : anyRow))
      .select([
        "p.id", "p.name", "p.email", "p.phone", "p.specialty", "p.location_city", "p.price_range", "p.modalities",
        "p.bio", "p.photo_url", "p.approval_status", "p.created_at",
        sql<number>`(select count(*)::int from reviews v where v.kine_id = p.id)`.as("review_count"),
        sql<number | null>`(select avg(v.stars)::float8 from reviews v where v.kine_id = p.id)`.as("average_stars"),
      ])
      .execute(),
  ),
);

const CaseListing = Listing.extend({ status: z.enum(CASE_STATUSES).nullish() });

/** Every case with its patient's name, 20 a page; the search is in the title. */
export const cases = admin.input(CaseListing).handler(async ({ input, context: { db } }) =>
  asPage(
    await db
      .selectFrom("cases as c")
      .leftJoin("profiles as p", "p.id", "c.patient_id")
      .select([
        "c.id", "c.title", "c.description", "c.status", "c.injury_area", "c.location_city", "c.created_at",
        "p.name as patient_name",
      ])
      .where(isFound(await find(db, "cases", input.search), "c"))
      .where((eb) => (input.status ? eb("c.status", "=", input.status) : anyRow))
      .where(isOnPage("c.id", input))
      .orderBy("c.id", directionOf(input))
      .limit(PAGE_AND_ONE)
      .execute(),
  ),
);
