import { formatUnseen } from "./admin-view.ts";

type CountProps = { count: number; words: string };

/** What waits for its reader: a count in a circle, with its words for screen readers; nothing when it is zero. */
export function CountBadge({ count, words }: CountProps) {
  if (count === 0) return null;
  return (
    <span
      className="relative inline-grid h-6 min-w-6 place-items-center rounded-full bg-primary px-1.5 text-xs leading-none font-bold
        text-on-primary tabular-nums"
    >
      <span aria-hidden="true">{formatUnseen(count)}</span>
      <SpokenCount count={count} words={words} />
    </span>
  );
}

/** What is new to its reader: a dot, and its count where there is room; nothing when it is zero. */
export function NewDot({ count, words, hasCount = false }: CountProps & { hasCount?: boolean }) {
  if (count === 0) return null;
  return (
    <span className="relative inline-flex items-center gap-1 text-sm font-semibold tabular-nums">
      <span aria-hidden="true" className="size-2 rounded-full bg-primary" />
      {hasCount && <span aria-hidden="true">{formatUnseen(count)}</span>}
      <SpokenCount count={count} words={words} />
    </span>
  );
}

function SpokenCount({ count, words }: CountProps) {
  return (
    <span className="sr-only">
      {formatUnseen(count)} {words}
    </span>
  );
}
