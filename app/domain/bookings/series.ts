import { daysAfter, weekdayOf } from "./wall-time.ts";

/** The wall times of a series: the first, and the next ones at the same time on these weekdays (0 is Sunday). */
export function seriesOf(first: string, weekdays: readonly number[], count: number): string[] {
  const [day = "", time = ""] = first.split("T");
  const starts = [first];
  // Each week has one of the weekdays at least.
  for (let n = 1; starts.length < count && weekdays.length > 0; n += 1) {
    const next = daysAfter(day, n);
    if (weekdays.includes(weekdayOf(next))) starts.push(`${next}T${time}`);
  }
  return starts;
}
