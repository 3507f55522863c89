import { useQuery } from "@tanstack/react-query";
import { queries } from "../../client/api.ts";
import { formatUnseen, type ViewedEntity } from "./admin-view.ts";

/** The number of unseen items of a kind; nothing when all were seen. */
export function UnseenBadge({ entity }: { entity: ViewedEntity }) {
  const { data } = useQuery(queries.adminViews.unseen.queryOptions());
  return <CountBadge count={data?.[entity] ?? 0} words="sin ver" />;
}

/** The number of items that wait for a decision. */
export function WaitingCount() {
  const { data } = useQuery(queries.today.waiting.queryOptions());
  return <CountBadge count={data?.count ?? 0} words="por decidir" />;
}

/** Refreshes the counts while the menu that shows them is closed. */
export function KeepCounts() {
  useQuery(queries.adminViews.unseen.queryOptions());
  useQuery(queries.today.waiting.queryOptions());
  return null;
}

function CountBadge({ count, words }: { count: number; words: string }) {
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
