import { useInfiniteQuery } from "@tanstack/react-query";
import { queries } from "../../client/api.ts";
import { neverLoaded } from "../../client/never-loaded.ts";
import { inPages } from "../../domain/lists/in-pages.ts";
import { useRead } from "../../domain/notifications/use-read.ts";
import { PagedList } from "../../domain/lists/paged-list.tsx";
import { alikeTo } from "../../domain/reports/alike-reports.ts";
import { waitingReportsWords } from "../../domain/reports/report-outcomes.ts";
import {
  aboutWhom,
  numberedName,
  partiesWords,
  type Report,
  ReportCard,
  ReportDetails,
} from "../../domain/reports/report-card.tsx";
import type { Reporter, ReportState } from "../../domain/reports/report.ts";
import { hoursSince, waitingWords } from "../../domain/today/today.ts";
import { plural } from "../../shared/format.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { DownloadButton } from "./lists/download-button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Fold } from "../../ui/fold.tsx";
import { useIsWide } from "../../ui/use-media.ts";
import { AdminListPage } from "./lists/list-page.tsx";
import { PhoneRow } from "./lists/phone-row.tsx";
import { CHECK_LETTERS, QueueRow } from "./lists/queue-row.tsx";
import { usePanel } from "./panel/panel-param.ts";
import { Waiting } from "../../ui/illustrations/empty.tsx";

const letters = [
  // Not each report is about a licence.
  { ...CHECK_LETTERS[0], isOfPanel: false },
  { key: "e", what: "Descartar", buttons: ["Descartar"], isOfPanel: true },
] as const;

/** "Denuncias": reports by people, the oldest first, those that the program made folded after them, and the decisions. */
export default function Reports() {
  const panel = usePanel();
  const show = panel.show;
  const ofPeople = useReports("open", "person");
  const ofProgram = useReports("open", "program");
  const isWide = useIsWide();
  const noticed = itemsOf(ofProgram);
  const waiting = [...itemsOf(ofPeople), ...noticed];
  const areNoneOfPeople = ofPeople.data?.pages[0]?.items.length === 0;
  const download = <DownloadButton asked={{ list: "reports", filter: { state: "open" } }} />;
  // The title of a profile begins with the name that stands before it.
  const aboutOf = ({ reporter_id, details, title, text, author_name }: Report) =>
    reporter_id === null && details ? details : (title?.replace(`${author_name}, `, "") ?? text);
  const row = (report: Report) => {
    const alike = alikeTo(report, waiting);
    // Equal notices of the program are the row of the oldest.
    if (alike[0]?.id !== report.id) return null;
    const name = numberedName(report, alike);
    const parties = alike.length > 1 ? aboutWhom(report) : partiesWords(report);
    return isWide ? (
      <QueueRow
        key={report.id}
        nameId={`report-${report.id}`}
        name={name}
        hint={
          <>
            <span className="text-ink">{parties}</span>
            {aboutOf(report) && ` · ${aboutOf(report)}`}
          </>
        }
        cells={[{ id: "waits", content: waitingWords(hoursSince(report.created_at)), width: "w-36" }]}
        isOpen={alike.some(({ id }) => id === panel.open?.id)}
        onOpen={() => show({ kind: "denuncia", id: report.id }, panel.open !== null)}
      />
    ) : (
      <PhoneRow
        key={report.id}
        name={name}
        onOpen={() => show({ kind: "denuncia", id: report.id })}
        lines={[[parties], [aboutOf(report), waitingWords(hoursSince(report.created_at))]]}
      />
    );
  };
  useRead(ofPeople.data ? { kinds: ["report_waiting"] } : null);
  return (
    <AdminListPage
      title="Denuncias"
      panel={panel}
      letters={letters}
      bar={isWide && <div className="ml-auto">{download}</div>}
      renderItem={(id) => {
        const report = waiting.find((each) => each.id === id);
        if (!report) return null;
        const alike = alikeTo(report, waiting);
        const next = alike.find((each) => each.id !== id);
        const onDecided = next && (() => show({ kind: "denuncia", id: next.id }, true));
        return <ReportDetails key={id} {...{ report, alike, onDecided, show }} isFocused />;
      }}
    >
      <div className="flex flex-col gap-10">
        <section aria-labelledby="open" className="flex flex-col gap-4">
          <div className="flex flex-wrap items-baseline gap-x-3">
            <h2 id="open" className="text-2xl md:text-xl">
              Por resolver
            </h2>
            {waiting.length > 0 && (
              <p className="text-muted">
                {waitingReportsWords({
                  people: waiting.length - noticed.length,
                  program: noticed.length,
                  hasMore: ofPeople.hasNextPage || ofProgram.hasNextPage,
                })}
              </p>
            )}
          </div>
          {!(areNoneOfPeople && noticed.length > 0) && (
            <PagedList
              list={ofPeople}
              failure="No se pudieron cargar las denuncias"
              empty={
                <EmptyState illustration={<Waiting />} title="No hay denuncias por resolver">
                  Cuando alguien denuncie un perfil, un caso, un mensaje o una reseña, va a aparecer acá.
                </EmptyState>
              }
              hasRows
            >
              {row}
            </PagedList>
          )}
          {neverLoaded(ofProgram) && (
            <ErrorState
              message="No se pudieron cargar los avisos automáticos"
              onRetry={() => void ofProgram.refetch()}
              isRetrying={ofProgram.isFetching}
            />
          )}
          {noticed.length > 0 && (
            <Fold
              key={String(areNoneOfPeople)}
              isOpen={areNoneOfPeople}
              title={`${plural(noticed.length, "aviso automático", "avisos automáticos")}${ofProgram.hasNextPage ? " o más" : ""}`}
            >
              <PagedList list={ofProgram} failure="No se pudieron cargar los avisos automáticos" empty={null} hasRows>
                {row}
              </PagedList>
            </Fold>
          )}
        </section>
        <section aria-labelledby="decided" className="flex flex-col gap-4">
          <h2 id="decided" className="text-2xl md:text-xl">
            Resueltas
          </h2>
          <PagedList
            list={useReports("decided")}
            failure="No se pudieron cargar las denuncias resueltas"
            empty={<p className="text-muted">Todavía no resolviste ninguna denuncia.</p>}
          >
            {(report) => <ReportCard key={report.id} report={report} show={show} />}
          </PagedList>
        </section>
        {!isWide && <div className="grid">{download}</div>}
      </div>
    </AdminListPage>
  );
}

function useReports(state: ReportState, by: Reporter | null = null) {
  return useInfiniteQuery(
    queries.reports.list.infiniteOptions({ input: (after: string | null) => ({ state, by, after }), ...inPages }),
  );
}

const itemsOf = (list: ReturnType<typeof useReports>) => list.data?.pages.flatMap((page) => page.items) ?? [];
