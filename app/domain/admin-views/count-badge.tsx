import { formatUnseen } from "./admin-view.ts";

/** A count in a circle, with its words for screen readers; nothing when it is zero. */
export function CountBadge({ count, words }: { count: number; words: string }) {
  if (count === 0) return null;
  return (
    <span
      className="inline-grid h-6 min-w-6 place-items-center rounded-full bg-primary px-1.5 text-xs leading-none font-bold
        text-on-primary tabular-nums"
    >
      <span aria-hidden="true">{formatUnseen(count)}</span>
      <span className="sr-only">
        {formatUnseen(count)} {words}
      </span>
    </span>
  );
}
