import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../platform/database/database.server.ts";
import type { DeletionKind } from "../../platform/storage/tombstones.server.ts";
import { endBookings } from "../bookings/end-bookings.server.ts";
import { forgetUnmeasured } from "../measures/course.server.ts";
import { passStars } from "../departures/pass-stars.server.ts";
import { type Revocation, setAdmin, setViewer, users } from "./revocation.server.ts";

/** The reasons stored for replayed acts; a tombstone does not contain the admin's reason. */
const CLOSED_AGAIN = "El caso se cerró después de la copia de seguridad que se restauró.";
const HIDDEN_AGAIN = "Se ocultó después de la copia de seguridad que se restauró.";

/** A case by an expression for its id, locked. */
const caseOf = async (tx: Tx, id: RawBuilder<unknown>) =>
  (
    await sql<{ patient_id: string | null; status: string }>`
      select patient_id, status::text as status from cases where id = ${id} for no key update`.execute(tx)
  ).rows[0];

/** An answer that waited for an admin waits no more. */
const hidden = (table: "reviews" | "review_replies", id: "id" | "review_id"): Revocation => ({
  all: sql`select ${sql.ref(id)}::text as what from ${sql.table(table)}`,
  async revoke(tx, what) {
    await setAdmin(tx);
    const { numAffectedRows } =
      await sql`update ${sql.table(table)} set hidden_at = now(), hidden_reason = ${HIDDEN_AGAIN}${table === "reviews" ? sql`` : sql`, held_at = null`}
      where ${sql.ref(id)} = ${what} and hidden_at is null`.execute(tx);
    return numAffectedRows === 1n;
  },
});

/** Puts a licence of this state in doubt. The notes do not say that an admin found it false. */
const doubtedAgain = (from: "verified" | "declared"): Revocation => ({
  all: sql`select id::text as what from licences where state = ${sql.lit(from)}`,
  async revoke(tx, id) {
    await setAdmin(tx);
    const { numUpdatedRows } = await tx
      .updateTable("licences")
      .set({ state: "doubtful", doubted_state: "declared" })
      .where("id", "=", id)
      .where("state", "=", from)
      .executeTakeFirstOrThrow();
    return numUpdatedRows === 1n;
  },
});

/** How each tombstone about a relation, a case, or what others read of a specialist is applied. */
export const endings: Partial<Record<DeletionKind, Revocation>> = {
  measure: {
    all: sql`select case_id || ' ' || day as what from measures`,
    async revoke(tx, what) {
      const gone = await tx
        .deleteFrom("measures")
        .where(sql<string>`case_id || ' ' || day`, "=", what)
        .executeTakeFirst();
      await forgetUnmeasured(tx, what.split(" ")[0] ?? "");
      return gone.numDeletedRows > 0n;
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
  licence_down: doubtedAgain("verified"),
  licence_doubted: doubtedAgain("declared"),
  stars_taken: {
    // An answer outlives its departure, and is then named by itself.
    all: sql`select kine_id || ' ' || earlier as what from star_answers, unnest(array[id, departure_id]) earlier where is_same and earlier is not null`,
    async revoke(tx, what) {
      const [kineId = "", earlierId = ""] = what.split(" ");
      await passStars(tx, kineId, earlierId, false);
      return true;
    },
  },
  review_hidden: hidden("reviews", "id"),
  reply_hidden: hidden("review_replies", "review_id"),
  coverage_removed: {
    // Also one that the backup does not have: stated again it waits for an admin.
    all: sql`select r.user_id || ' ' || v.id as what from user_roles r cross join coverages v where r.role = 'kine'`,
    async revoke(tx, what) {
      const [kine_id = "", of = ""] = what.split(" ");
      const coverage_id = Number(of);
      const decided = { decided_at: sql<Date>`now()`, decision: "removed" };
      const gone = await tx
        .deleteFrom("kine_coverages")
        .where("kine_id", "=", kine_id)
        .where("coverage_id", "=", coverage_id)
        .executeTakeFirst();
      await tx
        .insertInto("coverage_disputes")
        .values({ kine_id, coverage_id })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      await tx
        .updateTable("coverage_disputes")
        .set(decided)
        .where("kine_id", "=", kine_id)
        .where("coverage_id", "=", coverage_id)
        .where("decided_at", "is", null)
        .execute();
      return gone.numDeletedRows > 0n;
    },
  },
};
