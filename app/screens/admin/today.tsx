import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { type Answers, queries } from "../../client/api.ts";
import { neverLoaded } from "../../client/never-loaded.ts";
import { ANSWER_WITHIN_HOURS } from "../../domain/accounts/account.ts";
import { COUNTED_DAYS, FEW } from "../../domain/bookings/booking-counts.ts";
import {
  FORGOTTEN_HOURS,
  FUNNEL_DAYS,
  hoursSince,
  MOST_CASES,
  spanWords,
  waitingWords,
} from "../../domain/today/today.ts";
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

/** "Hoy": the queues that wait for an admin, and the progress of the last month's cases. */
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
          <div className="lg:col-span-2">
            <Funnel funnel={today.data.funnel} />
          </div>
          <Forgotten today={today.data} show={panel.show} />
          <div className="lg:col-span-3">
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
      <h2 className="text-base text-muted">{title}</h2>
      <p className="mt-1 text-3xl font-semibold tabular-nums">{waiting}</p>
      <div className="mt-2 flex flex-col items-start gap-2">
        {late > 0 ? (
          <Badge tone="warning">
            {plural(late, one, many)} hace más de {lateHours} h
          </Badge>
        ) : (
          <Badge tone="success">Nada hace más de {lateHours} h</Badge>
        )}
        <p className="text-sm text-muted">
          {oldest ? `La más antigua espera desde ${waitingWords(hoursSince(oldest))}.` : "No espera ninguna."}
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

/** The funnel from a published case to its review, each step with its share of the first. */
function Funnel({ funnel }: { funnel: Figures["funnel"] }) {
  const id = useId();
  const steps = [
    ["Casos publicados", funnel.published],
    ["Con una postulación", funnel.with_application],
    ["Con especialista aceptado", funnel.filled],
    ["Cerrados", funnel.closed],
    ["Con reseña", funnel.reviewed],
  ] as const;
  const most = Math.max(1, funnel.published);
  return (
    <Card as="section">
      <h2 id={id} className="text-lg">
        Del caso a la reseña
      </h2>
      <p className="mb-4 text-sm text-muted">
        Casos de los últimos {FUNNEL_DAYS} días
        {funnel.published === MOST_CASES && `, los ${MOST_CASES} más nuevos`}.{" "}
        {funnel.median_seconds === null
          ? funnel.published > 0 && "La mitad o más no tuvo todavía ninguna postulación."
          : `La primera postulación tarda ${spanWords(funnel.median_seconds)} (mediana, con los que esperan).`}
      </p>
      <table aria-labelledby={id} className="w-full text-sm">
        <thead className="sr-only">
          <tr>
            <th scope="col">Paso</th>
            <th scope="col">Casos</th>
          </tr>
        </thead>
        <tbody>
          {steps.map(([label, count]) => (
            <tr key={label}>
              <th scope="row" className="w-2/5 py-1.5 pr-3 text-left font-normal md:w-1/3">
                {label}
              </th>
              <td className="flex items-center gap-3 py-1.5">
                <span aria-hidden="true" className="h-5 grow overflow-hidden rounded bg-sunken">
                  <span
                    className="block h-full rounded bg-primary"
                    style={{ width: `${Math.round((100 * count) / most)}%` }}
                  />
                </span>
                <span className="w-24 text-right tabular-nums">{`${count} (${Math.round((100 * count) / most)} %)`}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

/** The turnos of the last and the next days, as counts alone. */
function Bookings({ counts }: { counts: Figures["bookings"] }) {
  const words = (count: number | null) => (count === null ? `Menos de ${FEW}` : count.toLocaleString("es-AR"));
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
function Forgotten({ today, show }: { today: Figures; show: PanelControl["show"] }) {
  const { forgotten, funnel } = today;
  return (
    <Card as="section">
      <h2 className="text-lg">Casos sin postulaciones</h2>
      <p className="mb-3 text-sm text-muted">
        {funnel.forgotten === 0
          ? `Ningún caso abierto espera hace más de ${FORGOTTEN_HOURS} h.`
          : `${plural(funnel.forgotten, "caso abierto espera", "casos abiertos esperan")} hace más de ${FORGOTTEN_HOURS} h.`}
      </p>
      <ul className="grid gap-1">
        {forgotten.map(({ id, title, created_at }) => (
          <li key={id} data-row>
            <p className="flex flex-wrap items-baseline gap-x-2">
              <PanelLink onPress={() => show({ kind: "ficha", id })}>{title}</PanelLink>
              <span className="text-sm text-muted">
                <RelativeTime date={created_at} />
              </span>
            </p>
          </li>
        ))}
      </ul>
      {funnel.forgotten > forgotten.length && <p className="mt-2 text-sm text-muted">Estos son los más antiguos.</p>}
    </Card>
  );
}
