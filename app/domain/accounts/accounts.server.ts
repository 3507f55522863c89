import { sql } from "kysely";
import { z } from "zod";
import { asViewer } from "../../server/database.server.ts";
import { admin, anyone, member } from "../../server/procedures.server.ts";
import { LicenseNumber } from "../profiles/profile.ts";
import { highestRole, ROLES, type Role } from "./account.ts";

const PAGE = 50;

/** Whoever is signed in: name, roles, the highest role and the approval, as they are now. */
export const me = member.handler(({ context: { viewer } }) => {
  const { session_id: _, ...person } = viewer;
  return { ...person, role: highestRole(viewer.roles) };
});

/** Whether a licence number is free, spaces and capitals aside. */
export const licenseAvailable = anyone.input(z.object({ license_number: LicenseNumber }))
  .handler(async ({ input, context }) => {
    const taken = await context.services.db.selectFrom("profiles").select("id")
      .where(sql`license_key(license_number)`, "=", sql`license_key(${input.license_number})`).executeTakeFirst();
    return { available: taken === undefined };
  });

/** Everybody with their roles, newest first, 50 a page from `before` (a profile id). */
export const list = admin.input(z.object({ before: z.uuid().nullish() })).handler(async ({ input, context: { db } }) => {
  let query = db
    .selectFrom("profiles as p")
    .select([
      "p.id", "p.name", "p.email", "p.created_at", "p.approval_status",
      sql<Role[]>`array(select r.role::text from user_roles r where r.user_id = p.id)`.as("roles"),
    ]);
  if (input.before) query = query.where("p.id", "<", input.before);
  const rows = await query.orderBy("p.id", "desc").limit(PAGE + 1).execute();
  const { count } = await db.selectFrom("profiles").select((eb) => eb.fn.countAll<string>().as("count"))
    .executeTakeFirstOrThrow();
  const items = rows.slice(0, PAGE).map(({ roles, ...row }) => ({ ...row, role: highestRole(roles) }));
  return { items, total: Number(count), next: rows.length > PAGE ? (items.at(-1)?.id ?? null) : null };
});

/** Gives a person the role, in place of those they had. Throws LAST_ADMIN. */
export const assignRole = admin.input(z.object({ user_id: z.uuid(), role: z.enum(ROLES) }))
  .handler(({ input, context: { db, viewer } }) =>
    asViewer(db, viewer.id, async (tx) => {
      await sql`select assign_role(${input.user_id}::uuid, ${input.role}::app_role)`.execute(tx);
      return { role: input.role };
    }),
  );
