import type { Answers } from "../../../client/api.ts";
import { daysAfter, weekdayOf } from "../../../domain/bookings/wall-time.ts";

export type AgendaView = "dia" | "semana";

/** The Monday of a day's week. */
export const mondayOf = (day: string): string => daysAfter(day, -((weekdayOf(day) + 6) % 7));

type Week = Pick<NonNullable<Answers["agendas"]["week"]>, "today"> & {
  days: readonly { day: string; hours: readonly { end_time: string }[] }[];
};
type Ahead = { local_start: string; minutes: number };

/**
 * The day on which the agenda opens: today, or, once its week has neither a turno nor hours left, the next turno's day, the Monday after at the
 * latest where the week after has none. `week` is today's, `time` the wall time in its zone, such as "18:30", `ahead` in order.
 */
export function openingDay({ today, days }: Week, time: string, ahead: readonly Ahead[]): string {
  const monday = daysAfter(mondayOf(today), 7);
  const hasHours = days.some(({ day, hours }) =>
    hours.some(({ end_time }) => day > today || (day === today && end_time > time)),
  );
  const next = ahead.find((booking) => endOf(booking) > `${today}T${time}`)?.local_start.slice(0, 10);
  if (hasHours || (next !== undefined && next < monday)) return today;
  return next !== undefined && next < daysAfter(monday, 7) ? next : monday;
}

export type Stretch = { from: string; until: string };
type WithTurnos = {
  day: string;
  hours: readonly { start_time: string; end_time: string }[];
  exceptions: readonly { is_open: boolean; start_time: string | null; end_time: string | null }[];
  bookings: readonly (Ahead & { state: string })[];
};
const LEAST_MIN = 30;
const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** What is left of a day's hours beside its turnos and what is closed, half an hour or more each, from `now` on, such as "2026-12-03T18:05". */
export function freeOf({ day, hours, exceptions, bookings }: WithTurnos, now: string): Stretch[] {
  if (day < now.slice(0, 10)) return [];
  const taken = [
    ...(now.startsWith(day) ? [{ from: "00:00", until: now.slice(11) }] : []),
    ...exceptions
      .filter(({ is_open }) => !is_open)
      .map(({ start_time, end_time }) => ({ from: start_time ?? "00:00", until: end_time ?? "24:00" })),
    ...bookings
      .filter(({ state }) => state !== "cancelled")
      .map((each) => ({
        from: each.local_start.slice(11),
        until: endOf(each)
          .replace(/.*T00:00/, "T24:00")
          .slice(-5),
      })),
  ].toSorted((one, other) => (one.from < other.from ? -1 : 1));
  return hours
    .flatMap(({ start_time, end_time }) => {
      const free: Stretch[] = [];
      let from = start_time;
      for (const each of taken) {
        if (each.until <= from || each.from >= end_time) continue;
        free.push({ from, until: each.from });
        from = each.until;
      }
      return [...free, { from, until: end_time }];
    })
    .filter(({ from, until }) => minutesOf(until) - minutesOf(from) >= LEAST_MIN);
}

const endOf = ({ local_start, minutes }: Ahead) =>
  new Date(Date.parse(`${local_start}Z`) + minutes * 60_000).toISOString().slice(0, 16);

type Timed = Pick<WithTurnos, "hours" | "exceptions" | "bookings">;
const hourOf = (time: string) => Number(time.slice(0, 2));

/** The hours from the first to the last at which anything of a week begins or its hours last, such as 9 to 20 up to 20:30. */
export function hoursOf(days: readonly Timed[]): number[] {
  const begun = days.flatMap(({ hours, exceptions, bookings }) => [
    ...hours.flatMap(({ start_time, end_time }) => [hourOf(start_time), Math.ceil(minutesOf(end_time) / 60) - 1]),
    ...exceptions.flatMap(({ start_time }) => (start_time === null ? [] : [hourOf(start_time)])),
    ...bookings.map(({ local_start }) => hourOf(local_start.slice(11))),
  ]);
  const first = Math.min(...begun);
  return begun.length === 0 ? [0] : Array.from({ length: Math.max(...begun) - first + 1 }, (_, n) => first + n);
}

/** At which of these hours a time stands, counted from 0; without a time, at the first. */
export const rowOf = (hours: readonly number[], time: string): number => Math.max(0, hours.indexOf(hourOf(time)));
