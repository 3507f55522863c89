import { sql, type RawBuilder } from "kysely";

/** A column `life` of cases `c`: seconds until the first application, or without one until now, its pause or its end. */
export const firstApplicationLife = sql<{ seconds: number; answered: boolean }>`(
  select extract(epoch from coalesce(f.first_at, c.dormant_at, c.closed_at, now()) - c.created_at)::float8 as seconds,
    f.first_at is not null as answered
  from (select min(m.created_at) as first_at from matches m where m.case_id = c.id) f
)`;

/**
 * The median of the seconds to a first application over `lives`, a relation of (seconds, answered), by the Kaplan-Meier estimator: a case
 * that still waits counts as longer than its age, so that the median never looks best when most wait. Null while half got none.
 */
export const medianOfLives = (lives: RawBuilder<unknown>) => sql<number | null>`(
  select min(seconds) filter (where surviving <= 0.5)
  from (
    select seconds, answered,
      -- Rounded, since the logarithms of an exact half may sum to a hair more.
      round(exp(sum(case when not answered then 0 when at_risk = 1 then -700 else ln(1 - 1.0::float8 / at_risk) end)
        over (order by seconds, at_risk desc))::numeric, 9) as surviving
    from (
      select seconds, answered, row_number() over (order by seconds desc, answered) as at_risk from ${lives} l
    ) ranked
  ) curve
  where answered
)`;
