import { useInfiniteQuery } from "@tanstack/react-query";
import { type Answers, queries } from "../../client/api.ts";
import { neverLoaded } from "../../client/never-loaded.ts";
import { formatMoment } from "../../shared/format.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Icon } from "../../ui/icons.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { inPages } from "../lists/in-pages.ts";
import type { StudyLink } from "./studies-list.tsx";

type View = Answers["cases"]["studyViews"]["items"][number];

/** Who opened the studies of an own case, and when; consecutive views of one study by one user are merged. */
export function StudyViews({ caseId, studies }: { caseId: string; studies: readonly StudyLink[] }) {
  const views = useInfiniteQuery(
    queries.cases.studyViews.infiniteOptions({
      input: (before: string | null) => ({ case_id: caseId, before }),
      ...inPages,
    }),
  );
  const lines = inLines(views.data?.pages.flatMap(({ items }) => items) ?? []);
  return (
    <section aria-labelledby="study-views" className="flex flex-col gap-2">
      <h4 id="study-views" className="font-semibold">
        Quién vio tus estudios
      </h4>
      {neverLoaded(views) ? (
        <ErrorState
          message="No se pudo cargar quién vio tus estudios"
          onRetry={() => void views.refetch()}
          isRetrying={views.isFetching}
        />
      ) : (
        views.isPending && <Skeleton className="h-4 w-3/5" />
      )}
      {views.data && lines.length === 0 && <p className="text-sm text-muted">Todavía nadie los abrió.</p>}
      <ul className="grid gap-2 text-sm">
        {lines.map(({ view, times }) => (
          <li key={view.id} className="flex gap-2">
            <Icon name="eye" className="mt-0.5 size-4 shrink-0 text-muted" />
            <span className="min-w-0 break-words">
              <span className="font-medium">{view.viewer_name ?? "Una cuenta eliminada"}</span> ·{" "}
              {nameOf(view, studies)} ·{" "}
              <time dateTime={new Date(view.viewed_at).toISOString()}>{formatMoment(view.viewed_at)}</time>
              {times > 1 && ` · ${times} veces`}
            </span>
          </li>
        ))}
      </ul>
      {views.hasNextPage && (
        <div className="-ml-3.5">
          <Button
            variant="quiet"
            size="small"
            isPending={views.isFetchingNextPage}
            onPress={() => void views.fetchNextPage()}
          >
            Ver anteriores
          </Button>
        </div>
      )}
    </section>
  );
}

function inLines(views: View[]): { view: View; times: number }[] {
  const lines: { view: View; times: number }[] = [];
  for (const view of views) {
    const last = lines.at(-1);
    if (last?.view.study === view.study && last.view.viewer_name === view.viewer_name) last.times += 1;
    else lines.push({ view, times: 1 });
  }
  return lines;
}

function nameOf({ study }: View, studies: readonly StudyLink[]): string {
  const index = studies.findIndex(({ name }) => name === study);
  return index < 0 ? "Un estudio que quitaste" : `Estudio ${index + 1}`;
}
