import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { recordEvent } from "../../auth/core/audit.server.ts";
import type { Database, Tx } from "../../platform/database/database.server.ts";
import type { Services } from "../../api/services.server.ts";

const DEFAULT_EMAIL = "admin@kinexo.local";
const LOCK = 5_141_966_022;

/**
 * Creates the first admin of a database that has none, from ADMIN_EMAIL and ADMIN_PASSWORD, or with a generated password that must be changed. Throws a
 * one-line error when ADMIN_PASSWORD is too weak. Returns the credentials, or null when an admin exists.
 */
export async function makeFirstAdmin({ db, auth, settings }: Pick<Services, "db" | "auth" | "settings">) {
  if (await hasAdmin(db)) return null;
  const email = settings.adminEmail ?? DEFAULT_EMAIL;
  const password = settings.adminPassword ?? `${randomBytes(12).toString("base64url")}A1`;
  const encrypted_password = await auth.hashPassword(password).catch((error: Error) => {
    throw new Error(`ADMIN_PASSWORD cannot be used: ${error.message}`);
  });
  return db.transaction().execute(async (tx) => {
    // When several nodes start at once on an empty database, only one creates the admin.
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx);
    if (await hasAdmin(tx)) return null;
    const { id } = await auth.createUser(tx, {
      email,
      encrypted_password,
      // A generated password was printed, so others may have read it.
      must_change_password: settings.adminPassword === null,
    });
    // The operator chose the address.
    await tx
      .updateTable("auth.users")
      .set({ claimed_at: sql`now()` })
      .where("id", "=", id)
      .execute();
    await tx
      .insertInto("profiles")
      .values({ id, email, name: "Administración", approval_status: "approved" })
      .execute();
    await tx.insertInto("user_roles").values({ user_id: id, role: "admin" }).execute();
    await recordEvent(tx, { event: "role_assigned", user_id: id, actor_id: null });
    return { email, password };
  });
}

async function hasAdmin(db: Database | Tx): Promise<boolean> {
  const admin = await db
    .selectFrom("user_roles as r")
    .innerJoin("profiles as p", "p.id", "r.user_id")
    .select("p.id")
    .where("r.role", "=", "admin")
    .where("p.approval_status", "=", "approved")
    .limit(1)
    .executeTakeFirst();
  return admin !== undefined;
}
