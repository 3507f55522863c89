import { useQuery } from "@tanstack/react-query";
import { queries } from "../../client/api.ts";
import type { ViewedEntity } from "../../domain/admin-views/admin-view.ts";
import { CountBadge } from "../../domain/admin-views/count-badge.tsx";
import type { WaitingQueue } from "../../domain/today/today.ts";

type Counted = { unseen: ViewedEntity } | { waiting: WaitingQueue | "count" };
/** What the badge of an admin's section counts: what the admin has not seen, or what waits for a decision of any admin. */
const COUNTED: Record<string, Counted> = {
  "/dashboard/admin/today": { waiting: "count" },
  "/dashboard/admin/applications": { waiting: "requests" },
  "/dashboard/admin/changes": { waiting: "changes" },
  "/dashboard/admin/licences": { waiting: "licences" },
  "/dashboard/admin/reports": { waiting: "reports" },
  "/dashboard/admin/disputes": { waiting: "disputes" },
  "/dashboard/admin/patients": { unseen: "patient" },
  "/dashboard/admin/cases": { unseen: "case" },
  "/dashboard/admin/reviews": { unseen: "review" },
};

function useCount(): (path: string) => { count: number; words: string } {
  const unseen = useQuery(queries.adminViews.unseen.queryOptions()).data;
  const waiting = useQuery(queries.today.waiting.queryOptions()).data;
  return (path) => {
    const counted = COUNTED[path];
    if (!counted) return { count: 0, words: "" };
    if ("unseen" in counted) return { count: unseen?.[counted.unseen] ?? 0, words: "sin ver" };
    return { count: waiting?.[counted.waiting] ?? 0, words: "por decidir" };
  };
}

/** The badge of an admin's section; nothing where nothing is counted. */
export function SectionBadge({ path }: { path: string }) {
  return <CountBadge {...useCount()(path)} />;
}

/** The sum of the badges of a group's sections. */
export function GroupBadge({ paths }: { paths: readonly string[] }) {
  const countOf = useCount();
  const counts = paths.map(countOf).filter(({ count }) => count > 0);
  const [first, ...others] = counts;
  return (
    <CountBadge
      count={counts.reduce((sum, { count }) => sum + count, 0)}
      words={first && others.length === 0 ? first.words : "por ver"}
    />
  );
}
