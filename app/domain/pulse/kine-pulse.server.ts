import { sql } from "kysely";
import type { Logger } from "pino";
import type { Database } from "../../platform/database/database.server.ts";
import { runMaintenance } from "../../platform/maintenance.server.ts";
import { repeat, type Repeated } from "../../platform/repeat.server.ts";

const EVERY_MS = 60 * 60 * 1000;
const AT_ONCE = 1_000;
const LOCK = "kine pulse";

/** Groups the specialists by what they did, once a night, on whichever node comes first. */
export function openKinePulse({ db, log }: { db: Database; log: Logger }): Repeated {
  return repeat(
    EVERY_MS,
    async () => {
      if (await isDue(db)) await runMaintenance(db, "kine_pulse", () => computeKinePulse(db));
    },
    (error) => log.warn({ err: error }, "specialists not grouped"),
  );
}

const isDue = async (db: Database): Promise<boolean> =>
  (
    await sql`select where not exists (select from kine_segments
      where (computed_at at time zone 'America/Argentina/Buenos_Aires')::date = (now() at time zone 'America/Argentina/Buenos_Aires')::date)`.execute(
      db,
    )
  ).rows.length > 0;

/** Groups all specialists now, a thousand at once, so that nobody waits for the night's work. */
export async function computeKinePulse(db: Database): Promise<void> {
  for (let after: string | null = null, isDone = false; !isDone;) {
    const { rows }: { rows: Grouped[] } = await groupAfter(after).execute(db);
    after = rows[0]?.kine_id ?? null;
    isDone = after === null;
  }
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${LOCK}, 0))`.execute(tx);
    await sql`delete from kine_pulse k where not exists (select from kine_places p where p.kine_id = k.kine_id)`.execute(
      tx,
    );
    await sql`insert into kine_segments (segment, n)
      select s.segment, (select count(*)::integer from kine_pulse k where k.segment = s.segment)
      from unnest(enum_range(null::kine_segment)) s(segment)
      on conflict (segment) do update set n = excluded.n, computed_at = now()`.execute(tx);
  });
}

type Grouped = { kine_id: string };

/** Groups so many specialists after one of them; returns the last one. */
const groupAfter = (after: string | null) => sql<Grouped>`
  with chosen as (
    select kine_id, (now() at time zone 'America/Argentina/Buenos_Aires')::date as today from kine_places
      where ${after === null ? sql`true` : sql`kine_id > ${after}::uuid`} order by kine_id limit ${AT_ONCE}
  ), seen as (
    select c.kine_id, c.today,
      (select count(*)::integer from case_alerts a join case_places w on w.case_id = a.case_id and w.is_counted
        where a.kine_id = c.kine_id and a.told_at > now() - interval '30 days') as told,
      (select count(distinct a.case_id)::integer from applications_made a where a.kine_id = c.kine_id and a.at > now() - interval '30 days') as applied,
      (select count(*)::integer from matches m join case_places w on w.case_id = m.case_id and w.is_counted
        left join match_levels v on v.match_id = m.id
        where m.kine_id = c.kine_id and (m.status = 'accepted' or m.ended_at is not null) and m.id >= uuid_at(now() - interval '90 days')
        and coalesce(v.accepted_at, m.decided_at) > now() - interval '30 days') as accepted,
      (select (max(s.refreshed_at) at time zone 'America/Argentina/Buenos_Aires')::date from auth.sessions s where s.user_id = c.kine_id) as seen_on
    from chosen c
  ), written as (
    insert into kine_pulse as k (kine_id, computed_on, told_30, applied_30, accepted_30, seen_on, segment)
      select kine_id, today, told, applied, accepted, seen_on, (case when seen_on is null or seen_on < today - 30 then 'away'
        when accepted > 0 then 'active' when applied > 0 then 'unpicked' when told > 0 then 'silent' else 'no_cases' end)::kine_segment
      from seen order by kine_id
    on conflict (kine_id) do update set computed_on = excluded.computed_on, told_30 = excluded.told_30, applied_30 = excluded.applied_30,
      accepted_30 = excluded.accepted_30, seen_on = excluded.seen_on, segment = excluded.segment
  )
  select kine_id from chosen order by kine_id desc limit 1`;
