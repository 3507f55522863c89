import { formatMoment, formatRelative } from "./format.ts";

/** "hace 2 h" on one line, with the exact moment as its title. */
export function RelativeTime({ date }: { date: Date }) {
  return (
    <time
      dateTime={date.toISOString()}
      title={formatMoment(date)}
      className="whitespace-nowrap"
      suppressHydrationWarning
    >
      {formatRelative(date)}
    </time>
  );
}
