import { sql } from "kysely";
import type { Services } from "../../api/services.server.ts";
import type { Tx } from "../../platform/database/database.server.ts";
import { addJob, defineJob } from "../../platform/jobs.server.ts";
import { notify, notifyInDigest } from "../notifications/notify.server.ts";
import { REPORT_LEVEL, REQUEST_LEVEL } from "./look-at-queues.server.ts";
import { ago, levelTimes } from "./level-times.server.ts";

/** The shortest time between two notifications of one kind that reach an admin by push and their own mail. */
const TOLD_AGAIN_HOURS = 4;

/** The queues whose things are late after some hours: their table, what waits in it, and the notification. */
const QUEUES = {
  requests: { table: "kine_applications", waits: "status = 'pending'", kind: "requests_late" },
  reports: { table: "reports", waits: "decided_at is null", kind: "reports_late" },
} as const;

/** The job of one request or report: notifies the admins once when it waits for longer than promised. */
export async function runQueueLevels(
  { db }: Pick<Services, "db">,
  queue: keyof typeof QUEUES,
  id: string,
): Promise<void> {
  const { table, waits, kind } = QUEUES[queue];
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ age_s: number }>`select ${ago(sql`created_at`)} as age_s from ${sql.table(table)}
      where id = ${id} and ${sql.raw(waits)} and late_told_at is null for no key update`.execute(tx);
    if (!rows[0]) return;
    const rest = (await levelTimes(tx)).late_hours * 3600 - rows[0].age_s;
    if (rest > 0) return addJob(tx, queue === "requests" ? requestLevelJob : reportLevelJob, { id }, Math.ceil(rest));
    await sql`update ${sql.table(table)} set late_told_at = now() where id = ${id}`.execute(tx);
    await tellAdmins(tx, kind);
  });
}

export const requestLevelJob = defineJob(REQUEST_LEVEL.name, {
  priority: REQUEST_LEVEL.priority,
  run: (services: Pick<Services, "db">, id) => runQueueLevels(services, "requests", id),
});
export const reportLevelJob = defineJob(REPORT_LEVEL.name, {
  priority: REPORT_LEVEL.priority,
  run: (services: Pick<Services, "db">, id) => runQueueLevels(services, "reports", id),
});

/**
 * Notifies every admin, in the order of their ids to avoid deadlocks. An admin who has read one of this kind from the last four hours gets
 * the next one in the daily digest.
 */
export async function tellAdmins(
  tx: Tx,
  kind: "requests_late" | "reports_late" | "cases_without_application",
): Promise<void> {
  const admins = await tx
    .selectFrom("user_roles as r")
    .innerJoin("profiles as p", "p.id", "r.user_id")
    .select("r.user_id")
    .select(
      sql<boolean>`exists (select from notifications n where n.user_id = r.user_id and n.kind = ${kind}
        and n.created_at > now() - make_interval(hours => ${TOLD_AGAIN_HOURS}))
        and not exists (select from notifications n where n.user_id = r.user_id and n.kind = ${kind}
          and n.seen_at is null and n.done_at is null)`.as("was_told"),
    )
    .where("r.role", "=", "admin")
    .where("p.suspended_at", "is", null)
    .orderBy("r.user_id")
    .execute();
  for (const { user_id, was_told } of admins) await (was_told ? notifyInDigest : notify)(tx, { userId: user_id, kind });
}
