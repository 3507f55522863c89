import { useQuery } from "@tanstack/react-query";
import { queries } from "../../client/api.ts";
import type { ViewedEntity } from "../../domain/admin-views/admin-view.ts";
import { CountBadge, NewDot } from "../../domain/admin-views/count-badge.tsx";
import type { WaitingQueue } from "../../domain/operator/operator.ts";

type Counted = { unseen?: ViewedEntity; waiting?: readonly WaitingQueue[]; hasSystem?: true };
/**
 * What the badge of an admin's section counts: what the admin has not seen, what waits for a decision of any admin, and the parts of the system
 * that ask for attention. 'Hoy' has none, since it would count what the others do.
 */
const COUNTED: Record<string, Counted> = {
  "/dashboard/admin/applications": { waiting: ["requests"] },
  "/dashboard/admin/changes": { waiting: ["changes"] },
  "/dashboard/admin/licences": { waiting: ["licences"] },
  "/dashboard/admin/reports": { waiting: ["reports"] },
  "/dashboard/admin/disputes": { waiting: ["disputes"] },
  "/dashboard/admin/patients": { unseen: "patient" },
  "/dashboard/admin/cases": { unseen: "case" },
  "/dashboard/admin/status": { hasSystem: true },
  "/dashboard/admin/reviews": { unseen: "review", waiting: ["replies", "appeals"] },
};

type Count = { waiting: number; unseen: number; system: number };

/** What the section at a path counts. */
export function useCount(): (path: string) => Count {
  const unseen = useQuery(queries.adminViews.unseen.queryOptions()).data;
  const waiting = useQuery(queries.today.waiting.queryOptions()).data;
  return (path) => {
    const counted = COUNTED[path] ?? {};
    return {
      waiting: (counted.waiting ?? []).reduce((sum, queue) => sum + (waiting?.[queue] ?? 0), 0),
      system: counted.hasSystem ? (waiting?.system ?? 0) : 0,
      unseen: (counted.unseen && unseen?.[counted.unseen]) ?? 0,
    };
  };
}

const WAITING = "por decidir";
const UNSEEN = "sin ver";
const ATTENTION = "para atender";

/** The badge of an admin's section, or the dot of what is new there; nothing where nothing is counted. */
export function SectionBadge({ path }: { path: string }) {
  const { waiting, unseen, system } = useCount()(path);
  return (
    <>
      <CountBadge count={waiting} words={WAITING} />
      <NewDot count={unseen} words={UNSEEN} hasCount />
      <NewDot count={system} words={ATTENTION} />
    </>
  );
}

/** What waits in a group's sections; where nothing waits, a dot for what is new. */
export function GroupBadge({ paths }: { paths: readonly string[] }) {
  const counts = paths.map(useCount());
  const sumOf = (of: keyof Count) => counts.reduce((sum, count) => sum + count[of], 0);
  const waiting = sumOf("waiting");
  return waiting > 0 ? (
    <CountBadge count={waiting} words={WAITING} />
  ) : (
    <>
      <NewDot count={sumOf("unseen")} words={UNSEEN} />
      <NewDot count={sumOf("system")} words={ATTENTION} />
    </>
  );
}
