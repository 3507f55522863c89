import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useSearchParams } from "react-router";
import { queries } from "../../client/api.ts";
import { plural } from "../../shared/format.ts";
import { Fold } from "../../ui/fold.tsx";
import { Badge } from "../../ui/badge.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { useTogether } from "../../ui/together.tsx";
import { shortDayOf } from "../bookings/short-days.ts";
import { KineMeasures } from "../measures/kine-measures.tsx";
import { AcceptPlan, DisputeSession, EndAuthorisation, SheetButton } from "./treatment-acts.tsx";
import { AuthoriseForm, EndForm, NoteForm, PlanForm } from "./treatment-forms.tsx";
import { END_LABELS, endingLine, noRecord, treatmentLine } from "./treatment.ts";
import type { TreatmentView } from "./treatment-view.ts";

export type CaseTreatmentProps = {
  matchId: string;
  /** Whether something else comes first, the first turno: what a session needs is folded. */ isLater?: boolean;
  /** Whether 'Anotar sesión' is the next act of the screen. */ isMain?: boolean;
};

/**
 * The sessions of an accepted application: what was held, what is planned and what a coverage authorised. Both sides read the same.
 * `?vista=tratamiento` leads to it, open.
 */
export function CaseTreatment({ matchId, isLater = false, isMain = true }: CaseTreatmentProps) {
  const { data, error, refetch, isRefetching, isLoading } = useQuery(
    queries.treatments.read.queryOptions({ input: { match_id: matchId } }),
  );
  const [params] = useSearchParams();
  const isAskedFor = params.get("vista") === "tratamiento";
  const part = useRef<HTMLElement>(null);
  const isHere = useTogether(isLoading) && data !== undefined;
  useEffect(() => {
    if (isAskedFor && isHere) part.current?.scrollIntoView();
  }, [isAskedFor, isHere]);
  if (!data)
    return error ? (
      <ErrorState message="Error al cargar las sesiones" onRetry={() => void refetch()} isRetrying={isRefetching} />
    ) : null;
  const { accepted_at, planned, today, is_open, kine_name, side } = data;
  const isKine = side === "kine";
  const isFirst = isKine && !isLater;
  const isTogether = isKine && data.other_name !== null;
  const note = is_open && isKine && <NoteForm treatment={data} isMain={isFirst && isMain} />;
  const sessions = <Sessions treatment={data} />;
  const current = data.authorisations.find(({ standing }) => standing === "current");
  const ending = current && is_open ? endingLine(current, today) : null;
  return (
    <section
      ref={part}
      aria-label="Tratamiento"
      className="flex scroll-mt-4 flex-col gap-3 rounded-card border border-line p-4 print:hidden"
    >
      <h3 className="text-lg">Tratamiento</h3>
      <p className="font-semibold">{treatmentLine({ ...data, planned: accepted_at === null ? null : planned })}</p>
      {ending && <p>{ending}</p>}
      {data.ended_at && <p className="text-muted">Terminó: {data.end_reason && END_LABELS[data.end_reason]}.</p>}
      {planned !== null && accepted_at === null && <Proposed treatment={data} />}
      {isFirst && note}
      {isFirst && data.sessions.length > 0 && sessions}
      {!isFirst && (
        <Fold title="Sesiones" isOpen={isAskedFor}>
          {note}
          {sessions}
        </Fold>
      )}
      <Fold title="Autorización" isOpen={isAskedFor}>
        <Authorisations treatment={data} />
        {is_open && <AuthoriseForm treatment={data} />}
        <div>
          <SheetButton matchId={matchId} />
        </div>
      </Fold>
      {isKine && (is_open || isTogether) && (
        <Fold title={is_open ? "Plan" : "Cómo viene"} isOpen={isAskedFor}>
          {is_open && <PlanForm treatment={data} />}
          {isTogether && <KineMeasures caseId={data.case_id} />}
          {is_open && <EndForm treatment={data} />}
        </Fold>
      )}
      {is_open && !isKine && <EndForm treatment={data} />}
      <p className="text-sm text-muted">{noRecord(isKine ? null : kine_name)}</p>
    </section>
  );
}

function Proposed({ treatment }: { treatment: TreatmentView }) {
  const { side, planned, kine_name, is_open } = treatment;
  if (side === "kine") return <p className="text-muted">Tu plan de {planned} sesiones espera a tu paciente.</p>;
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-card bg-primary-soft p-3">
      <p>
        {kine_name} propone {planned} sesiones.
      </p>
      {is_open && <AcceptPlan treatment={treatment} />}
    </div>
  );
}

/** How many sessions a specialist reads before the others are folded. */
const LATEST = 3;

function Sessions({ treatment: { sessions, side } }: { treatment: TreatmentView }) {
  if (sessions.length === 0) return <p className="text-muted">Todavía no hay sesiones marcadas.</p>;
  if (side === "patient") return <SessionList {...{ sessions, side }} />;
  const newest = sessions.toReversed();
  const before = newest.slice(LATEST);
  return (
    <>
      <SessionList sessions={newest.slice(0, LATEST)} side={side} />
      {before.length > 0 && (
        <Fold title={plural(before.length, "sesión anterior", "sesiones anteriores")}>
          <SessionList sessions={before} side={side} />
        </Fold>
      )}
    </>
  );
}

function SessionList({ sessions, side }: Pick<TreatmentView, "sessions" | "side">) {
  return (
    <ol role="list" aria-label="Sesiones" className="flex flex-col">
      {sessions.map((session) => (
        <li key={session.id} className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1">
          <span>
            {session.number === null ? "–" : `${session.number}.`} {shortDayOf(session.local_start)}
          </span>
          {session.state === "no_show" && <Badge tone="warning">No vino</Badge>}
          {session.is_noted && side === "patient" && <Badge>Anotada</Badge>}
          {session.is_disputed && <span className="text-sm text-muted">No cuenta: no coinciden</span>}
          {session.can_dispute && (
            <span className={side === "kine" ? "-mr-3.5 ml-auto" : "-ml-3"}>
              <DisputeSession session={session} side={side} />
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}

function Authorisations({ treatment: { authorisations, is_open } }: { treatment: TreatmentView }) {
  const [open, over] = [
    authorisations.filter(({ standing }) => standing !== "over"),
    authorisations.filter(({ standing }) => standing === "over"),
  ];
  const list = (items: typeof authorisations) => (
    <ul role="list" aria-label="Autorizaciones" className="flex flex-col gap-1.5">
      {items.map((one) => (
        <li key={one.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span>
            {one.coverage}
            {one.number && ` n.º ${one.number}`}: {one.used} de {one.sessions} usadas, del {shortDayOf(one.valid_from)}{" "}
            al {shortDayOf(one.valid_until)}
          </span>
          {is_open && one.standing !== "over" && (
            <span className="-ml-3">
              <EndAuthorisation authorisation={one} />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
  return (
    <>
      {open.length > 0 && list(open)}
      {over.length > 0 && <Fold title="Autorizaciones vencidas">{list(over)}</Fold>}
    </>
  );
}
