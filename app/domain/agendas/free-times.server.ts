import { sql } from "kysely";
import type { Database } from "../../platform/database/database.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { BUENOS_AIRES } from "../../shared/text/calendar-days.ts";
import { daysAfter } from "../bookings/wall-time.ts";
import type { Modality } from "../profiles/modality.ts";
import { agendaFacts } from "./agenda-facts.server.ts";
import { freeSlots, toOneAlone } from "./free-slots.ts";
import { namesOfPlaces } from "./agenda-rows.server.ts";

/** A time at which a specialist can begin a session: minutes since 1970, and the wall time. Without an agenda, any modality. */
type FreeTime = { at: number; local_start: string; modality: Modality | null };

const DAYS = 14;
const MOST = 200;

/**
 * The next free times of a specialist within two weeks, and the places of their agenda. Where an agenda has places, its bookings and closed
 * days count, also where a room has another seat: a time is put forward to one patient alone. Otherwise each hour of the stated weekly hours,
 * but on holidays.
 */
export async function freeTimes(db: Database, kine: string) {
  const [agenda, places, hours] = await Promise.all([
    dayOfAgenda.first(db, { kine }),
    namesOfPlaces.all(db, { kine }),
    weeklyHours.all(db, { kine }),
  ]);
  if (!agenda || places.length === 0) return { times: hours, places };
  const facts = await agendaFacts(db, { kine, from: agenda.today, until: daysAfter(agenda.today, DAYS - 1) });
  if (!facts) return { times: hours, places };
  const modalities = new Map(places.map(({ id, modality }) => [id, modality]));
  const times: FreeTime[] = freeSlots(toOneAlone(facts), facts.now)
    .slice(0, MOST)
    .map(({ at, local_start, place_id }) => ({ at, local_start, modality: modalities.get(place_id) ?? null }));
  return { times, places };
}

const dayOfAgenda = prepared(
  "today of an agenda",
  (_, { kine }: { kine: string }) =>
    sql<{ today: string }>`select (now() at time zone zone)::date as today from agendas where kine_id = ${kine}`,
);

const weeklyHours = prepared(
  "free hours of a week",
  (_, { kine }: { kine: string }) => sql<FreeTime>`
    select (extract(epoch from t at time zone ${BUENOS_AIRES}) / 60)::int as at, to_char(t, 'YYYY-MM-DD"T"HH24:MI') as local_start,
      null::modality as modality
    from (select now() at time zone ${BUENOS_AIRES} as local) clock
    cross join lateral generate_series(0, ${DAYS} - 1) n
    join availabilities h on h.kine_id = ${kine} and h.weekday = extract(dow from clock.local::date + n)
    cross join lateral generate_series(clock.local::date + n + h.start_time, clock.local::date + n + h.end_time - interval '1 hour',
      interval '1 hour') t
    where t > clock.local + interval '2 hours'
      and not exists (select from holidays o where o.jurisdiction = 'AR' and o.day = clock.local::date + n)
    order by t limit ${MOST}`,
);
