import { type RawBuilder, sql } from "kysely";
import type { Database } from "../../platform/database/database.server.ts";

/** Counts what came into the admins' queues, and what they decided, in the weeks from that of a moment on; by default in this week and the last one. */
export async function countQueueWeeks(db: Database, since: RawBuilder<Date> = sql`now() - interval '7 days'`) {
  await sql`
    with all_of (queue, asked, decided) as (
      select 'requests', created_at, approved_at from kine_applications
      union all select 'reports', created_at, decided_at from reports
      union all select 'disputes', opened_at, decided_at from coverage_disputes
      union all select 'licences', asked_at, decided_at from licence_decisions
      union all select 'licences', greatest(l.recheck_at, l.checked_at, l.declared_at), null from licences l join profiles p on p.id = l.kine_id
        where l.recheck_at <= now() and p.approval_status = 'approved' and p.suspended_at is null
          and exists (select from user_roles r where r.user_id = l.kine_id and r.role = 'kine')
    ), weeks (queue, week, opened, decided) as (
      select queue, week_of(asked), 1, 0 from all_of
      union all select queue, week_of(decided), 0, 1 from all_of where decided is not null
    )
    insert into queue_weeks (queue, week, opened, decided)
      select queue, week, sum(opened), sum(decided) from weeks where week >= week_of(${since}) group by queue, week order by queue, week
      on conflict (queue, week) do update set opened = excluded.opened, decided = excluded.decided`.execute(db);
}
