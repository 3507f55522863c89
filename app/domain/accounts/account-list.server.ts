import { sql } from "kysely";
import { z } from "zod";
import { adminReads } from "../../api/guards.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { APPROVAL_STATUSES, type Role, ROLES } from "../../shared/roles.ts";
import { byAge, listingIn } from "../lists/listing.ts";
import { PEOPLE_ORDERS } from "../lists/search-and-order.ts";
import { directionOf, inColumnOrder, isOnPage, PAGE_AND_ONE, pageOf } from "../lists/pages.server.ts";
import { idsOf, ListedPerson, nameKey, namedPeopleOf, namePlace, peopleOf } from "../lists/people-of-role.server.ts";
import { searchedPage, sortedPage } from "../lists/search.server.ts";
import { tallied } from "../lists/tallies.server.ts";

/** The highest role of a user of `p`, as `highestRole` computes it: the database enum has the same order. */
export const appliedRole = sql<Role | null>`(select max(h.role) from user_roles h where h.user_id = p.id)`;

/** A page of the list of users, with their number. */
export const ListedAccounts = pageOf(
  ListedPerson.extend({
    approval_status: z.enum(APPROVAL_STATUSES),
    suspended_at: z.date().nullable(),
    suspension_reason: z.string().nullable(),
    role: z.enum(ROLES).nullable(),
    is_confirmed: z.boolean(),
    /** Whether an invited specialist has not accepted the terms. */
    terms_due: z.boolean(),
  }),
).extend({ total: z.int() });

/** Whether the person with this id has proven that they read their mailbox. */
export const isConfirmed = (id: string) => sql<boolean>`is_confirmed(${sql.ref(id)})`.as("is_confirmed");

/** The reason of the current suspension of a user of `p`, or null. */
export const suspensionReason = sql<string | null>`case when p.suspended_at is not null then (
  select s.reason from suspensions s where s.user_id = p.id and s.restored_at is null
) end`.as("suspension_reason");

const shown = [
  "p.id",
  "p.name",
  "p.email",
  "p.created_at",
  "p.approval_status",
  "p.suspended_at",
  suspensionReason,
  appliedRole.as("role"),
  isConfirmed("p.id"),
  sql<boolean>`(select u.terms_due from auth.users u where u.id = p.id)`.as("terms_due"),
] as const;

/** The input of the list of users. */
export const AccountListing = listingIn(PEOPLE_ORDERS).extend({ role: z.enum(ROLES).nullish() });

/** A page of the users with their highest role. */
export function accountPage(db: Database, input: z.output<typeof AccountListing>) {
  const { role } = input;
  const { listing, column } = byAge(input);
  if (column !== null) {
    const isDown = column === "name_down";
    return sortedPage(db, {
      name: `accounts.list ${role ?? ""} ${column}`,
      after: listing.after,
      read: (after) => {
        if (role) return namedPeopleOf(db, role, isDown, after).where(appliedRole, "=", role).select(shown);
        const page = inColumnOrder({ by: nameKey, id: "p.id", isDown, after, place: namePlace });
        return db
          .selectFrom("profiles as p")
          .select(shown)
          .where(page.isOnPage)
          .orderBy(page.order)
          .limit(PAGE_AND_ONE);
      },
    });
  }
  return searchedPage(db, {
    name: `accounts.list ${role ?? ""}`,
    table: "profiles",
    listing,
    ids: role ? idsOf(role) : sql`select id from profiles`,
    read: (within, _, listing) =>
      role
        ? peopleOf(db, role, listing, within).where(appliedRole, "=", role).select(shown)
        : db
            .selectFrom("profiles as p")
            .select(shown)
            .where(isOnPage("p.id", listing))
            .where(within("p", "p.id"))
            .orderBy("p.id", directionOf(listing))
            .limit(PAGE_AND_ONE),
  });
}

/** Every user with their highest role, 20 a page; `total` counts all users, regardless of the search. */
export const accountList = adminReads
  .meta({ summary: "Lists accounts." })
  .input(AccountListing)
  .output(ListedAccounts)
  .handler(async ({ input, context: { db } }) => {
    const [page, { total } = { total: 0 }] = await Promise.all([accountPage(db, input), everyone.first(db, {})]);
    return { ...page, total };
  });

const everyone = prepared("people", (db) => db.selectNoFrom(tallied("people").as("total")));
