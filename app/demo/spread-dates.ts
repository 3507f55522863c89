import { sql } from "kysely";
import { foldCounts } from "../domain/flow/keep-counts.server.ts";
import { countQueueWeeks } from "../domain/pulse/queue-weeks.server.ts";
import { countSignUps } from "../domain/sign-ups/keep-counts.server.ts";
import type { Services } from "../api/services.server.ts";

const DAY_S = 86_400;

/** Spreads the dates of the new rows over the last `days`, in the order of events. A case, its applications and its review keep their order. */
export async function spreadDates({ db }: Services, days: number): Promise<void> {
  for (const tables of [["profiles"], ["cases", "matches", "reviews"], ["kine_applications"]] as const) {
    const events = sql.join(
      tables.map((table) => sql`select id from ${sql.table(table)}`),
      sql` union all `,
    );
    for (const table of tables) {
      await sql`
        with ordered as (select id, row_number() over (order by id desc) - 1 as age, count(*) over () as total from (${events}) e)
        update ${sql.table(table)} t
        set created_at = now() - make_interval(secs => ordered.age * ${days * DAY_S}::float8 / ordered.total)
        from ordered where ordered.id = t.id`.execute(db);
    }
  }
  // An answer comes soon after what it answers, and before what follows.
  await sql`update matches set decided_at = least(now(), created_at + interval '90 minutes') where decided_at is not null`.execute(
    db,
  );
  await sql`update match_levels l set accepted_at = m.decided_at from matches m where m.id = l.match_id and l.accepted_at is not null`.execute(
    db,
  );
  await sql`
    update applications_made a set at = m.created_at from matches m where m.case_id = a.case_id and m.kine_id = a.kine_id`.execute(
    db,
  );
  await sql`with s as (delete from case_steps), c as (delete from flow_counts), f as (delete from flow_sums),
    p as (delete from signup_steps), n as (delete from signup_counts) select`.execute(db);
  await sql`select count_missing_steps('-infinity')`.execute(db);
  const everything = sql<Date>`'-infinity'::timestamptz`;
  await countQueueWeeks(db, everything);
  await foldCounts(db);
  await countSignUps(db, everything);
}
