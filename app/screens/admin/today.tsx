import { useQuery } from "@tanstack/react-query";
import { type Answers, queries } from "../../client/api.ts";
import { neverLoaded } from "../../client/never-loaded.ts";
import { ANSWER_WITHIN_HOURS } from "../../domain/accounts/account.ts";
import { COUNTED_DAYS, FEW } from "../../domain/bookings/booking-counts.ts";
import { FORGOTTEN_HOURS, hoursSince, waitingWords } from "../../domain/today/today.ts";
import { plural } from "../../shared/format.ts";
import { RelativeTime } from "../../shared/relative-time.tsx";
import { Badge } from "../../ui/badge.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Card } from "../../ui/card.tsx";
import { Facts } from "../../ui/facts.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { CardListSkeleton } from "../../ui/skeleton.tsx";
import { AdminListPage } from "./lists/list-page.tsx";
import { PanelLink } from "./panel/panel-link.tsx";
import { type PanelControl, usePanel } from "./panel/panel-param.ts";

const AGAIN_MS = 60_000;
type Figures = Answers["today"]["read"];
const QUEUES = [
  { title: "Solicitudes", queue: "requests", to: "applications", one: "solicitud", many: "solicitudes" },
  { title: "Cambios de perfil", queue: "changes", to: "changes", one: "cambio", many: "cambios" },
  { title: "Denuncias", queue: "reports", to: "reports", one: "denuncia", many: "denuncias" },
] as const;

/** "Hoy": the queues that wait for an admin, and the cases that nobody applied to. */
export default function Today() {
  const today = useQuery(queries.today.read.queryOptions({ refetchInterval: AGAIN_MS }));
  const panel = usePanel();
  return (
    <AdminListPage title="Hoy" panel={panel}>
      {today.data ? (
        <div className="grid gap-4 lg:grid-cols-3">
          {QUEUES.map(({ queue, ...words }) => (
            <Queue key={queue} {...words} queue={today.data[queue]} lateHours={today.data.late_hours} />
          ))}
          <Forgotten forgotten={today.data.forgotten} show={panel.show} />
          <div className="lg:col-span-2">
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

type QueueProps = {
  title: string;
  queue: Figures["requests"];
  lateHours: Figures["late_hours"];
  to: string;
  one: string;
  many: string;
};

/** A queue: how many items wait for a decision, how many of them are late, and the age of the oldest. */
function Queue({ title, queue: { waiting, late, oldest }, lateHours, to, one, many }: QueueProps) {
  return (
    <Card as="section">
      <div className="flex items-baseline justify-between gap-x-4 md:flex-col">
        <h2 className="text-base text-muted">{title}</h2>
        <p className="text-3xl font-semibold tabular-nums">{waiting}</p>
      </div>
      <div className="mt-2 flex flex-col items-start gap-2">
        {waiting === 0 ? null : late > 0 ? (
          <Badge tone="warning">
            {plural(late, one, many)} hace más de {lateHours} h
          </Badge>
        ) : (
          <Badge tone="success">Nada hace más de {lateHours} h</Badge>
        )}
        <p className="text-sm text-muted">
          {oldest ? `La más antigua espera desde ${waitingWords(hoursSince(oldest))}.` : "Nada espera."}
          {title === "Solicitudes" && ` Prometimos contestar en ${ANSWER_WITHIN_HOURS} h.`}
        </p>
        <ButtonLink to={`/dashboard/admin/${to}`} variant="link" size="inline">
          <span>
            Ver <span className="sr-only">{title.toLowerCase()}: </span>
            {waiting > 0 ? "lo que espera" : "la lista"}
          </span>
        </ButtonLink>
      </div>
    </Card>
  );
}

/** The turnos of the last and the next days, as counts alone. */
function Bookings({ counts }: { counts: Figures["bookings"] }) {
  const words = (count: number | null) => (count === null ? `Menos de ${FEW}` : count.toLocaleString("es-AR"));
  const areAllFew = Object.values(counts).every((count) => count === null);
  return (
    <Card as="section">
      <h2 className="text-lg">Turnos</h2>
      <p className="mb-3 text-sm text-muted">
        De los últimos {COUNTED_DAYS} días, y los confirmados para los próximos {COUNTED_DAYS}.
      </p>
      {areAllFew ? (
        <p>Menos de {FEW} de cada clase.</p>
      ) : (
        <Facts
          facts={[
            ["Por delante", words(counts.ahead)],
            ["Realizados", words(counts.held)],
            ["Ausencias", words(counts.no_show)],
            ["Sin marcar", words(counts.unmarked)],
            ["Cancelados", words(counts.cancelled)],
          ]}
        />
      )}
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
      <ul className="grid gap-1">
        {items.map(({ id, title, created_at }) => (
          <li key={id} data-row>
            <p className="flex flex-col items-start gap-x-2 md:flex-row md:flex-wrap md:items-baseline">
              <PanelLink onPress={() => show({ kind: "ficha", id })}>{title}</PanelLink>
              <span className="text-sm text-muted">
                <RelativeTime date={created_at} />
              </span>
            </p>
          </li>
        ))}
      </ul>
      {count > items.length && <p className="mt-2 text-sm text-muted">Estos son los más antiguos.</p>}
    </Card>
  );
}
