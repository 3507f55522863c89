import { sql } from "kysely";
import { recordEvent } from "../../auth/core/audit.server.ts";
import type { Tx } from "../../platform/database/database.server.ts";
import { type Intruders, isOfIntruders } from "../moderation/intruders.server.ts";
import { reportWasMade } from "../reports/course.server.ts";

const WHY = "Comprobó su matrícula alguien que había entrado en la cuenta de quien administra.";

/**
 * Puts in doubt the licences that intruders checked, or of which they turned a report down, and reports their specialists, for an admin to look again: an intruder at an
 * admin's open session vouched for them, and a verified specialist reads names and studies. A rejected report gives the check back. `owner` disowns
 * it, and does so while they administer: who was dismissed takes no badge.
 */
export async function doubtVouched(tx: Tx, owner: string, intruders: Intruders): Promise<void> {
  const { since } = intruders;
  const vouched = sql`'verified' in (state, doubted_state) and (decided_at > ${since}::timestamptz and ${isOfIntruders(intruders, sql`checked_by`, sql`kine_id`)}
    or kine_id in (select profile_id from reports where decided_at > ${since}::timestamptz and reason = 'false_licence' and is_upheld is not true
      and ${isOfIntruders(intruders, sql`decided_by`, sql`profile_id`)}))`;
  const { rows } = await sql<{
    id: string;
  }>`select p.id from profiles p where has_role(${owner}::uuid, 'admin') and p.id in (select kine_id from licences where ${vouched})
    order by p.id for no key update`.execute(tx);
  for (const { id } of rows) {
    await sql`select set_config('kinexo.viewer', ${owner}, true)`.execute(tx);
    await sql`update licences set state = 'doubtful', doubted_state = 'verified'
      where kine_id = ${id} and ${vouched}`.execute(tx);
    await sql`select set_config('kinexo.viewer', '', true)`.execute(tx);
    const report = await tx
      .insertInto("reports")
      .values({ profile_id: id, reason: "false_licence", details: WHY })
      .onConflict((conflict) =>
        conflict
          .columns(["subject_id", "reason"])
          .where("reporter_id", "is", null)
          .where("decided_at", "is", null)
          .doUpdateSet({ acted_at: sql`now()` }),
      )
      .returning("id")
      .executeTakeFirstOrThrow();
    await tx
      .updateTable("reports")
      .set({ acted_at: sql`now()` })
      .where("id", "=", report.id)
      .execute();
    await recordEvent(tx, { event: "licence_doubted", user_id: id, actor_id: null });
    await reportWasMade(tx, report.id, id);
  }
}
