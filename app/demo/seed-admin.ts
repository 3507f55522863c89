import { sql } from "kysely";
import type { Services } from "../api/services.server.ts";
import { cast } from "./cast.ts";

/** Adds the demo's second admin; `assignRole` is the first one's procedure. */
export async function joinElena(
  { db, auth }: Services,
  assignRole: (input: { user_id: string; role: "admin" }) => Promise<unknown>,
) {
  const { email, password, metadata } = cast.elena;
  const encrypted_password = await auth.hashPassword(password);
  const id = await db.transaction().execute(async (tx) => {
    const { id } = await auth.createUser(tx, { email, encrypted_password, metadata });
    await tx.insertInto("profiles").values({ id, email, name: metadata.name, approval_status: "approved" }).execute();
    // An admin has a proven address.
    await sql`update auth.users set email_confirmed_at = now() where id = ${id}`.execute(tx);
    return id;
  });
  await assignRole({ user_id: id, role: "admin" });
}
