import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ReactNode, useId } from "react";
import { type Answers, queries } from "../../client/api.ts";
import { neverLoaded } from "../../client/never-loaded.ts";
import { formatDay, plural } from "../../shared/format.ts";
import { Amounts } from "../../ui/amounts.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Card } from "../../ui/card.tsx";
import { Fold } from "../../ui/fold.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { LinePlot } from "../../ui/line-plot.tsx";
import { ScrollsSideways } from "../../ui/scrolls-sideways.tsx";
import { CardListSkeleton } from "../../ui/skeleton.tsx";
import { USUAL_WEEKS } from "./pulse.ts";
import { bucketWords, SHARE_FROM } from "../flow/flow.ts";
import { isShort, SHORTAGE_RULE, shortageWords } from "../operator/operator.ts";
import {
  cohortWords,
  dayWords,
  headlineWords,
  latestWords,
  modalityWords,
  partOfWords,
  partWords,
  placeWords,
} from "./pulse-words.ts";

type Market = Answers["pulse"]["market"];
type Filter = NonNullable<Parameters<(typeof queries.pulse.market)["call"]>[0]>;
const SERIES = ["En 24 h", "En 48 h", "En 7 días"];
const MOST_NAMED = 5;
type Step = Market["total"]["steps"][number]["step"];
const STEP_WORDS: Record<Exclude<Step, "published">, string> = {
  answered: "Con una postulación",
  accepted: "Con especialista aceptado",
  closed: "Cerrados",
  reviewed: "Con reseña",
  withdrawn: "Retirados",
};

/** "Mercado": how many cases get an application in time, by the week of their publication, and where they do not. */
export function MarketCards({ filter, download }: { filter: Filter; download: ReactNode }) {
  const market = useQuery(queries.pulse.market.queryOptions({ input: filter, placeholderData: keepPreviousData }));
  if (market.data)
    return (
      <div className="grid items-start gap-4 lg:grid-cols-3">
        <div className="flex min-w-0 flex-col gap-4 lg:col-span-2">
          <Shares market={market.data} download={download} />
          <Shortages />
          <Places market={market.data} />
        </div>
        <Waits market={market.data} weeks={filter.weeks ?? USUAL_WEEKS} />
      </div>
    );
  if (!neverLoaded(market)) return <CardListSkeleton count={2} />;
  return (
    <ErrorState
      message="No se pudo cargar el mercado"
      onRetry={() => void market.refetch()}
      isRetrying={market.isFetching}
    />
  );
}

function Shares({ market, download }: { market: Market; download: ReactNode }) {
  const { points, days, target, latest, before, counted_since } = market;
  const percent = (part: Market["latest"]) => part?.percent ?? null;
  const isBlank = points.every(({ day, two_days, week }) =>
    [day, two_days, week].every((part) => percent(part) === null),
  );
  const isYoung = counted_since !== null && points[0] !== undefined && counted_since > new Date(points[0].from);
  return (
    <Card as="section">
      <h2 className="text-lg md:max-w-prose">{headlineWords(latest, before)}</h2>
      <p className="mb-3 text-sm text-muted">{latest && cohortWords(latest, before)}</p>
      {points.length === 0 ? (
        <p className="text-muted">Todavía no terminó ninguna semana con casos.</p>
      ) : (
        !isBlank && (
          <LinePlot
            title={
              days === 7 ? "Casos con una postulación, por semana" : "Casos con una postulación, cada cuatro semanas"
            }
            note={`En %, por el día de publicación. Más es mejor; la línea de puntos es la meta de ${target} %. Lo más tenue todavía corre.`}
            isRoomy
            of={days === 7 ? "Semana del" : "Desde el"}
            series={SERIES}
            most={100}
            target={target}
            unit=" %"
            points={points.map(({ from, day, two_days, week, is_running }) => ({
              key: from,
              label: dayWords(from),
              values: [day, two_days, week].map(percent),
              isRunning: [is_running.day, is_running.two_days, is_running.week],
            }))}
          />
        )
      )}
      <div className="mt-2">
        <Fold title="Cómo se cuenta">
          <p className="text-muted">
            Con menos de 5 casos no mostramos números, ni donde se podrían deducir; con menos de {SHARE_FROM}, ningún
            porcentaje.
            {isBlank && ` Con ${SHARE_FROM} casos en una semana vas a ver acá cómo cambia.`}
            {latest && before === null && " Hace un mes no había datos para comparar."}
            {isYoung && ` Los casos retirados se cuentan desde el ${formatDay(counted_since)}.`}
          </p>
          <div className="flex flex-col sm:items-start">{download}</div>
        </Fold>
      </div>
    </Card>
  );
}

/** Each group of figures with the cases that it is about; what is of a few cases is left out, and said so once. */
function Waits({ market: { total }, weeks }: { market: Market; weeks: number }) {
  const { wait, steps, accepted_week, accepted_month } = total;
  const period = latestWords(weeks);
  const published = steps.find(({ step }) => step === "published")?.cases ?? null;
  const ripe = [
    ...(wait && wait.p50 !== wait.p90 ? [["La mitad, en", bucketWords(wait.p50)] as const] : []),
    ...(wait && wait.p75 !== wait.p90 ? [["3 de cada 4, en", bucketWords(wait.p75)] as const] : []),
    ...(wait ? [["9 de cada 10, en", bucketWords(wait.p90)] as const] : []),
    ...(accepted_week ? [["Aceptaron en 7 días", partOfWords(accepted_week)] as const] : []),
    ...(accepted_month ? [["Aceptaron en 30 días", partOfWords(accepted_month)] as const] : []),
  ];
  const reached = steps.flatMap(({ step, cases }) =>
    step === "published" || cases === null || published === null
      ? []
      : [[STEP_WORDS[step], `${cases.toLocaleString("es-AR")} de ${published.toLocaleString("es-AR")}`] as const],
  );
  const isWhole = accepted_month !== null && reached.length === steps.length - 1;
  return (
    <Card as="section">
      <h2 className="text-lg">Cuánto esperan la primera postulación</h2>
      <p className="mb-2 text-sm text-muted">
        {wait
          ? `De ${wait.of.toLocaleString("es-AR")} casos de ${period} con siete días cumplidos; los que todavía esperan también cuentan.`
          : "Todavía no hay 5 casos con siete días cumplidos."}
      </p>
      <Amounts items={ripe} />
      {published !== null && reached.length > 0 && (
        <>
          <h3 className="mt-6 text-lg">Hasta dónde llegaron hasta hoy</h3>
          <p className="mb-2 text-sm text-muted">
            De {plural(published, "caso publicado", "casos publicados")} en {period}, en cualquier momento: por eso
            puede haber más aceptados que en 7 días.{!isWhole && " Los pasos con menos de 5 casos no se muestran."}
          </p>
          <Amounts items={reached} />
        </>
      )}
    </Card>
  );
}

/** The places that lack specialists, as "Zonas" has them. */
function Shortages() {
  const short = useQuery(queries.operator.zones.queryOptions()).data?.items.filter(isShort) ?? [];
  const more = short.length - MOST_NAMED;
  if (short.length === 0) return null;
  return (
    <Card as="section">
      <h2 className="text-lg">Faltan especialistas</h2>
      <p className="mb-2 text-sm text-muted">{SHORTAGE_RULE}</p>
      <ul role="list">
        {short.slice(0, MOST_NAMED).map((zone) => (
          <li key={zone.slug}>{shortageWords(zone)}</li>
        ))}
      </ul>
      <p className="mt-3 flex flex-wrap gap-x-5 gap-y-2 text-sm">
        <ButtonLink to="/dashboard/admin/zones" variant="link" size="inline">
          {more > 0 ? `y ${plural(more, "zona más", "zonas más")}` : "Ver las zonas"}
        </ButtonLink>
        <ButtonLink to="/dashboard/admin/create-kine" variant="link" size="inline">
          Invitar especialistas
        </ButtonLink>
      </p>
    </Card>
  );
}

function Places({ market: { rows, table_from } }: { market: Market }) {
  const id = useId();
  const zones = useQuery(queries.operator.zones.queryOptions());
  const nameOf = (slug: string) => zones.data?.items.find((zone) => zone.slug === slug)?.name ?? placeWords(slug);
  return (
    <Card as="section">
      <h2 id={id} className="text-lg">
        Dónde quedan casos sin postulación
      </h2>
      {rows.length === 0 ? (
        <p className="text-muted">Todavía no hay 5 casos de un mismo lugar y modalidad para decirlo.</p>
      ) : (
        <ScrollsSideways label="Tabla de lugares">
          <table aria-labelledby={id} className="w-full border-collapse text-left wrap-normal tabular-nums">
            <thead className="text-sm text-muted">
              <tr>
                <th scope="col" className="p-2">
                  Lugar y modalidad
                </th>
                {["Casos", "En 24 h", "Sin postulación"].map((head) => (
                  <th key={head} scope="col" className="p-2 text-right">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={`${row.place} ${row.modality}`} className="border-t border-line">
                  <th scope="row" className="p-2 font-normal">
                    {nameOf(row.place)}, {modalityWords(row.modality).toLowerCase()}
                  </th>
                  <td className="p-2 text-right whitespace-nowrap">{row.published}</td>
                  <td className="p-2 text-right whitespace-nowrap">{partWords(row.day)}</td>
                  <td className="p-2 text-right whitespace-nowrap">{row.unmet}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollsSideways>
      )}
      <p className="mt-3 flex flex-wrap items-center gap-x-5 gap-y-2 text-sm text-muted">
        {table_from && rows.length > 0 && <span>Publicados desde el {dayWords(table_from)}.</span>}
        <ButtonLink to="/dashboard/admin/queues" variant="link" size="inline">
          Ver los casos sin postulaciones
        </ButtonLink>
      </p>
    </Card>
  );
}
