import { type RawBuilder, sql } from "kysely";
import type { Role } from "../../shared/roles.ts";
import { recordEvent } from "../../auth/core/audit.server.ts";
import type { Tx } from "../../platform/database/database.server.ts";
import type { DeletionKind } from "../../platform/storage/tombstones.server.ts";

/** How a note is carried out: on which `what` its hash is looked for, and what happens to it. True where something was taken away. */
export type Revocation = { all: RawBuilder<unknown>; revoke: (tx: Tx, id: string) => Promise<boolean> };

/** What an account that was suspended later than the backup is told; the words of the admin are not in a note. */
const SUSPENDED_AGAIN = "La cuenta se suspendió después de la copia de seguridad que se restauró.";

const users = sql`select id::text as what from auth.users`;

/** A session that was revoked later may have come by what is taken away here. */
async function endSessionsOf(tx: Tx, userId: string): Promise<void> {
  await tx.updateTable("auth.sessions").set({ ended_at: sql`now()`, end_reason: "expired" })
    .where("user_id", "=", userId).where("ended_at", "is", null).execute();
}

const credential = (table: "auth.webauthn_credentials" | "auth.mfa_factors" | "auth.identities"): Revocation => ({
  all: sql`select id::text as what from ${sql.table(table)}`,
  async revoke(tx, id) {
    const gone = await tx.deleteFrom(table).where("id", "=", id).returning("user_id").executeTakeFirst();
    if (gone) await endSessionsOf(tx, gone.user_id);
    return gone !== undefined;
  },
});

/** Takes the roles above; who has none left is a patient, who may do nothing to others. */
const atMost = (above: Role[]): Revocation => ({
  all: users,
  async revoke(tx, id) {
    const { numDeletedRows } = await tx.deleteFrom("user_roles").where("user_id", "=", id).where("role", "in", above).executeTakeFirst();
    if (numDeletedRows === 0n) return false;
    const left = await tx.selectFrom("user_roles").select("role").where("user_id", "=", id).executeTakeFirst();
    if (!left) await tx.insertInto("user_roles").values({ user_id: id, role: "patient" }).execute();
    await endSessionsOf(tx, id);
    await recordEvent(tx, { event: "role_assigned", user_id: id, actor_id: null });
    return true;
  },
});

/**
 * How each note about an account is carried out. A note only takes away: a role or a restored account that the backup does not
 * have is an admin's to give back.
 */
export const revocations: Partial<Record<DeletionKind, Revocation>> = {
  patient_at_most: atMost(["admin", "kine"]),
  kine_at_most: atMost(["admin"]),
  password: {
    all: users,
    // Its person sets a new one by a link to their address.
    async revoke(tx, id) {
      const voided = await tx.updateTable("auth.users").set({ encrypted_password: null, updated_at: sql`now()` })
        .where("id", "=", id).where("encrypted_password", "is not", null).executeTakeFirst();
      await endSessionsOf(tx, id);
      return voided.numUpdatedRows > 0n;
    },
  },
  recovery_codes: {
    all: sql`select id::text as what from auth.mfa_factors where factor_type = 'recovery_code'`,
    async revoke(tx, id) {
      const { numDeletedRows } = await tx.deleteFrom("auth.recovery_codes").where("factor_id", "=", id).executeTakeFirst();
      return numDeletedRows > 0n;
    },
  },
  passkey: credential("auth.webauthn_credentials"),
  factor: credential("auth.mfa_factors"),
  identity: credential("auth.identities"),
  suspended: {
    all: users,
    async revoke(tx, id) {
      const person = await tx.selectFrom("profiles").select("suspended_at").where("id", "=", id).forUpdate().executeTakeFirst();
      if (!person || person.suspended_at) return false;
      // The database asks for an admin, whom nobody is here: any will do, and the row names none.
      await sql`select set_config('kinexo.viewer', coalesce((
        select user_id::text from user_roles where role = 'admin' and user_id <> ${id} and has_role(user_id, 'admin') limit 1), ''), true)`.execute(tx);
      await tx.insertInto("suspensions").values({ user_id: id, reason: SUSPENDED_AGAIN }).execute();
      await recordEvent(tx, { event: "account_suspended", user_id: id, actor_id: null, reason: SUSPENDED_AGAIN });
      return true;
    },
  },
};
