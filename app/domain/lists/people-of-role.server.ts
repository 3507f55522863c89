import { sql } from "kysely";
import { z } from "zod";
import type { Database } from "../../platform/database/database.server.ts";
import type { Role } from "../../shared/roles.ts";
import type { Listing } from "./listing.ts";
import { directionOf, inColumnOrder, isOnPage, PAGE_AND_ONE, personOf } from "./pages.server.ts";
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

/** The users with a role, by name: in the order of the index on role and name. */
export function namedPeopleOf(db: Database, role: Role, isDown: boolean, after: string | undefined) {
  const page = inColumnOrder({
    by: sql`r.name_key`,
    id: "r.user_id",
    isDown,
    after,
    place: sql`select a.name_key, a.user_id from user_roles a where a.role = ${sql.lit(role)} and a.user_id`,
  });
  return db
    .selectFrom("user_roles as r")
    .innerJoinLateral(personOf("r.user_id").as("p"), (join) => join.onTrue())
    .where("r.role", "=", role)
    .where(page.isOnPage)
    .orderBy(page.order)
    .limit(PAGE_AND_ONE);
}

/** The key by which a user of `p` is ordered by name. */
export const nameKey = sql<string>`name_key(p.name) collate "C"`;
/** The query of the key of a page's last user, up to the id. */
export const namePlace = sql`select name_key(a.name) collate "C", a.id from profiles a where a.id`;

/** The ids of the users with a role. */
export const idsOf = (role: Role) => sql<{ id: string }>`select user_id as id from user_roles where role = ${role}`;
