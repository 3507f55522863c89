import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { type Answers, queries } from "../../client/api.ts";
import { neverLoaded } from "../../client/never-loaded.ts";
import { inPages } from "../../domain/lists/in-pages.ts";
import { PagedList } from "../../domain/lists/paged-list.tsx";
import type { Queue } from "../../domain/operator/operator.ts";
import { QUEUE_NAMES, queuePath } from "../../domain/operator/queue-words.ts";
import { hoursSince, waitingWords } from "../../domain/today/today.ts";
import { plural } from "../../shared/format.ts";
import { Badge } from "../../ui/badge.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { buttonLook } from "../../ui/button-look.ts";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Fold } from "../../ui/fold.tsx";
import { CardListSkeleton } from "../../ui/skeleton.tsx";
import { useIsWide } from "../../ui/use-media.ts";
import { AdminListPage } from "./lists/list-page.tsx";
import { PhoneRow } from "./lists/phone-row.tsx";
import { LateBadge, QueueLine } from "./lists/queue-line.tsx";
import { PanelLink } from "./panel/panel-link.tsx";
import { usePanel } from "./panel/panel-param.ts";

const AGAIN_MS = 60_000;
type QueueRow = Answers["operator"]["queues"]["items"][number];
type QuietCase = Answers["operator"]["quietCases"]["items"][number];

/** The queue of cases is the list below. */
const pathOf = (queue: Queue) => (queue === "cases" ? "#quiet-cases" : queuePath(queue));

const columns: readonly Column<QueueRow>[] = [
  { head: "Cola", cell: (row) => QUEUE_NAMES[row.queue] },
  { head: "Esperan", cell: ({ waiting }) => <span className="tabular-nums">{waiting}</span>, width: "w-24" },
  { head: "Con demora", cell: (row) => <Late row={row} />, width: "w-56" },
  { head: "La más antigua", cell: oldestWords, text: oldestWords, width: "w-52" },
  { head: "Ir", cell: (row) => <Section row={row} />, width: "w-28", hasControls: true },
];

const caseColumns = (show: (id: string) => void): readonly Column<QuietCase>[] => [
  {
    head: "Caso",
    cell: ({ id, title }) => <PanelLink onPress={() => show(id)}>{title}</PanelLink>,
    text: ({ title }) => title,
  },
  { head: "Lugar", cell: placeWords, text: placeWords, width: "w-1/4" },
  { head: "Publicado", cell: ({ created_at }) => waitingWords(hoursSince(created_at)), width: "w-44" },
  { head: "Especialistas avisados", cell: ({ told }) => <span className="tabular-nums">{told}</span>, width: "w-44" },
];

/** "Colas": the size of each queue, how many of its items are overdue, and the cases without applications. */
export default function Queues() {
  const queues = useQuery(queries.operator.queues.queryOptions({ refetchInterval: AGAIN_MS }));
  const panel = usePanel();
  return (
    <AdminListPage title="Colas" panel={panel}>
      <div className="flex flex-col gap-8">
        {queues.data ? (
          <QueueList items={queues.data.items} />
        ) : neverLoaded(queues) ? (
          <ErrorState
            message="No se pudieron cargar las colas"
            onRetry={() => void queues.refetch()}
            isRetrying={queues.isFetching}
          />
        ) : (
          <CardListSkeleton count={5} lines={2} />
        )}
        <QuietCases show={(id) => panel.show({ kind: "ficha", id })} />
      </div>
    </AdminListPage>
  );
}

/** What is late first, then what waits longest. */
function inUrgency(one: QueueRow, other: QueueRow): number {
  const byLate = Number(other.late > 0) - Number(one.late > 0);
  return byLate || (one.oldest?.getTime() ?? Infinity) - (other.oldest?.getTime() ?? Infinity) || 0;
}

function QueueList({ items: given }: { items: readonly QueueRow[] }) {
  const items = given.toSorted(inUrgency);
  const isWide = useIsWide();
  const idle = items.filter(({ waiting }) => waiting === 0);
  if (isWide)
    return (
      <DataTable
        label="Colas"
        columns={columns}
        items={items}
        idOf={({ queue }) => queue}
        hasMore={false}
        isLoadingMore={false}
        onMore={() => undefined}
      />
    );
  return (
    <div className="grid gap-2.5">
      <ul role="list" className="grid gap-2.5">
        {items
          .filter(({ waiting }) => waiting > 0)
          .map((row) => (
            <QueueLine
              key={row.queue}
              {...row}
              name={QUEUE_NAMES[row.queue]}
              to={pathOf(row.queue)}
              lateHours={row.late_hours}
            />
          ))}
      </ul>
      {idle.length > 0 && (
        <Fold title={plural(idle.length, "cola sin nada que espere", "colas sin nada que espere")}>
          <ul role="list" className="grid">
            {idle.map(({ queue }) => (
              <li key={queue}>
                <ButtonLink to={pathOf(queue)} variant="link" size="inline">
                  {QUEUE_NAMES[queue]}
                </ButtonLink>
              </li>
            ))}
          </ul>
        </Fold>
      )}
    </div>
  );
}

function QuietCases({ show }: { show: (id: string) => void }) {
  const list = useInfiniteQuery(
    queries.operator.quietCases.infiniteOptions({ input: (before: string | null) => ({ before }), ...inPages }),
  );
  return (
    <section aria-labelledby="quiet-cases" className="flex flex-col gap-3">
      <h2 id="quiet-cases" className="text-xl">
        {QUEUE_NAMES.cases}
      </h2>
      <PagedList
        list={list}
        failure="No se pudieron cargar los casos"
        empty={<EmptyState title="Todos los casos abiertos tienen postulaciones" />}
        table={{ label: QUEUE_NAMES.cases, columns: caseColumns(show), idOf: ({ id }) => id }}
      >
        {(item) => (
          <PhoneRow
            key={item.id}
            name={item.title}
            onOpen={() => show(item.id)}
            lines={[
              [placeWords(item), waitingWords(hoursSince(item.created_at))],
              [plural(item.told, "especialista avisado", "especialistas avisados")],
            ]}
          />
        )}
      </PagedList>
    </section>
  );
}

function Late({ row: { waiting, late, late_hours } }: { row: QueueRow }) {
  if (late > 0) return <LateBadge late={late} lateHours={late_hours} />;
  return <Badge tone="success">{waiting > 0 ? "A tiempo" : "Nada espera"}</Badge>;
}

function Section({ row: { queue } }: { row: QueueRow }) {
  if (queue === "cases")
    return (
      <a href={pathOf(queue)} className={buttonLook("link", "inline")}>
        Ver abajo
      </a>
    );
  return (
    <ButtonLink to={pathOf(queue)} variant="link" size="inline">
      <span>
        Ver <span className="sr-only">{QUEUE_NAMES[queue].toLowerCase()}: </span>la lista
      </span>
    </ButtonLink>
  );
}

function oldestWords({ oldest }: QueueRow): string {
  return oldest ? waitingWords(hoursSince(oldest)) : "";
}

function placeWords({ place }: QuietCase): string {
  return place ?? "Sin lugar";
}
