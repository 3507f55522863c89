import { useQuery } from "@tanstack/react-query";
import { type Answers, queries } from "../../client/api.ts";
import { neverLoaded } from "../../client/never-loaded.ts";
import { COUNTED_DAYS, FEW } from "../../domain/bookings/booking-counts.ts";
import { QUEUE_NAMES, queuePath } from "../../domain/operator/queue-words.ts";
import { FORGOTTEN_HOURS, hoursSince, waitingWords } from "../../domain/today/today.ts";
import { plural } from "../../shared/format.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Waiting } from "../../ui/illustrations/empty.tsx";
import { CardListSkeleton } from "../../ui/skeleton.tsx";
import { AdminListPage } from "./lists/list-page.tsx";
import { QueueLine } from "./lists/queue-line.tsx";
import { PanelLink } from "./panel/panel-link.tsx";
import { type PanelControl, usePanel } from "./panel/panel-param.ts";

const AGAIN_MS = 60_000;
type Figures = Answers["today"]["read"];
/** "Hoy": what waits for an admin, the oldest first, and the cases that nobody applied to. */
export default function Today() {
  const today = useQuery(queries.today.read.queryOptions({ refetchInterval: AGAIN_MS }));
  const panel = usePanel();
  return (
    <AdminListPage title="Hoy" panel={panel}>
      {today.data ? (
        <div className="grid items-start gap-4 lg:grid-cols-[2fr_1fr]">
          <div className="grid gap-2.5">
            <Queues queues={today.data.queues} />
            <System wrong={today.data.system} />
          </div>
          <div className="grid gap-4">
            <Forgotten forgotten={today.data.forgotten} show={panel.show} />
            <Bookings counts={today.data.bookings} />
          </div>
        </div>
      ) : neverLoaded(today) ? (
        <ErrorState
          message="No se pudo cargar lo de hoy"
          onRetry={() => void today.refetch()}
          isRetrying={today.isFetching}
        />
      ) : (
        <CardListSkeleton count={3} />
      )}
    </AdminListPage>
  );
}

/** The queues where something waits for a decision. */
function Queues({ queues }: Pick<Figures, "queues">) {
  if (queues.length === 0)
    return (
      <Card as="section">
        <EmptyState illustration={<Waiting />} title="Nada espera tu decisión">
          Lo que llegue aparece acá, lo más antiguo primero.
        </EmptyState>
      </Card>
    );
  return (
    <section aria-labelledby="waiting" className="grid gap-2.5">
      <h2 id="waiting" className="text-lg">
        Por decidir
      </h2>
      <ul role="list" className="grid gap-2.5">
        {queues.map(({ queue, late_hours, ...counts }) => (
          <QueueLine key={queue} {...counts} name={QUEUE_NAMES[queue]} to={queuePath(queue)} lateHours={late_hours} />
        ))}
      </ul>
    </section>
  );
}

/** What of the system asks for attention, the worst named; nothing when all is well. */
function System({ wrong }: { wrong: Figures["system"] }) {
  if (wrong.length === 0) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-3">
      <ButtonLink to="/dashboard/admin/status" variant="link" size="inline" icon="warning">
        Sistema: {plural(wrong.length, "parte pide", "partes piden")} atención
      </ButtonLink>
      <span className="text-sm">{wrong.join(" · ")}</span>
    </p>
  );
}

/** The turnos of the last and the next days, as counts alone; nothing where all are few. */
function Bookings({ counts }: { counts: Figures["bookings"] }) {
  const words = (count: number | null) => (count === null ? `Menos de ${FEW}` : count.toLocaleString("es-AR"));
  if (Object.values(counts).every((count) => count === null)) return null;
  return (
    <Card as="section">
      <h2 className="text-lg">Turnos</h2>
      <p className="mb-3 text-sm text-muted">
        De los últimos {COUNTED_DAYS} días, y los confirmados para los próximos {COUNTED_DAYS}.
      </p>
      <Facts
        facts={[
          ["Por delante", words(counts.ahead)],
          ["Realizados", words(counts.held)],
          ["Ausencias", words(counts.no_show)],
          ["Sin marcar", words(counts.unmarked)],
          ["Cancelados", words(counts.cancelled)],
        ]}
      />
    </Card>
  );
}

/** Open cases that nobody has applied to for two days, the oldest first. */
function Forgotten({ forgotten: { count, items }, show }: Pick<Figures, "forgotten"> & Pick<PanelControl, "show">) {
  return (
    <Card as="section">
      <h2 className="text-lg">Casos sin postulaciones</h2>
      <p className="mb-3 text-sm text-muted">
        {count === 0
          ? `Ningún caso abierto espera hace más de ${FORGOTTEN_HOURS} h.`
          : `${plural(count, "caso abierto espera", "casos abiertos esperan")} hace más de ${FORGOTTEN_HOURS} h.`}
      </p>
      <ul role="list" className="grid gap-3" data-dense>
        {items.map(({ id, title, created_at }) => (
          <li key={id} data-row>
            <p className="flex flex-col items-start">
              <PanelLink onPress={() => show({ kind: "ficha", id })}>{title}</PanelLink>
              <span className="text-sm text-muted">{waitingWords(hoursSince(created_at))}</span>
            </p>
          </li>
        ))}
      </ul>
      {count > items.length && <p className="mt-2 text-sm text-muted">Estos son los más antiguos.</p>}
    </Card>
  );
}
