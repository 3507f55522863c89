import { sql } from "kysely";
import { z } from "zod";
import { admin } from "../../api/guards.server.ts";
import { APPROVAL_STATUSES, type Role, ROLES } from "../../shared/roles.ts";
import { Listing } from "../lists/listing.ts";
import { directionOf, isOnPage, PAGE_AND_ONE, pageOf } from "../lists/pages.server.ts";
import { idsOf, ListedPerson, peopleOf } from "../lists/people-of-role.server.ts";
import { searchedPage } from "../lists/search.server.ts";
import { tallied } from "../lists/tallies.server.ts";

/** The highest role of a user of `p`, as `highestRole` computes it: the database enum has the same order. */
const appliedRole = sql<Role | null>`(select max(h.role) from user_roles h where h.user_id = p.id)`;

const ListedAccounts = pageOf(
  ListedPerson.extend({
    approval_status: z.enum(APPROVAL_STATUSES),
    suspended_at: z.date().nullable(),
    suspension_reason: z.string().nullable(),
    role: z.enum(ROLES).nullable(),
  }),
).extend({ total: z.int() });

/** The reason of the current suspension of a user of `p`, or null. */
const suspensionReason = sql<string | null>`case when p.suspended_at is not null then (
  select s.reason from suspensions s where s.user_id = p.id and s.restored_at is null
) end`.as("suspension_reason");

/** Every user with their highest role, 20 a page; `total` counts all users, regardless of the search. */
export const accountList = admin
  .meta({ summary: "Lists accounts." })
  .input(Listing.extend({ role: z.enum(ROLES).nullish() }))
  .output(ListedAccounts)
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
