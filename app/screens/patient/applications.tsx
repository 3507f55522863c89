import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { type Answers, queries } from "../../client/api.ts";
import { noteSessionForServer } from "../../client/stored-session.ts";
import { useMore } from "../../domain/lists/more.ts";
import { AcceptQuestion, opensOf } from "../../domain/matches/accept-question.tsx";
import { type Application, ApplicationCard } from "../../domain/matches/application-card.tsx";
import { useHeldRejections } from "../../domain/matches/held-rejections.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Fold } from "../../ui/fold.tsx";
import { GrowingList } from "../../ui/growing-list.tsx";
import { NoMessages } from "../../ui/illustrations/empty.tsx";
import { Compare } from "./compare.tsx";

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

/** The applications to the patient's own case, the accepted ones first. When a refresh fails, the last loaded applications stay below the error. */
export function Applications({ ownCase, patientName, neverLoaded, isRetrying, onRetry, onReview }: ApplicationsProps) {
  const { status, application_count } = ownCase;
  const { applications, hasMore, isLoadingMore, hasFailedMore, loadMore } = useApplications(ownCase);
  const held = useHeldRejections();
  // An applicant's profile that is not public yet opens in the application alone, also in another tab.
  useEffect(() => noteSessionForServer(true), []);
  const top = useRef<HTMLHeadingElement>(null);
  const [asked, setAsked] = useState<Application | null>(null);
  const [isAsking, setAsking] = useState(false);
  // Folding stays as it was when the case was opened, so that no card moves under the finger that decides.
  const [before] = useState(() => new Map(applications.map(({ id, status: atFirst }) => [id, atFirst])));
  const [wasMatched] = useState(status !== "open");
  const accepted = applications.filter((each) => each.status === "accepted");
  const isChosen = accepted.some(({ id }) => id === asked?.id);
  useEffect(() => {
    if (isChosen) top.current?.scrollIntoView();
  }, [isChosen]);
  const turnedDown = applications.filter(({ id }) => before.get(id) === "rejected");
  const others = applications
    .filter((each) => each.status !== "accepted" && before.get(each.id) !== "rejected")
    .toSorted((one, other) => Number(!one.message) - Number(!other.message));
  const card = (application: Application) => (
    <ApplicationCard
      key={application.id}
      application={held.has(application.id) ? { ...application, status: "rejected" } : application}
      ownCase={ownCase}
      patientName={patientName}
      onAccept={() => {
        setAsked(application);
        setAsking(true);
      }}
      onReview={() => onReview(application)}
    />
  );
  // One list until the case is opened again: a card that moved to another would lose its open conversation.
  const listed = wasMatched ? others : [...accepted, ...others];
  const rest = (
    <>
      <Compare
        ownCase={ownCase}
        applications={others}
        isOffered={status !== "closed" && (wasMatched || accepted.length === 0)}
      />
      <GrowingList hasMore={hasMore} isLoadingMore={isLoadingMore} neverLoaded={hasFailedMore} onMore={loadMore}>
        {listed.map(card)}
      </GrowingList>
    </>
  );
  return (
    <section aria-labelledby="own-applications" className="flex flex-col gap-3">
      <h3 ref={top} id="own-applications" tabIndex={-1} className="scroll-mt-4 rounded text-lg">
        {status !== "open" && accepted.some((each) => each.is_in_contact) ? (
          status === "closed" ? (
            "Te atendió"
          ) : (
            "Te atiende"
          )
        ) : (
          <>
            Respuestas
            {applications.length > 0 && <span className="font-normal text-muted"> ({application_count})</span>}
          </>
        )}
      </h3>
      {neverLoaded && (
        <ErrorState message="Error al cargar las postulaciones" onRetry={onRetry} isRetrying={isRetrying} />
      )}
      {wasMatched && accepted.length > 0 && <ul className="grid gap-4">{accepted.map(card)}</ul>}
      {/* Nobody can be chosen any more once the case is closed. */}
      {(listed.length > 0 || hasMore) &&
        (wasMatched && accepted.length > 0
          ? status !== "closed" && (
              <Fold title={others.length === 1 ? "Respondió 1 más" : `Respondieron ${others.length} más`}>{rest}</Fold>
            )
          : rest)}
      {turnedDown.length > 0 && (
        <Fold
          title={`Rechazadas${turnedDown.some((each) => each.ended_at) ? " y terminadas" : ""} (${turnedDown.length})`}
        >
          <ul className="grid gap-4">{turnedDown.map(card)}</ul>
        </Fold>
      )}
      {applications.length === 0 && !neverLoaded && (
        <EmptyState illustration={<NoMessages />} title="Todavía no te respondió nadie">
          {status === "closed" ? "Este caso está cerrado." : "Cuando un especialista te responda, lo ves acá."}
        </EmptyState>
      )}
      {asked && (
        <AcceptQuestion
          key={asked.id}
          application={asked}
          opens={opensOf(ownCase)}
          isOpen={isAsking}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  );
}
