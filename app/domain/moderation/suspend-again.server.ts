import { sql } from "kysely";
import { recordEvent } from "../../auth/core/audit.server.ts";
import { withdrawInvitations } from "../../auth/flows/invitations.server.ts";
import { notify } from "../../auth/flows/security-notifications.server.ts";
import type { Services } from "../../api/services.server.ts";
import type { Tx } from "../../platform/database/database.server.ts";
import { doubtBookings } from "../bookings/end-bookings.server.ts";
import { suspensionChanged } from "./course.server.ts";
import { accountSuspended } from "./messages.server.ts";

/** Suspends again, for the same reason, whose suspensions an account ended since a time. `owner` is the admin who disowns that. */
export async function suspendAgain(
  services: Pick<Services, "mail">,
  tx: Tx,
  owner: string,
  { by, since }: { by: string; since: Date },
): Promise<void> {
  const { rows } = await sql<{ id: string; reason: string }>`
    select p.id, s.reason from suspensions s join profiles p on p.id = s.user_id
    where s.restored_by = ${by} and s.restored_at > ${since}::timestamptz and has_role(${owner}::uuid, 'admin')
      and p.id <> ${owner} and may_decide_about(${owner}::uuid, p.id)
      and not exists (select from suspensions o where o.user_id = p.id and o.id > s.id)
    order by p.id for no key update of p`.execute(tx);
  for (const { id, reason } of rows) {
    await sql`select set_config('kinexo.viewer', ${owner}, true)`.execute(tx);
    await tx.insertInto("suspensions").values({ user_id: id, reason, suspended_by: owner }).execute();
    await sql`select set_config('kinexo.viewer', '', true)`.execute(tx);
    await withdrawInvitations(tx, id);
    await suspensionChanged(tx, id);
    await doubtBookings(tx, id);
    await recordEvent(tx, { event: "account_suspended", user_id: id, actor_id: null, reason });
    await notify(services, tx, accountSuspended, id, { reason });
  }
}
