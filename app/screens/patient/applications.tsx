import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { type Answers, queries } from "../../client/api.ts";
import { noteSessionForServer } from "../../client/stored-session.ts";
import { useMore } from "../../domain/lists/more.ts";
import { type Application, ApplicationCard } from "../../domain/matches/application-card.tsx";
import { useHeldRejections } from "../../domain/matches/held-rejections.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { GrowingList } from "../../ui/growing-list.tsx";
import { NoMessages } from "../../ui/illustrations/empty.tsx";
import { lateDialog } from "../../ui/late.tsx";
import type { CompareDialogProps } from "./compare-dialog.tsx";

const CompareDialog = lateDialog<CompareDialogProps>(async () => (await import("./compare-dialog.tsx")).CompareDialog);

type ApplicationsProps = {
  ownCase: Answers["cases"]["get"];
  patientName: string;
  neverLoaded: boolean;
  isRetrying: boolean;
  onRetry: () => void;
  onReview: (application: Application) => void;
};

/** The applications included in the case's answer and, once requested, the later pages. */
function useApplications(ownCase: Answers["cases"]["get"]) {
  const { id, applications, more_applications } = ownCase;
  const [isAsked, setAsked] = useState(false);
  const laterPages = useInfiniteQuery(
    queries.cases.applications.infiniteOptions({
      input: (before: string | null) => ({ case_id: id, before }),
      initialPageParam: more_applications,
      getNextPageParam: (page) => page.next,
      enabled: isAsked && more_applications !== null,
      placeholderData: keepPreviousData,
    }),
  );
  const { isLoadingMore, loadMore } = useMore(laterPages);
  const rest = laterPages.data?.pages.flatMap(({ items }) => items) ?? [];
  // While the later pages are refetched, an application may be in both lists.
  const known = new Set(applications.map((each) => each.id));
  return {
    applications: [...applications, ...rest.filter((each) => !known.has(each.id))],
    hasMore: laterPages.data ? laterPages.hasNextPage : more_applications !== null,
    isLoadingMore: isLoadingMore || laterPages.isLoading,
    hasFailedMore: laterPages.isError,
    loadMore: () => {
      setAsked(true);
      if (laterPages.data) loadMore();
      else if (laterPages.isError) void laterPages.refetch();
    },
  };
}

/** "Comparar", once there is something to compare. */
function Compare({ caseId }: { caseId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="print:hidden">
      <Button variant="secondary" onPress={() => setOpen(true)}>
        Comparar
      </Button>
      <CompareDialog caseId={caseId} isOpen={isOpen} onClose={() => setOpen(false)} />
    </div>
  );
}

/** The applications to the patient's own case. When a refresh fails, the last loaded applications stay below the error. */
export function Applications({ ownCase, patientName, neverLoaded, isRetrying, onRetry, onReview }: ApplicationsProps) {
  const { status, application_count } = ownCase;
  const { applications, hasMore, isLoadingMore, hasFailedMore, loadMore } = useApplications(ownCase);
  const held = useHeldRejections();
  // An applicant's profile that is not public yet opens in the application alone, also in another tab.
  useEffect(() => noteSessionForServer(true), []);
  // Order and folding stay as they were when the case was opened, so that no card moves under the finger that decides.
  const [before] = useState(() => new Map(applications.map(({ id, status: atFirst }) => [id, atFirst])));
  const placed = applications.filter(({ id }) => before.get(id) !== "rejected");
  const shown = [
    ...placed.filter(({ id }) => before.get(id) === "accepted"),
    ...placed.filter(({ id }) => before.get(id) !== "accepted"),
  ];
  const folded = applications.filter(({ id }) => before.get(id) === "rejected");
  const isFirst = !applications.some((each) => each.status === "accepted") && status === "open";
  const card = (application: Application) => (
    <ApplicationCard
      key={application.id}
      application={held.has(application.id) ? { ...application, status: "rejected" } : application}
      ownCase={ownCase}
      patientName={patientName}
      isFirst={isFirst}
      onReview={() => onReview(application)}
    />
  );
  return (
    <section aria-labelledby="own-applications" className="flex flex-col gap-3">
      <h3 id="own-applications" tabIndex={-1} className="rounded text-lg">
        Postulaciones{applications.length > 0 && <span className="font-normal text-muted"> ({application_count})</span>}
      </h3>
      {neverLoaded && (
        <ErrorState message="Error al cargar las postulaciones" onRetry={onRetry} isRetrying={isRetrying} />
      )}
      {applications.length > 0 ? (
        <>
          {shown.filter((each) => each.status !== "rejected").length > 1 && <Compare caseId={ownCase.id} />}
          <GrowingList hasMore={hasMore} isLoadingMore={isLoadingMore} neverLoaded={hasFailedMore} onMore={loadMore}>
            {shown.map(card)}
          </GrowingList>
          {folded.length > 0 && (
            <details className="print:hidden">
              <summary className="min-h-11 cursor-pointer content-center rounded font-semibold text-muted">
                Rechazadas{folded.some((each) => each.ended_at) && " y terminadas"} ({folded.length})
              </summary>
              <ul className="mt-2 grid gap-4">{folded.map(card)}</ul>
            </details>
          )}
        </>
      ) : (
        !neverLoaded && (
          <EmptyState illustration={<NoMessages />} title="Todavía no hay postulaciones">
            {status === "closed" ? "Este caso está cerrado." : "Apenas un especialista se postule, lo vas a ver acá."}
          </EmptyState>
        )
      )}
    </section>
  );
}
