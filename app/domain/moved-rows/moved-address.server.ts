import { sql } from "kysely";
import type { Database } from "../../platform/database/database.server.ts";

/** Ids of the system before are of another version of UUID than those made here, so that only their addresses are looked up. */
const OLD_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-68][0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const PROFILE = /^\/kines\/([^/]+)\/?$/;
/** The screens with a case. Any other path, like `//host/x`, may lead to another site. */
const WITH_CASE = /^\/dashboard\/(patient\/cases|kine\/(cases|matches))\/?$/;

/** Where an address with an old id leads now: a specialist's profile, or a screen with a case (`?caso=`). Null for others. */
export async function movedAddress(db: Database, { pathname, search }: URL): Promise<string | null> {
  const kine = PROFILE.exec(pathname)?.[1] ?? "";
  if (OLD_ID.test(kine)) {
    const id = await newId(db, "user", kine);
    return id === null ? null : `/kines/${id}${search}`;
  }
  const query = new URLSearchParams(search);
  const oldCase = query.get("caso") ?? "";
  if (!WITH_CASE.test(pathname) || !OLD_ID.test(oldCase)) return null;
  const id = await newId(db, "case", oldCase);
  if (id === null) return null;
  query.set("caso", id);
  return `${pathname}?${query}`;
}

async function newId(db: Database, kind: "user" | "case", oldId: string): Promise<string | null> {
  const row = await db
    .selectFrom("moved_rows")
    .select("new_id")
    .where("kind", "=", kind)
    .where("old_id", "=", oldId.toLowerCase())
    // Of a person, only a specialist has a page.
    .$if(kind === "user", (query) =>
      query.where(sql<boolean>`exists (select from user_roles r where r.user_id = new_id and r.role = 'kine')`),
    )
    .executeTakeFirst();
  return row?.new_id ?? null;
}
