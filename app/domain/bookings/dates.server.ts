import { sql } from "kysely";
import { agendaFacts, type StoredFacts } from "../agendas/agenda-facts.server.ts";
import { nearestSlot, type PlaceFacts, slotState, type SlotState, withClaim } from "../agendas/free-slots.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { AppError } from "../../shared/app-error.server.ts";
import { FARTHEST_DAYS } from "./booking.ts";
import { daysAfter } from "./wall-time.ts";

/** How many days before and after a date its nearest alternative may be. */
const NEAR_DAYS = 3;
const DAY_MIN = 1_440;

/** A date of a series: its instant in minutes since 1970, and whether a patient may have it. */
type SeenDate = { local_start: string; at: number; state: SlotState };
export type Dates = { facts: StoredFacts; place: PlaceFacts; dates: SeenDate[] };

type Instant = { local_start: string; at: number | null };
/** The instants of wall times in an agenda's zone; null for one that the clocks skip. */
const instants = prepared(
  "instants of wall times",
  (_, { kine, starts }: { kine: string; starts: string }) => sql<Instant>`
    select to_char(w.local, 'YYYY-MM-DD"T"HH24:MI') as local_start,
      case when w.local at time zone a.zone at time zone a.zone = w.local
        then (extract(epoch from w.local at time zone a.zone) / 60)::int end as at
    from agendas a, unnest(${starts}::timestamp[]) as w (local) where a.kine_id = ${kine}::uuid order by w.local`,
);

type Asked = {
  kine: string;
  place: string;
  starts: readonly string[];
  without?: readonly string[];
  minutes?: number;
  withNearest?: boolean;
};

/**
 * Reads the agenda around some wall times and says of each, in order, whether a patient may have it beside those before it: the horizon binds
 * the first, and the length of a series the others. Throws AGENDA_OFF without an agenda, NOT_FOUND without the place, SLOT_CLOSED for a time
 * that is past, too far or does not exist. `minutes` is the length of a booking that is moved. `withNearest` reads the days around each date too,
 * for `nearestTo`.
 */
export async function seeDates(
  db: Database,
  { kine, place: placeId, starts, without = [], minutes, withNearest = false }: Asked,
): Promise<Dates> {
  const [times, facts] = await Promise.all([
    instants.all(db, { kine, starts: `{${starts.join(",")}}` }),
    factsAround(db, kine, starts, without, withNearest ? NEAR_DAYS : 0),
  ]);
  if (!facts) throw new AppError("AGENDA_OFF");
  const found = facts.places.find(({ id }) => id === placeId);
  if (!found) throw new AppError("NOT_FOUND");
  const place = { ...found, minutes };
  let taken: StoredFacts = facts;
  const dates: SeenDate[] = [];
  for (const { local_start, at } of times) {
    if (at === null || at <= facts.now || at > facts.now + FARTHEST_DAYS * DAY_MIN) throw new AppError("SLOT_CLOSED");
    const state = slotState(taken, facts.now, place, at, dates.length > 0);
    dates.push({ local_start, at, state });
    if (state === "free") taken = { ...taken, claims: withClaim(taken, place, at).claims };
  }
  return { facts: taken, place, dates };
}

function factsAround(db: Database, kine: string, starts: readonly string[], without: readonly string[], near: number) {
  const days = starts.map((start) => start.slice(0, 10)).toSorted();
  const [first = "", last = ""] = [days[0], days.at(-1)];
  // A series is at most as long as one may book ahead: a wider one is refused by its dates.
  const [end, farthest] = [daysAfter(last, near), daysAfter(first, FARTHEST_DAYS + near)];
  return agendaFacts(db, { kine, from: daysAfter(first, -near), until: end < farthest ? end : farthest, without });
}

/** The wall time of the free slot of the same place that is nearest to a date, within some days, of dates that were seen `withNearest`. */
export function nearestTo({ facts, place }: Dates, at: number): string | null {
  return nearestSlot(facts, facts.now, place, at, NEAR_DAYS * DAY_MIN)?.local_start ?? null;
}
