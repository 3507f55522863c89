import { type RawBuilder, sql } from "kysely";
import type { Role } from "../../shared/roles.ts";
import { withdrawInvitations } from "../../auth/flows/invitations.server.ts";
import { recordEvent } from "../../auth/core/audit.server.ts";
import { endBookings } from "../bookings/end-bookings.server.ts";
import { deliveryByDefault, UNSUBSCRIBABLE } from "../notifications/notification.ts";
import type { Tx } from "../../platform/database/database.server.ts";
import type { DeletionKind } from "../../platform/storage/tombstones.server.ts";

/** How a tombstone is applied: the query for the ids to hash, and the revocation. It returns true when it revoked something. */
export type Revocation = { all: RawBuilder<unknown>; revoke: (tx: Tx, id: string) => Promise<boolean> };

/** The reasons stored for replayed acts; a tombstone does not contain the admin's reason. */
const SUSPENDED_AGAIN = "La cuenta se suspendió después de la copia de seguridad que se restauró.";
const CLOSED_AGAIN = "El caso se cerró después de la copia de seguridad que se restauró.";
const HIDDEN_AGAIN = "Se ocultó después de la copia de seguridad que se restauró.";

/** A case by an expression for its id, locked. */
const caseOf = async (tx: Tx, id: RawBuilder<unknown>) =>
  (
    await sql<{ patient_id: string | null; status: string }>`
      select patient_id, status::text as status from cases where id = ${id} for no key update`.execute(tx)
  ).rows[0];

const users = sql`select id::text as what from auth.users`;

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

/** The database requires a viewer: whose right the change is, or any admin, whom no row names. */
const setViewer = (tx: Tx, id: string) => sql`select set_config('kinexo.viewer', ${id}, true)`.execute(tx);
const setAdmin = (tx: Tx, except: string | null = null) =>
  sql`select set_config('kinexo.viewer', coalesce((select user_id::text from user_roles
    where role = 'admin' and user_id is distinct from ${except}::uuid and has_role(user_id, 'admin') limit 1), ''), true)`.execute(
    tx,
  );

const hidden = (table: "reviews" | "review_replies", id: "id" | "review_id"): Revocation => ({
  all: sql`select ${sql.ref(id)}::text as what from ${sql.table(table)}`,
  async revoke(tx, what) {
    await setAdmin(tx);
    const { numAffectedRows } =
      await sql`update ${sql.table(table)} set hidden_at = now(), hidden_reason = ${HIDDEN_AGAIN}
      where ${sql.ref(id)} = ${what} and hidden_at is null`.execute(tx);
    return numAffectedRows === 1n;
  },
});

/** Removes the roles in `above`; a user without any role left becomes a patient, the least privileged role. */
const atMost = (above: Role[]): Revocation => ({
  all: users,
  async revoke(tx, id) {
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
  application: {
    all: sql`select id::text as what from matches where status = 'proposed'`,
    async revoke(tx, id) {
      const found = await tx.selectFrom("matches").select("kine_id").where("id", "=", id).executeTakeFirst();
      if (!found) return false;
      await setViewer(tx, found.kine_id);
      const gone = await tx
        .deleteFrom("matches")
        .where("id", "=", id)
        .where("status", "=", "proposed")
        .executeTakeFirst();
      return gone.numDeletedRows === 1n;
    },
  },
  ended: {
    all: sql`select id::text as what from matches where status <> 'rejected'`,
    async revoke(tx, id) {
      const found = await caseOf(tx, sql`(select case_id from matches where id = ${id})`);
      if (!found?.patient_id || found.status === "closed") return false;
      await setViewer(tx, found.patient_id);
      await sql`update matches set status = 'rejected', ended_at = case when status = 'accepted' then now() end
        where id = ${id} and status <> 'rejected'`.execute(tx);
      await endBookings(tx, id, null);
      return true;
    },
  },
  closed: {
    all: sql`select id::text as what from cases where status <> 'closed'`,
    async revoke(tx, id) {
      const found = await caseOf(tx, sql`${id}`);
      if (!found || found.status === "closed") return false;
      // One that an admin closed may have nobody accepted.
      await setAdmin(tx);
      const closed_reason = found.status === "open" ? CLOSED_AGAIN : null;
      await tx.updateTable("cases").set({ status: "closed", closed_reason }).where("id", "=", id).execute();
      await endBookings(tx, id, null);
      return true;
    },
  },
  reading_narrowed: {
    all: sql`select c.id || ' ' || what as what from cases c cross join unnest('{studies,name}'::text[]) what`,
    async revoke(tx, what) {
      const [id = "", of] = what.split(" ");
      const found = await caseOf(tx, sql`${id}`);
      if (!found?.patient_id || found.status !== "open") return false;
      await setViewer(tx, found.patient_id);
      const narrowed =
        of === "studies" ? { studies_access: "accepted" as const } : { identity_access: "accepted" as const };
      await tx.updateTable("cases").set(narrowed).where("id", "=", id).execute();
      return true;
    },
  },
  phone_hidden: {
    all: users,
    async revoke(tx, id) {
      const { numUpdatedRows } = await tx
        .updateTable("profiles")
        .set({ phone_listed: false })
        .where("id", "=", id)
        .where("phone_listed", "=", true)
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    },
  },
  licence_down: {
    all: sql`select id::text as what from licences where state = 'verified'`,
    async revoke(tx, id) {
      await setAdmin(tx);
      const { numUpdatedRows } = await tx
        .updateTable("licences")
        .set({ state: "doubtful", decided_at: sql<Date>`clock_timestamp()` })
        .where("id", "=", id)
        .where("state", "=", "verified")
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    },
  },
  review_hidden: hidden("reviews", "id"),
  reply_hidden: hidden("review_replies", "review_id"),
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
      if (!person || person.suspended_at) return false;
      await setAdmin(tx, id);
      await tx.insertInto("suspensions").values({ user_id: id, reason: SUSPENDED_AGAIN }).execute();
      await withdrawInvitations(tx, id);
      await recordEvent(tx, { event: "account_suspended", user_id: id, actor_id: null, reason: SUSPENDED_AGAIN });
      return true;
    },
  },
};
