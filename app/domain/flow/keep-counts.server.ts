import { sql } from "kysely";
import type { Logger } from "pino";
import type { Database, Tx } from "../../platform/database/database.server.ts";
import { repeat, type Repeated } from "../../platform/repeat.server.ts";

const EVERY_MS = 60_000;
/** The rows of one transaction, and the most transactions of a minute. */
const [AT_ONCE, MOST_TIMES] = [5_000, 20];
/** Acts of nodes of the version before, which count nothing, are of cases about so old. */
const LATE_DAYS = 2;

/** Adds what was counted to the sums, each minute on any node. */
export function openFlow({ db, log }: { db: Database; log: Logger }): Repeated {
  return repeat(
    EVERY_MS,
    () => foldCounts(db),
    (error) => log.warn({ err: error }, "counts of cases not folded"),
  );
}

/** Adds the new counts to the sums, in steps. One node does at a time. */
export async function foldCounts(db: Database): Promise<void> {
  for (let time = 0; time < MOST_TIMES; time += 1) {
    const folded = await db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ is_free: boolean }>`
        select pg_try_advisory_xact_lock(hashtextextended('fold flow', 0)) as is_free`.execute(tx);
      return rows[0]?.is_free ? fold(tx) : 0;
    });
    if (folded < AT_ONCE) return;
  }
}

/** Takes the oldest new counts into those of their days, and into the sums that 'Pulso' reads. Returns how many there were. */
async function fold(tx: Tx): Promise<number> {
  const { rows } = await sql<{ folded: number }>`
    with taken as (
      delete from flow_counts where id in (select id from flow_counts where is_new order by id limit ${AT_ONCE})
      returning day, place, modality, zone, step, after, n
    ), before as (
      delete from flow_counts f using (select distinct day, place, modality, zone from taken) t
      where not f.is_new and f.day = t.day and f.place = t.place and f.modality = t.modality and f.zone = t.zone
      returning f.day, f.place, f.modality, f.zone, f.step, f.after, f.n
    ), kept as (
      insert into flow_counts (day, place, modality, zone, step, after, n, is_new)
        select day, place, modality, zone, step, after, sum(n), false from (select * from taken union all select * from before) f
        group by 1, 2, 3, 4, 5, 6
    ), slots as (
      select c.span, c.from_day, c.place, c.modality, c.zone, flow_slot(t.step, t.after) as slot, sum(t.n)::integer as n
      from taken t cross join lateral (
        select 7 as span, date_trunc('week', t.day)::date as from_day, '*' as place, '*' as modality, '*' as zone
        union all
        select 28, date '2020-01-06' + floor((t.day - date '2020-01-06') / 28.0)::integer * 28, p.place, m.modality, z.zone
        from (values (t.place), ('*')) p(place), (values (t.modality), ('*')) m(modality), (values (t.zone), ('*')) z(zone)
      ) c
      where c.from_day >= current_date - 430
      group by 1, 2, 3, 4, 5, 6
    ), summed as (
      insert into flow_sums (span, from_day, place, modality, zone, n)
        select c.span, c.from_day, c.place, c.modality, c.zone, add_counts(coalesce((select s.n from flow_sums s
          where (s.span, s.from_day, s.place, s.modality, s.zone) = (c.span, c.from_day, c.place, c.modality, c.zone)), array_fill(0, array[32])), c.slots, c.counts)
        from (select span, from_day, place, modality, zone, array_agg(slot) as slots, array_agg(n) as counts from slots group by 1, 2, 3, 4, 5) c
        on conflict (span, place, modality, zone, from_day) do update set n = excluded.n
    )
    select count(*)::int as folded from taken`.execute(tx);
  return rows[0]?.folded ?? 0;
}

/** Counts what the newest cases show and nobody counted, and forgets the days of months that are long over. */
export async function mendCounts(db: Database): Promise<void> {
  await sql`select count_missing_steps(now() - ${`${LATE_DAYS} days`}::interval)`.execute(db);
  await sql`
    with days as (
      delete from flow_counts where day < date_trunc('month', current_date - 400)
        and day >= date_trunc('month', current_date - 400) - interval '2 months' and day <> date_trunc('month', day) and not is_new
      returning day, place, modality, zone, step, after, n
    )
    insert into flow_counts (day, place, modality, zone, step, after, n, is_new)
      select date_trunc('month', day)::date, place, modality, zone, step, after, sum(n), false from days group by 1, 2, 3, 4, 5, 6`.execute(
    db,
  );
}
