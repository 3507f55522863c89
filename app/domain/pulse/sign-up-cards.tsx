import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ReactNode, useId } from "react";
import { type Answers, queries } from "../../client/api.ts";
import { neverLoaded } from "../../client/never-loaded.ts";
import { formatDay, plural } from "../../shared/format.ts";
import { Card } from "../../ui/card.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Fold } from "../../ui/fold.tsx";
import { LinePlot } from "../../ui/line-plot.tsx";
import { CardListSkeleton } from "../../ui/skeleton.tsx";
import { SHARE_FROM } from "../flow/flow.ts";
import { funnelWords, ROLE_WORDS, SIGN_UP_STEPS, STEP_WORDS, stepWords } from "../sign-ups/sign-ups.ts";
import { dayWords, scaleOf } from "./pulse-words.ts";

type SignUps = Answers["pulse"]["signups"];
type OfRole = SignUps["roles"][number];
/** The steps that are told by week. */
const TOLD = ["accounts", "begun", "accepted"] as const;
/** The one that decides is drawn; the others stand in the table. */
const DECIDING = "accepted";
const IN_TABLE = [DECIDING, ...TOLD.filter((step) => step !== DECIDING)] as const;

/** "Altas": how far those come who sign up, by role, and the step that loses most. */
export function SignUpCards({ weeks, download }: { weeks: number; download: ReactNode }) {
  const signUps = useQuery(queries.pulse.signups.queryOptions({ input: { weeks }, placeholderData: keepPreviousData }));
  if (signUps.data)
    return (
      <div className="@container">
        <div className={`grid items-start gap-4 ${signUps.data.roles.every(isPlotted) ? "@7xl:grid-cols-2" : ""}`}>
          {signUps.data.roles.map((one) => (
            <Role key={one.role} of={one} />
          ))}
          <div className="@7xl:col-span-full">
            <Fold title="Cómo se cuenta">
              <p className="max-w-prose text-muted">
                Cada paso cuenta en los 30 días que siguen al alta. Las semanas con menos de 5 cuentas no se muestran ni
                se suman. Quedan afuera los invitados.
                {signUps.data.roles.some(({ total }) => total === null) &&
                  " Todavía ninguna semana de 5 cuentas o más cumplió sus 30 días."}
                {signUps.data.counted_since &&
                  ` Las aperturas del formulario y quienes se fueron se cuentan desde el ${formatDay(signUps.data.counted_since)}.`}
              </p>
              <div className="flex flex-col sm:items-start">{download}</div>
            </Fold>
          </div>
        </div>
      </div>
    );
  if (!neverLoaded(signUps)) return <CardListSkeleton count={2} />;
  return (
    <ErrorState
      message="No se pudieron cargar las altas"
      onRetry={() => void signUps.refetch()}
      isRetrying={signUps.isFetching}
    />
  );
}

const isTold = ({ counts }: OfRole["points"][number]) => counts !== null;
const isPlotted = ({ points }: OfRole) => points.filter(isTold).length > 1;

function Role({ of }: { of: OfRole }) {
  const { role, points, total, worst } = of;
  const last = points.findLast(isTold);
  return (
    <Card as="section">
      <div className="mb-3 md:max-w-prose">
        <h2 className="text-lg">{ROLE_WORDS[role]}</h2>
        <p>
          {total
            ? funnelWords(role, total, worst)
            : last
              ? weekWords(role, last)
              : "Todavía no hay semanas de 5 cuentas o más."}
        </p>
      </div>
      <div className="grid gap-4">
        {total && <Funnel of={of} total={total} />}
        {isPlotted(of) && (
          <div className="min-w-0">
            <LinePlot
              title={`${STEP_WORDS[role][DECIDING].done}, por semana del alta`}
              note="Más es mejor; lo más tenue todavía corre."
              of="Semana del"
              isRoomy
              series={IN_TABLE.map((step) => STEP_WORDS[role][step].done)}
              drawn={1}
              most={scaleOf(points.map(({ counts }) => counts?.accounts ?? 0))}
              points={points.map(({ from, counts, is_running }) => ({
                key: from,
                label: dayWords(from),
                values: IN_TABLE.map((step) => counts?.[step] ?? null),
                isRunning: IN_TABLE.map((step) => step !== "accounts" && is_running),
              }))}
            />
          </div>
        )}
      </div>
    </Card>
  );
}

/** "Semana del 2/11: 16 crearon la cuenta, 12 publicaron un caso, 1 aceptó a un especialista." */
function weekWords(role: OfRole["role"], { from, counts }: OfRole["points"][number]): string {
  const steps = TOLD.map((step) => stepWords(role, step, counts?.[step] ?? 0));
  return `Semana del ${dayWords(from)}: ${steps.join(", ")}.`;
}

/** The steps as bars of a table, the one that loses most marked. */
function Funnel({ of: { role, points, worst }, total }: { of: OfRole; total: NonNullable<OfRole["total"]> }) {
  const id = useId();
  const ripe = points.filter(({ counts, is_running }) => counts !== null && !is_running);
  const opened = ripe.every((point) => point.opened !== null)
    ? ripe.reduce((sum, point) => sum + (point.opened ?? 0), 0)
    : 0;
  const share = (n: number) => (total.accounts >= SHARE_FROM ? `${Math.round((100 * n) / total.accounts)} %` : "");
  return (
    <div className="min-w-0">
      <h3 id={id} className="font-semibold">
        Hasta dónde llegan en 30 días
      </h3>
      <p className="text-sm text-muted">
        {plural(ripe.length, "semana cumplida", "semanas cumplidas")}
        {opened > 0 && `; el formulario se abrió ${opened.toLocaleString("es-AR")} veces`}.
      </p>
      <table aria-labelledby={id} className="mt-2 w-full border-collapse text-left wrap-normal tabular-nums">
        <tbody>
          {SIGN_UP_STEPS.map((step) => (
            <tr key={step} className="border-t border-line">
              <th scope="row" className="py-2 pr-3 font-normal">
                {STEP_WORDS[role][step].done}
                {step === worst && <span className="block text-sm font-medium text-warning">Acá se pierden más</span>}
                <svg
                  viewBox={`0 0 ${total.accounts} 1`}
                  preserveAspectRatio="none"
                  aria-hidden="true"
                  className="mt-1 h-2 w-full rounded bg-sunken"
                >
                  <rect width={total[step]} height="1" className={step === worst ? "fill-warning" : "fill-primary"} />
                </svg>
              </th>
              <td className="py-2 pl-2 text-right align-top font-semibold whitespace-nowrap">
                {total[step].toLocaleString("es-AR")}
              </td>
              <td className="w-16 py-2 pl-2 text-right align-top whitespace-nowrap text-muted">{share(total[step])}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
