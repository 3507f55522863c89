import { type RawBuilder, sql } from "kysely";
import type { Services } from "../../api/services.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { shownToOthers } from "../contacts/shown-to-others.ts";
import type { BookingRow } from "./booking-output.server.ts";

/** "2026-12-03T18:00". */
export const asWall = (local: RawBuilder<unknown>) => sql<string>`to_char(${local}, 'YYYY-MM-DD"T"HH24:MI')`;

/**
 * Bookings `b` as one of their two people reads them. What the two read of each other ends with their contact, as everything else that an
 * acceptance opens; what is read of the place ends with the case, since the place may move afterwards. A noted session has no place.
 */
const rowsOf = (viewer: unknown) => sql<BookingRow>`
  select b.id, b.match_id, r.case_id, b.series_id, b.state, v.side, b.asked_by, b.sequence, b.starts_at,
    ${asWall(sql`b.local_start`)} as local_start, b.minutes, b.zone, ${asWall(sql`b.moved_to at time zone b.zone`)} as moved_local,
    b.moved_by, b.answer_by, b.ended_by, b.is_late, b.state = 'no_show' and b.disputed_at is not null as is_disputed,
    b.state = 'no_show' and b.disputed_at is null and may_dispute(b) as is_disputable,
    b.starts_at <= now() as has_begun,
    case when b.series_id is null then 0 else (select count(*) from bookings s where s.series_id = b.series_id
      and s.starts_at > b.starts_at and s.state in ('requested', 'confirmed'))::int end as following,
    b.notice_hours, b.starts_at < now() + make_interval(hours => b.notice_hours) as is_near, p.modality,
    case when r.is_live or v.side = 'kine' then p.label end as place, case when r.is_live then p.address end as address,
    case when r.is_live then p.arrival end as arrival,
    case when r.access <> 'accepted' then null when v.side = 'patient' then k.name when k.approval_status = 'approved' then r.patient_name end as other_name
  from bookings b join case_relations r on r.match_id = b.match_id
    left join agenda_places p on p.id = b.place_id join profiles k on k.id = b.kine_id
    cross join lateral (select case when b.kine_id = ${viewer} then 'kine' else 'patient' end::booking_side as side) v`;

const MOST_UPCOMING = 200;
const MOST_PAST = 20;
type Of = { viewer: string };
/** The bookings of a person, as specialist or patient: each found by an index. */
export const ofPerson = (viewer: string) => sql`b.id in (select o.id from bookings o where o.kine_id = ${viewer}::uuid
  union select o.id from cases c join matches m on m.case_id = c.id join bookings o on o.match_id = m.id where c.patient_id = ${viewer}::uuid)`;

/** Those of a person that stand and have not ended, as patient or specialist. */
const upcomingRows = prepared(
  "bookings.mine",
  (_, { viewer }: Of) => sql<BookingRow>`${rowsOf(sql`${viewer}::uuid`)}
    where ${ofPerson(viewer)} and b.state in ('requested', 'confirmed')
      and b.starts_at > now() - make_interval(mins => b.minutes)
    order by b.starts_at, b.id limit ${MOST_UPCOMING}`,
);

/** The last that are over for a person, with the sessions that were noted of a patient. */
const pastRows = prepared(
  "bookings.mine past",
  (_, { viewer }: Of) => sql<BookingRow>`${rowsOf(sql`${viewer}::uuid`)}
    where ${ofPerson(viewer)}
      and not (b.state in ('requested', 'confirmed') and b.starts_at > now() - make_interval(mins => b.minutes))
      and (b.source = 'agenda' or v.side = 'patient' and b.disputed_at is null)
    order by b.starts_at desc, b.id limit ${MOST_PAST}`,
);

/** A specialist's week: what stands, what was held and what was cancelled, but not requests that came to nothing. */
const rowsOfDays = prepared(
  "agendas.week bookings",
  (_, { viewer, from, until }: Of & { from: string; until: string }) => sql<BookingRow>`${rowsOf(sql`${viewer}::uuid`)}
    where b.kine_id = ${viewer}::uuid and b.source = 'agenda' and b.state not in ('declined', 'lapsed', 'withdrawn')
      and b.starts_at >= (${from}::date - 1)::timestamp at time zone 'UTC'
      and b.starts_at < (${until}::date + 2)::timestamp at time zone 'UTC'
      and b.local_start::date between ${from}::date and ${until}::date
    order by b.starts_at, b.id`,
);

type Reader = Pick<Services, "db" | "masked">;
const shown = (services: Reader, rows: BookingRow[]) => rows.map((row) => shownToOthers(services, row));

export const upcomingOf = async (services: Reader, viewer: string) =>
  shown(services, await upcomingRows.all(services.db, { viewer }));
export const pastOf = async (services: Reader, viewer: string) =>
  shown(services, await pastRows.all(services.db, { viewer }));
export const weekOf = async (services: Reader, days: { viewer: string; from: string; until: string }) =>
  shown(services, await rowsOfDays.all(services.db, days));
