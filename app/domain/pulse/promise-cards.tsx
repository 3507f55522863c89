import { useQuery } from "@tanstack/react-query";
import { type Answers, queries } from "../../client/api.ts";
import { neverLoaded } from "../../client/never-loaded.ts";
import { Amounts } from "../../ui/amounts.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Card } from "../../ui/card.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { LinePlot } from "../../ui/line-plot.tsx";
import { CardListSkeleton } from "../../ui/skeleton.tsx";
import { MOST_COUNTED, PROMISE_WORDS } from "./promises.ts";
import { dayWords, scaleOf } from "./pulse-words.ts";

type Level = Answers["pulse"]["levels"]["items"][number];

/** "Promesas": how fast admins decide what they promised, what is late today first, then the least kept. */
export function PromiseCards() {
  const levels = useQuery(queries.pulse.levels.queryOptions());
  if (levels.data)
    return (
      <div className="grid gap-4 lg:grid-cols-2">
        {levels.data.items
          .toSorted((one, other) => Number(other.late > 0) - Number(one.late > 0) || kept(one) - kept(other))
          .map((level) => (
            <div key={level.queue} className="min-w-0">
              <Promised level={level} />
            </div>
          ))}
      </div>
    );
  if (!neverLoaded(levels)) return <CardListSkeleton count={4} />;
  return (
    <ErrorState
      message="No se pudieron cargar las promesas"
      onRetry={() => void levels.refetch()}
      isRetrying={levels.isFetching}
    />
  );
}

/** The share decided in time; those without one come last. */
const kept = ({ in_time }: Level): number => (in_time === null ? 2 : in_time.n / in_time.of);

function Promised({ level }: { level: Level }) {
  const { name, path } = PROMISE_WORDS[level.queue];
  const { in_time, late_hours, late, waiting, weeks } = level;
  // The weeks before the first with an entry are no weeks of the queue.
  const first = weeks.findIndex(({ opened, decided }) => opened + decided > 0);
  const told = first < 0 ? [] : weeks.slice(first);
  const count = (n: number) => (n >= MOST_COUNTED ? `${n} o más` : String(n));
  return (
    <Card as="section">
      <div className="flex items-baseline justify-between gap-3">
        <h2 className="text-lg">{name}</h2>
        <ButtonLink to={`/dashboard/admin/${path}`} variant="link" size="inline">
          <span>
            Ver <span className="sr-only">{name.toLowerCase()}: </span>la lista
          </span>
        </ButtonLink>
      </div>
      {late > 0 && (
        <p className="font-semibold text-warning">
          {count(late)} {late === 1 ? "espera" : "esperan"} hace más de {late_hours} h.
        </p>
      )}
      {in_time === null && <p className="text-muted">Todavía no hay 5 decisiones.</p>}
      <div className="mt-3">
        <Amounts
          items={[
            ["Esperan hoy", count(waiting)],
            ...(in_time === null ? [] : [[`Decididas en ${late_hours} h`, `${in_time.n} de ${in_time.of}`] as const]),
            ...(level.p50_hours === null ? [] : [["La mitad se decidió en", hourWords(level.p50_hours)] as const]),
            ...(level.p90_hours === null
              ? []
              : [["9 de cada 10 se decidieron en", hourWords(level.p90_hours)] as const]),
          ]}
        />
      </div>
      {told.length > 1 && (
        <div className="mt-4 min-w-0">
          <LinePlot
            title={`${name} por semana`}
            note="Entran y se deciden. Lo más tenue todavía corre."
            of="Semana del"
            isRoomy
            series={["Entraron", "Se decidieron"]}
            most={scaleOf(told.flatMap(({ opened, decided }) => [opened, decided]))}
            points={told.map(({ from, opened, decided }, at) => ({
              key: from,
              label: dayWords(from),
              values: [opened, decided],
              isRunning: [at === told.length - 1, at === told.length - 1],
            }))}
          />
        </div>
      )}
    </Card>
  );
}

function hourWords(hours: number): string {
  const round = (value: number) => value.toLocaleString("es-AR", { maximumFractionDigits: 1 });
  return hours < 1 ? "menos de 1 h" : hours < 48 ? `${round(hours)} h` : `${round(hours / 24)} días`;
}
