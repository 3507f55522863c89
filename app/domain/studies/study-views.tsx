import { useInfiniteQuery } from "@tanstack/react-query";
import { queries } from "../../client/api.ts";
import { neverLoaded } from "../../client/never-loaded.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Fold } from "../../ui/fold.tsx";
import { Icon } from "../../ui/icons.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useTogether } from "../../ui/together.tsx";
import { inPages } from "../lists/in-pages.ts";
import type { StudyLink } from "./studies-list.tsx";
import { seenInWords, viewsByDay } from "./views-by-day.ts";

/** Who opened the studies of an own case, by day. */
export function StudyViews({ caseId, studies }: { caseId: string; studies: readonly StudyLink[] }) {
  const views = useInfiniteQuery(
    queries.cases.studyViews.infiniteOptions({
      input: (before: string | null) => ({ case_id: caseId, before }),
      ...inPages,
    }),
  );
  useTogether(views.isLoading);
  const days = viewsByDay(views.data?.pages.flatMap(({ items }) => items) ?? []);
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
      {views.data && days.length === 0 && <p className="text-sm text-muted">Todavía nadie los abrió.</p>}
      <ul className="grid gap-2">
        {days.map((each) => (
          <li key={`${each.day} ${each.study}`} className="flex gap-2">
            <Icon name="eye" className="mt-0.5 size-4.5 shrink-0 text-muted" />
            <div className="min-w-0 wrap-anywhere">
              <span className="text-muted">{nameOf(each.study, studies)}: </span>
              {each.names.length > 2 ? (
                <Fold title={seenInWords(each)}>
                  <p>{each.names.join(", ")}</p>
                </Fold>
              ) : (
                seenInWords(each)
              )}
            </div>
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

function nameOf(study: string, studies: readonly StudyLink[]): string {
  const index = studies.findIndex(({ name }) => name === study);
  return index < 0 ? "Un estudio que quitaste" : `Estudio ${index + 1}`;
}
