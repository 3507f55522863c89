import { formatMoment, formatRelative } from "./format.ts";

/** "hace 2 h", with the exact moment as its title. */
export function RelativeTime({ date }: { date: Date }) {
  return (
    <time dateTime={date.toISOString()} title={formatMoment(date)} suppressHydrationWarning>
      {formatRelative(date)}
    </time>
  );
}
