import { sql } from "kysely";
import type { Services } from "../../api/services.server.ts";
import { recordEvent } from "../../auth/core/audit.server.ts";
import type { Tx } from "../../platform/database/database.server.ts";
import { endBookings } from "../bookings/end-bookings.server.ts";
import { suspensionChanged } from "../moderation/course.server.ts";
import { type Intruders, isOfIntruders } from "../moderation/intruders.server.ts";
import { admissionWasDecided } from "./course.server.ts";

type Decided = { id: string; profile_id: string; license_number: string | null };
type By = { id: string | null; session_id: string | null };

/** Puts a decided application, which is locked, back into the queue. Refused by the unique index where somebody else has the licence now. */
export async function admitAgain(
  tx: Tx,
  services: Pick<Services, "mail">,
  { id, profile_id, license_number }: Decided,
  by: By,
): Promise<void> {
  await tx
    .updateTable("kine_applications")
    .set({ status: "pending", approved_at: null, approved_by: null, rejection_reason: null, license_number: null })
    // A request that is pending again notifies the admins again when it is late.
    .set({ late_told_at: null })
    .where("id", "=", id)
    .execute();
  await tx
    .updateTable("profiles")
    .set({ approval_status: "pending", ...(license_number !== null && { license_number }) })
    .where("id", "=", profile_id)
    .execute();
  // The reopened application counts as unseen for every admin.
  await tx
    .deleteFrom("admin_views")
    .where("entity_type", "=", "application")
    .where("entity_id", "=", id)
    .where("admin_id", "in", (eb) => eb.selectFrom("user_roles").select("user_id").where("role", "=", "admin"))
    .execute();
  const { id: actor_id, session_id } = by;
  await recordEvent(tx, { event: "application_reopened", user_id: profile_id, actor_id, session_id });
  await admissionWasDecided(tx, services, { id, user_id: profile_id, decision: "pending", reason: null });
}

/** Whom intruders admitted waits for an admission again, unless somebody else has checked a licence of theirs; so does whom they invited again since their admission. */
export async function takeAdmissionsBack(
  tx: Tx,
  services: Pick<Services, "mail">,
  intruders: Intruders,
): Promise<void> {
  const { since, auditIds } = intruders;
  const { rows } = await sql<Decided>`
    select a.id, a.profile_id, a.license_number from kine_applications a join profiles p on p.id = a.profile_id
    where a.status = 'approved' and p.approval_status = 'approved' and exists (select from user_roles r where r.user_id = p.id and r.role = 'kine')
      and (a.approved_at > ${since}::timestamptz and ${isOfIntruders(intruders, sql`a.approved_by`, sql`p.id`)}
          and not exists (select from licences l where l.kine_id = p.id and l.state = 'verified'
            and not ${isOfIntruders(intruders, sql`l.checked_by`, sql`p.id`)})
        or p.id in (select u.id from auth.audit_events e join auth.users u on u.audit_id = e.subject
          where e.event = 'invitation_sent' and e.actor = any(${auditIds}::uuid[]) and e.at > greatest(a.approved_at, ${since}::timestamptz)))
    order by p.id for no key update`.execute(tx);
  for (const admitted of rows) {
    await sql`select set_config('kinexo.restoring', ${admitted.profile_id}, true)`.execute(tx);
    await admitAgain(tx, services, admitted, { id: null, session_id: null });
    await endBookings(tx, admitted.profile_id, null);
    await suspensionChanged(tx, admitted.profile_id);
  }
  await sql`select set_config('kinexo.restoring', '', true)`.execute(tx);
}
