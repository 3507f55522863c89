import { sql } from "kysely";
import type { Role } from "../../shared/roles.ts";
import { withdrawInvitations } from "../../auth/flows/invitations.server.ts";
import { putAddressBack } from "../../auth/flows/links/restore-address.server.ts";
import { recordEvent } from "../../auth/core/audit.server.ts";
import { doubtBookings, endBookings } from "../bookings/end-bookings.server.ts";
import { hasPlace } from "../departures/mailbox-places.server.ts";
import { deliveryByDefault, UNSUBSCRIBABLE } from "../notifications/notification.ts";
import type { Tx } from "../../platform/database/database.server.ts";
import type { DeletionKind } from "../../platform/storage/tombstones.server.ts";
import { type Revocation, setAdmin, users } from "./revocation.server.ts";

/** The reason stored for a replayed suspension; a tombstone does not contain the admin's reason. */
const SUSPENDED_AGAIN = "La cuenta se suspendió después de la copia de seguridad que se restauró.";

/** Ends sessions that may have been opened with the revoked credential. */
async function endSessionsOf(tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable("auth.sessions")
    .set({ ended_at: sql`now()`, end_reason: "expired" })
    .where("user_id", "=", userId)
    .where("ended_at", "is", null)
    .execute();
}

const credential = (table: "auth.webauthn_credentials" | "auth.mfa_factors"): Revocation => ({
  all: sql`select id::text as what from ${sql.table(table)}`,
  async revoke(tx, id) {
    const gone = await tx.deleteFrom(table).where("id", "=", id).returning("user_id").executeTakeFirst();
    if (gone) await endSessionsOf(tx, gone.user_id);
    return gone !== undefined;
  },
});

/** Ends the links that make somebody an admin again: two admins had decided, or the owner of the account that gave the role. */
const endAdminLinks = (tx: Tx, userId: string) =>
  tx.deleteFrom("auth.undo_links").where("user_id", "=", userId).where("kind", "=", "admin").execute();

/** Removes the roles in `above`; a user without any role left becomes a patient, the least privileged role. */
const atMost = (above: Role[]): Revocation => ({
  all: users,
  async revoke(tx, id) {
    await endAdminLinks(tx, id);
    const { numDeletedRows } = await tx
      .deleteFrom("user_roles")
      .where("user_id", "=", id)
      .where("role", "in", above)
      .executeTakeFirst();
    if (numDeletedRows === 0n) return false;
    const left = await tx.selectFrom("user_roles").select("role").where("user_id", "=", id).executeTakeFirst();
    if (!left) await tx.insertInto("user_roles").values({ user_id: id, role: "patient" }).execute();
    await endSessionsOf(tx, id);
    await withdrawInvitations(tx, id);
    await endBookings(tx, id, null);
    await recordEvent(tx, { event: "role_assigned", user_id: id, actor_id: null });
    return true;
  },
});

/**
 * How each tombstone about an account is applied. A tombstone only revokes: an admin must grant again the roles and restorations that the
 * backup lacks.
 */
export const revocations: Partial<Record<DeletionKind, Revocation>> = {
  mails_off: {
    all: sql`select p.id || ' ' || g as what from profiles p cross join unnest(${UNSUBSCRIBABLE}::text[]) g`,
    async revoke(tx, what) {
      const [user_id = "", name] = what.split(" ");
      const group = UNSUBSCRIBABLE.find((each) => each === name);
      if (!group) return false;
      const { numInsertedOrUpdatedRows } = await tx
        .insertInto("notification_settings")
        .values({ user_id, group, push: deliveryByDefault(group).push, mail: "off" })
        .onConflict((conflict) =>
          conflict
            .columns(["user_id", "group"])
            .doUpdateSet({ mail: "off" })
            .where("notification_settings.mail", "<>", "off"),
        )
        .executeTakeFirstOrThrow();
      return numInsertedOrUpdatedRows === 1n;
    },
  },
  blocked: {
    // A block needs a conversation, which is an application of one person to a case of the other.
    all: sql`select c.patient_id || ' ' || m.kine_id as what from matches m join cases c on c.id = m.case_id where c.patient_id is not null
      union select m.kine_id || ' ' || c.patient_id from matches m join cases c on c.id = m.case_id where c.patient_id is not null
      union select m.kine_id || ' ' || c.patient_id || ' ' || c.id from matches m join cases c on c.id = m.case_id where c.patient_id is not null`,
    async revoke(tx, what) {
      const [blocker_id = "", blocked_id = "", case_id = null] = what.split(" ");
      const { numInsertedOrUpdatedRows } = await tx
        .insertInto("blocks")
        .values({ blocker_id, blocked_id, case_id })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow();
      await endBookings(tx, blocker_id, null);
      return numInsertedOrUpdatedRows === 1n;
    },
  },
  reading_hidden: {
    all: users,
    async revoke(tx, user_id) {
      const { numInsertedOrUpdatedRows } = await tx
        .insertInto("read_receipts_off")
        .values({ user_id })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow();
      return numInsertedOrUpdatedRows === 1n;
    },
  },
  patient_at_most: atMost(["admin", "kine"]),
  kine_at_most: atMost(["admin"]),
  password: {
    all: users,
    // The user sets a new one with a link sent to their address.
    async revoke(tx, id) {
      const voided = await tx
        .updateTable("auth.users")
        .set({ encrypted_password: null, updated_at: sql`now()` })
        .where("id", "=", id)
        .where("encrypted_password", "is not", null)
        .executeTakeFirst();
      await endSessionsOf(tx, id);
      return voided.numUpdatedRows > 0n;
    },
  },
  recovery_codes: {
    all: sql`select id::text as what from auth.mfa_factors where factor_type = 'recovery_code'`,
    async revoke(tx, id) {
      const { numDeletedRows } = await tx
        .deleteFrom("auth.recovery_codes")
        .where("factor_id", "=", id)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
  },
  passkey: credential("auth.webauthn_credentials"),
  factor: credential("auth.mfa_factors"),
  address_restored: {
    // The link that restored it is in the backup, with the address.
    all: sql`select id::text as what from auth.undo_links where kind = 'address'`,
    async revoke(tx, id) {
      const columns = ["user_id", "email", "claimed_at", "created_at"] as const;
      const link = await tx.selectFrom("auth.undo_links").select(columns).where("id", "=", id).executeTakeFirst();
      if (!link?.email) return false;
      await tx.selectFrom("auth.users").select("id").where("id", "=", link.user_id).forUpdate().execute();
      await putAddressBack(tx, { ...link, email: link.email }, { hasPlace });
      return true;
    },
  },
  calendar: {
    all: sql`select id::text as what from calendar_feeds`,
    async revoke(tx, id) {
      const gone = await tx.deleteFrom("calendar_feeds").where("id", "=", id).executeTakeFirst();
      return gone.numDeletedRows > 0n;
    },
  },
  identity: {
    all: sql`select id::text as what from auth.identities`,
    async revoke(tx, id) {
      const gone = await tx
        .deleteFrom("auth.identities")
        .where("id", "=", id)
        .returning(["user_id", "provider"])
        .executeTakeFirst();
      if (!gone) return false;
      // Otherwise the identity's next sign-in would link it again.
      if (gone.provider !== "email")
        await tx.updateTable("auth.users").set({ joined_by_address: false }).where("id", "=", gone.user_id).execute();
      await endSessionsOf(tx, gone.user_id);
      return true;
    },
  },
  suspended: {
    all: users,
    async revoke(tx, id) {
      const person = await tx
        .selectFrom("profiles")
        .select("suspended_at")
        .where("id", "=", id)
        .forUpdate()
        .executeTakeFirst();
      await endAdminLinks(tx, id);
      if (!person || person.suspended_at) return false;
      await setAdmin(tx, id);
      await tx.insertInto("suspensions").values({ user_id: id, reason: SUSPENDED_AGAIN }).execute();
      await withdrawInvitations(tx, id);
      await doubtBookings(tx, id);
      await recordEvent(tx, { event: "account_suspended", user_id: id, actor_id: null, reason: SUSPENDED_AGAIN });
      return true;
    },
  },
};
