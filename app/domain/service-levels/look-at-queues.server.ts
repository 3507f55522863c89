import { sql } from "kysely";
import type { Database } from "../../platform/database/database.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { YIELDING } from "../../platform/jobs.server.ts";

/** The kinds of the jobs of a queue's rows. They stand apart from what they run, since what follows from an act adds them. */
export const REQUEST_LEVEL = { name: "request_level", priority: YIELDING };
export const REPORT_LEVEL = { name: "report_level", priority: YIELDING };

const look = (name: string) =>
  prepared(
    `${name} job`,
    (_, { id }: { id: string }) =>
      sql`select run_level(${name}, ${id}::uuid, make_interval(hours => setting_number('late_hours', 24)))`,
    { isDeferred: true },
  );

/** Adds the job of an application for admission, or of a report: admins are notified when it waits for longer than promised. */
export const lookAtRequest = look(REQUEST_LEVEL.name);
export const lookAtReport = look(REPORT_LEVEL.name);

/** Adds the jobs that what waits in a queue lacks: a node of an earlier version left it to the database. One that is there keeps its time. */
export async function lookAtQueues(db: Database): Promise<void> {
  await sql`select schedule_job(w.job, json_build_object('id', w.id), w.job || ':' || w.id,
      greatest(extract(epoch from w.created_at - now()) + setting_number('late_hours', 24) * 3600, 0)::float8, ${YIELDING}::int, 'preserve_run_at')
    from (select ${REQUEST_LEVEL.name} as job, id, created_at from kine_applications where status = 'pending' and late_told_at is null
      union all select ${REPORT_LEVEL.name}, id, created_at from reports where decided_at is null and late_told_at is null) w
    where not exists (select from graphile_worker.jobs j where j.key = w.job || ':' || w.id)`.execute(db);
}
