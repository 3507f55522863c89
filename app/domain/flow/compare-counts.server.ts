import { sql } from "kysely";
import type { Database } from "../../platform/database/database.server.ts";

type Compared = { cases: number; missing: number; short: number; mended: number };

/**
 * Compares what the rows of cases show with their counted steps, and these with the counts: a month may have more of a step than its cases that are
 * there, whose others were deleted, but never fewer. `isMended`: counts what is missing.
 */
export async function compareCounts(db: Database, isMended: boolean): Promise<Compared> {
  const {
    rows: [found],
  } = await sql<Omit<Compared, "mended">>`select
    (select count(*)::int from cases) as cases,
    (select count(*)::int from case_step_facts f left join case_steps s on s.case_id = f.case_id
      where s.case_id is null and exists (select from published_cases p where p.case_id = f.case_id)
        or get_bit(s.steps, array_position(enum_range(null::flow_step), f.step) - 1) = 0) as missing,
    (select count(*)::int from (
      select date_trunc('month', s.day) as month, e.step, count(*) as n
      from case_steps s cross join unnest(enum_range(null::flow_step)) with ordinality e(step, nth)
      where get_bit(s.steps, e.nth::int - 1) = 1 and s.day >= current_date - interval '5 years' group by 1, 2
    ) living left join (
      select date_trunc('month', day) as month, step, sum(n) as n from flow_counts group by 1, 2
    ) counted using (month, step) where coalesce(counted.n, 0) < living.n) as short`.execute(db);
  if (!found) throw new Error("an aggregate has a row");
  if (!isMended || found.missing === 0) return { ...found, mended: 0 };
  await sql`select count_missing_steps('-infinity')`.execute(db);
  return { ...found, mended: found.missing };
}
