import { z } from "zod";
import { kineReads, memberReads } from "../../api/guards.server.ts";
import { AppError } from "../../shared/app-error.server.ts";
import { isFreeOf } from "../bookings/busy-times.server.ts";
import { weekOf } from "../bookings/booking-rows.server.ts";
import { mustSeeTimes } from "../bookings/pair.server.ts";
import { daysAfter } from "../bookings/wall-time.ts";
import { agendaFacts } from "./agenda-facts.server.ts";
import { Day } from "./agenda-input.ts";
import { Slots, Week } from "./agenda-output.server.ts";
import { asException, exceptionsOf } from "./agenda-rows.server.ts";
import { freeSlots, toOneAlone, wallTime } from "./free-slots.ts";

const DAYS_SHOWN = 14;
const DAYS_OF_WEEK = 7;

/**
 * The free times of the agenda of an accepted application, two weeks from a day on; of a treatment that the specialist ended, while something stands. A patient is not offered times at which they have a booking;
 * a specialist learns nothing of the patient's others, and is offered a time for one patient alone.
 */
export const slots = memberReads
  .meta({
    summary: "Lists the free times of the agenda of an accepted application.",
    refuses: ["NOT_FOUND", "AGENDA_OFF", "TREATMENT_OVER"],
  })
  .input(z.object({ match_id: z.uuid(), from: Day.nullish() }))
  .output(Slots)
  .handler(async ({ input: { match_id, from }, context: { db, viewer } }) => {
    const { kine_id: kine, side, today, busy } = await mustSeeTimes(db, viewer.id, match_id);
    const first = from && from > today ? from : today;
    const until = daysAfter(first, DAYS_SHOWN - 1);
    const facts = await agendaFacts(db, { kine, from: first, until });
    if (!facts || (side === "patient" && !facts.is_on)) throw new AppError("AGENDA_OFF");
    const { zone, is_instant, notice_hours, now, horizon, places } = facts;
    const lengths = new Map(places.map(({ id, session_min }) => [id, session_min]));
    return {
      zone,
      is_instant,
      notice_hours,
      places: places.map(({ id, modality, label, session_min }) => ({ id, modality, label, session_min })),
      slots: freeSlots(side === "kine" ? toOneAlone(facts) : facts, now)
        .filter(({ place_id, at }) => isFreeOf(busy, at, lengths.get(place_id) ?? 0))
        .map(({ place_id, local_start }) => ({ place_id, local_start })),
      next: Date.parse(until) / 60_000 < horizon ? daysAfter(until, 1) : null,
    };
  });

/** Seven days of the caller's agenda; null without one. */
export const week = kineReads
  .meta({ summary: "Returns a week of the caller's agenda." })
  .input(z.object({ from: Day }))
  .output(Week.nullable())
  .handler(async ({ input: { from }, context: { db, viewer, services } }) => {
    const days = { from, until: daysAfter(from, DAYS_OF_WEEK - 1) };
    const [facts, bookings, exceptions] = await Promise.all([
      agendaFacts(db, { kine: viewer.id, ...days }),
      weekOf(services, { viewer: viewer.id, ...days }),
      exceptionsOf.all(db, { viewer: viewer.id, ...days }),
    ]);
    if (!facts) return null;
    const changes = exceptions.map(asException);
    return {
      zone: facts.zone,
      today: facts.today,
      shown_until: facts.shown_until,
      days: Array.from({ length: DAYS_OF_WEEK }, (_, n) => daysAfter(from, n)).map((day) => ({
        day,
        holiday: facts.holidays.find((holiday) => holiday.day === day)?.name ?? null,
        hours: facts.ranges
          .filter((range) => range.day === day)
          .map(({ start_time, minutes, is_extra }) => ({
            start_time,
            end_time: wallTime(day, start_time, minutes).slice(11),
            is_extra,
          }))
          // Hours of several places at once are said once.
          .filter(({ start_time, end_time }, n, all) => {
            const first = all.findIndex((other) => other.start_time === start_time && other.end_time === end_time);
            return first === n;
          }),
        exceptions: changes.filter(({ from_day, until_day }) => from_day <= day && day <= until_day),
        bookings: bookings.filter(({ local_start }) => local_start.startsWith(day)),
      })),
    };
  });
