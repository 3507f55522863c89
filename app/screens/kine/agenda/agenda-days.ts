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

const endOf = ({ local_start, minutes }: Ahead) =>
  new Date(Date.parse(`${local_start}Z`) + minutes * 60_000).toISOString().slice(0, 16);
