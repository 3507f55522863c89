import { sql } from "kysely";
import { recordEvent } from "../../auth/core/audit.server.ts";
import type { Tx } from "../../platform/database/database.server.ts";
import { asAdmin, type Intruders, isOfIntruders } from "../moderation/intruders.server.ts";
import { reportWasMade } from "../reports/course.server.ts";

const WHY = "Lo que un administrador decidió sobre este perfil lo decidió alguien que había entrado en su cuenta.";

/**
 * Puts in doubt the licences that intruders checked, or of which they turned a report down, and reports their specialists, for an admin to look again, and those whose
 * change of profile they decided: an intruder at an admin's open session vouched for them, and a verified specialist reads names and studies. A rejected report gives
 * the check back. `owner` disowns it.
 */
export async function doubtVouched(tx: Tx, owner: string, intruders: Intruders): Promise<void> {
  const { since, auditIds } = intruders;
  const vouched = sql`'verified' in (state, doubted_state) and (decided_at > ${since}::timestamptz and ${isOfIntruders(intruders, sql`checked_by`, sql`kine_id`)}
    or kine_id in (select profile_id from reports where decided_at > ${since}::timestamptz and reason = 'false_licence' and is_upheld is not true
      and ${isOfIntruders(intruders, sql`decided_by`, sql`profile_id`)}))`;
  const { rows } = await sql<{ id: string; is_vouched: boolean }>`
    select p.id, p.id in (select kine_id from licences where ${vouched}) as is_vouched from profiles p
    where p.id in (select kine_id from licences where ${vouched} union select u.id from auth.users u
      join auth.audit_events e on e.subject = u.audit_id where e.event = 'profile_change_decided' and e.actor = any(${auditIds}::uuid[])
      and e.at > ${since}::timestamptz)
    order by p.id for no key update`.execute(tx);
  for (const { id, is_vouched } of rows) {
    if (is_vouched) {
      await asAdmin(tx, owner, id);
      await sql`update licences set state = 'doubtful', doubted_state = 'verified'
        where kine_id = ${id} and ${vouched}`.execute(tx);
      await sql`select set_config('kinexo.viewer', '', true)`.execute(tx);
    }
    const report = await tx
      .insertInto("reports")
      .values({ profile_id: id, reason: "false_licence", details: WHY })
      .onConflict((conflict) =>
        conflict
          .columns(["subject_id", "reason"])
          .where("reporter_id", "is", null)
          .where("decided_at", "is", null)
          .doUpdateSet({ reason: sql`excluded.reason` }),
      )
      .returning("id")
      .executeTakeFirstOrThrow();
    if (is_vouched) {
      await tx
        .updateTable("reports")
        .set({ acted_at: sql`now()` })
        .where("id", "=", report.id)
        .execute();
      await recordEvent(tx, { event: "licence_doubted", user_id: id, actor_id: null });
    }
    await reportWasMade(tx, report.id, id);
  }
}
