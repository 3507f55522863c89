import { hoursBetween, WEEKDAY_NAMES } from "./weekday.ts";

type Availability = { weekday: number; start_time: string; end_time: string };

/** A specialist's hours, one row a weekday, in the order given. */
export function WeeklyHours({ availabilities }: { availabilities: readonly Availability[] }) {
  const weekdays = [...new Set(availabilities.map(({ weekday }) => weekday))];
  const hoursOf = (day: number) => availabilities.filter(({ weekday }) => weekday === day);
  return (
    <dl className="divide-y divide-line">
      {weekdays.map((weekday) => (
        <div key={weekday} className="flex items-baseline justify-between gap-4 py-2.5">
          <dt className="font-semibold">{WEEKDAY_NAMES[weekday]}</dt>
          <dd className="text-right tabular-nums">
            {hoursOf(weekday).map(({ start_time, end_time }) => (
              <span key={start_time + end_time} className="block">
                {hoursBetween(start_time, end_time)}
              </span>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}
