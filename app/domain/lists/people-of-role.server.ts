import { sql } from "kysely";
import { z } from "zod";
import type { Database } from "../../platform/database/database.server.ts";
import type { Role } from "../../shared/roles.ts";
import type { Listing } from "./listing.ts";
import { directionOf, isOnPage, PAGE_AND_ONE, personOf } from "./pages.server.ts";
import type { Within } from "./search.server.ts";

/** What every list of users shows of each. */
export const ListedPerson = z.strictObject({ id: z.uuid(), name: z.string(), email: z.string(), created_at: z.date() });

/** The users with a role, in the order of the role's index. */
export function peopleOf(db: Database, role: Role, listing: Listing, within: Within) {
  return db
    .selectFrom("user_roles as r")
    .innerJoinLateral(personOf("r.user_id").as("p"), (join) => join.onTrue())
    .where("r.role", "=", role)
    .where(isOnPage("r.user_id", listing))
    .where(within("p", "r.user_id"))
    .orderBy("r.user_id", directionOf(listing))
    .limit(PAGE_AND_ONE);
}

/** The ids of the users with a role. */
export const idsOf = (role: Role) => sql<{ id: string }>`select user_id as id from user_roles where role = ${role}`;
