import { sql } from "kysely";
import { recordEvent } from "../../auth/core/audit.server.ts";
import { withdrawInvitations } from "../../auth/flows/invitations.server.ts";
import { notify } from "../../auth/flows/security-notifications.server.ts";
import type { Services } from "../../api/services.server.ts";
import type { Tx } from "../../platform/database/database.server.ts";
import { doubtBookings } from "../bookings/end-bookings.server.ts";
import { suspensionChanged } from "./course.server.ts";
import { asAdmin, type Intruders, isLastAdmin, isOfIntruders } from "./intruders.server.ts";
import { accountSuspended } from "./messages.server.ts";

/**
 * Suspends again, for the same reason, whose suspensions intruders ended, unless somebody else has decided since: not whom they had suspended themselves. `owner`
 * disowns that.
 */
export async function suspendAgain(
  services: Pick<Services, "mail">,
  tx: Tx,
  owner: string,
  intruders: Intruders,
): Promise<void> {
  const { ids, since } = intruders;
  const { rows } = await sql<{ id: string; reason: string }>`
    select p.id, s.reason from profiles p cross join lateral (select id, reason from suspensions s
      where s.user_id = p.id and s.restored_at > ${since}::timestamptz and ${isOfIntruders(intruders, sql`s.restored_by`, sql`p.id`)}
        and not (s.suspended_at > ${since}::timestamptz and ${isOfIntruders(intruders, sql`s.suspended_by`, sql`p.id`)})
      order by id limit 1) s
    where p.id in (select user_id from suspensions where restored_at > ${since}::timestamptz)
      and p.suspended_at is null and p.id <> ${owner} and (not has_role(${owner}::uuid, 'admin') or may_decide_about(${owner}::uuid, p.id))
      and not exists (select from suspensions o where o.user_id = p.id and o.id > s.id
        and (o.suspended_by <> all(${ids}::uuid[]) or o.restored_by <> all(${ids}::uuid[])))
    order by p.id for no key update of p`.execute(tx);
  for (const { id, reason } of rows) {
    if (await isLastAdmin(tx, id)) continue;
    const suspended_by = await asAdmin(tx, owner, id);
    await tx.insertInto("suspensions").values({ user_id: id, reason, suspended_by }).execute();
    await sql`select set_config('kinexo.viewer', '', true)`.execute(tx);
    await withdrawInvitations(tx, id);
    await suspensionChanged(tx, id);
    await doubtBookings(tx, id);
    await recordEvent(tx, { event: "account_suspended", user_id: id, actor_id: null, reason });
    await notify(services, tx, accountSuspended, id, { reason });
  }
}
