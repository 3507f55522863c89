import { type RawBuilder, sql } from "kysely";
import type { Database } from "../../platform/database/database.server.ts";
import { hideFromPlanner, prepared } from "../../platform/database/prepared-statements.server.ts";
import { shownUntil } from "./first-slot.server.ts";
import type { AgendaFacts, PlaceFacts } from "./free-slots.ts";

export type StoredFacts = Omit<AgendaFacts, "places"> & {
  places: (PlaceFacts & { label: string })[];
  /** PostgreSQL's time, in minutes since 1970. */
  now: number;
  /** Today by the agenda's clock. */
  today: string;
  zone: string;
  is_on: boolean;
  is_instant: boolean;
  notice_hours: number;
  shown_until: Date | null;
  holidays: { day: string; name: string }[];
};

type Given = { kine: string; from: string; until: string; without: string; forAll?: 1 | undefined };

/** Minutes since 1970 of a wall time in the agenda's zone: only PostgreSQL converts. */
const minuteOf = (wall: RawBuilder<unknown>) => sql`(extract(epoch from (${wall}) at time zone a.zone) / 60)::int`;
/** The minute that a bound of a claim stands for. */
const minuteIn = (bound: "lower" | "upper") => sql`(${sql.raw(bound)}(c.span) & ((1::int8 << 26) - 1))::int`;

/** A claim `c` of what a patient asks for and nobody has answered, while their address is not proven: a request, or another time of a booking. */
const isOfAnybody = sql`exists (select from bookings b join matches m on m.id = b.match_id join cases k on k.id = m.case_id
  where b.id = c.booking_id and not is_confirmed(k.patient_id) and (b.state = 'requested' and b.asked_by = 'patient'
    or b.moved_by = 'patient' and (extract(epoch from b.starts_at) / 60)::int not between ${minuteIn("lower")} and ${minuteIn("upper")} - 1))`;

const facts = prepared("agenda facts", (_, { kine, from: first, until: last, without, forAll }: Given) => {
  const [from, until] = [hideFromPlanner(first, "text"), hideFromPlanner(last, "text")];
  const bound = (day: RawBuilder<unknown>) =>
    sql`((a.no::int8 * 8 + seat) << 26) + ${minuteOf(sql`${day} + time '00:00'`)}`;
  const days = sql`generate_series(${from}::date, ${until}::date, interval '1 day') d`;
  return sql<StoredFacts>`
    select a.zone, a.is_on, a.is_instant, a.notice_hours, ${shownUntil} as shown_until, a.lead_min, floor(extract(epoch from now()) / 60)::int as now,
      (now() at time zone a.zone)::date as today,
      ${minuteOf(sql`date_trunc('day', now() at time zone a.zone) + make_interval(days => a.horizon_days + 1)`)} as horizon,
      coalesce((select json_agg(json_build_object('id', p.id, 'modality', p.modality, 'label', p.label, 'session_min', p.session_min,
        'buffer_min', p.buffer_min, 'travel_min', p.travel_min, 'seats', p.seats) order by p.id)
        from agenda_places p where p.kine_id = a.kine_id and p.retired_at is null), '[]') as places,
      coalesce((select json_agg(json_build_object('day', r.day, 'start_time', to_char(r.start_time, 'HH24:MI'), 'is_extra', r.is_extra, 'place_id', r.place_id,
        'from', ${minuteOf(sql`r.day + r.start_time`)}, 'until', ${minuteOf(sql`r.day + r.end_time`)},
        'minutes', (extract(epoch from r.end_time - r.start_time) / 60)::int) order by r.day, r.start_time)
        from (select d::date as day, h.start_time, h.end_time, false as is_extra, h.place_id from ${days}
            join availabilities h on h.kine_id = a.kine_id and h.weekday = extract(dow from d)
          union all select d::date, e.start_time, e.end_time, true, null from ${days}
            join agenda_exceptions e on e.kine_id = a.kine_id and e.is_open and d between e.from_day and e.until_day) r), '[]') as ranges,
      coalesce((select json_agg(json_build_object('from', s.from, 'until', s.until, 'is_holiday', s.is_holiday))
        from (select ${minuteOf(sql`d::date + coalesce(e.start_time, '00:00')`)} as from,
              ${minuteOf(sql`d::date + coalesce(e.end_time, '24:00')`)} as until, false as is_holiday
            from ${days} join agenda_exceptions e on e.kine_id = a.kine_id and not e.is_open and d between e.from_day and e.until_day
          union all select ${minuteOf(sql`h.day + time '00:00'`)}, ${minuteOf(sql`h.day + time '24:00'`)}, true from holidays h
            where not a.on_holidays and h.jurisdiction = 'AR' and h.day between ${from}::date and ${until}::date) s), '[]') as closed,
      coalesce((select json_agg(json_build_object('day', h.day, 'name', h.name) order by h.day) from holidays h
        where h.jurisdiction = 'AR' and h.day between ${from}::date and ${until}::date), '[]') as holidays,
      coalesce((select json_agg(json_build_object('place_id', c.place_id, 'from', ${minuteIn("lower")}, 'until', ${minuteIn("upper")},
        'seat', seat)) from generate_series(0, 5) seat
        join booking_claims c on lower(c.span) >= ${bound(sql`${from}::date - 1`)} and lower(c.span) < ${bound(sql`${until}::date + 2`)}
        where not (c.booking_id = any(${without}::uuid[])) ${forAll ? sql`and not ${isOfAnybody}` : sql``}), '[]') as claims
    from agendas a where a.kine_id = ${kine}`;
});

/**
 * What decides the free times of a specialist's agenda from one day to another, both included; undefined without an agenda. The claims of the
 * bookings `without` are left out: those of what is being moved. `isForAll`: for a figure that everybody reads, which accounts that prove
 * nothing do not move by asking.
 */
export const agendaFacts = (
  db: Database,
  {
    kine,
    from,
    until,
    without = [],
    isForAll = false,
  }: { kine: string; from: string; until: string; without?: readonly string[]; isForAll?: boolean },
): Promise<StoredFacts | undefined> =>
  facts.first(db, { kine, from, until, without: `{${without.join(",")}}`, forAll: isForAll ? 1 : undefined });
