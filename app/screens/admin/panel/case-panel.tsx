import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { type Answers, queries } from "../../../client/api.ts";
import { CaseStatusBadge } from "../../../domain/cases/case-status-badge.tsx";
import { CASE_STATUS_LABELS_FOR_ADMIN } from "../../../domain/cases/case.ts";
import { CloseCaseAction } from "../../../domain/moderation/moderation-actions.tsx";
import { CASE_MODALITY_LABELS } from "../../../domain/profiles/modality.ts";
import { UNNAMED_AUTHOR } from "../../../domain/reviews/review-words.ts";
import { DOT, formatDay, plural } from "../../../shared/format.ts";
import { Facts } from "../../../ui/facts.tsx";
import { Outcome, Outcomes } from "../../../ui/outcomes.tsx";
import { openWaitWords } from "../case-row.tsx";
import {
  ApplicationLine,
  Loaded,
  type PanelProps,
  Part,
  PersonLink,
  ReportLine,
  ReviewLine,
  type Show,
} from "./parts.tsx";

type Case = Answers["dossiers"]["caseFile"];
/** The server sends at most this many applications of a case. */
const APPLICATIONS = 50;

/** A case with everything about it, and the links to it. */
export function CasePanel({ id, show }: PanelProps) {
  const found = useQuery(queries.dossiers.caseFile.queryOptions({ input: { id } }));
  return <Loaded query={found}>{(data) => <Content found={data} show={show} />}</Loaded>;
}

function Content({ found, show }: { found: Case; show: Show }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const chosen = found.applications.find(({ status }) => status === "accepted");
  return (
    <div className="flex flex-col gap-4">
      <div>
        <h2 ref={heading} tabIndex={-1} className="mb-2 rounded text-xl wrap-anywhere">
          {found.title}
        </h2>
        <CaseStatusBadge status={found.status} labels={CASE_STATUS_LABELS_FOR_ADMIN} />
        {found.status === "open" && (
          <p className="mt-1 text-sm font-semibold">
            {found.applications.length === 0
              ? "Sin postulaciones"
              : plural(found.applications.length, "postulación", "postulaciones")}
            {DOT}espera hace {openWaitWords(found)}
          </p>
        )}
        <p className="mt-1 text-sm">
          Paciente: <PersonLink id={found.patient_id} name={found.patient_name ?? UNNAMED_AUTHOR} show={show} />
        </p>
        {chosen && (
          <p className="mt-1 text-sm pointer-coarse:-mt-1.5">
            Asignado a <PersonLink id={chosen.kine_id} name={chosen.kine_name} show={show} />
          </p>
        )}
      </div>
      {found.closed_reason && (
        <p className="text-muted wrap-anywhere">Cerrado por un administrador: {found.closed_reason}</p>
      )}
      <p className="whitespace-pre-line wrap-anywhere">{found.description}</p>
      {found.fact_words && <p className="whitespace-pre-line wrap-anywhere">{found.fact_words}</p>}
      <Facts
        isNarrow
        facts={[
          ["Barrio", found.location_city || "Sin ubicación"],
          ["Zona de la lesión", found.injury_area],
          ["Modalidad", found.preferred_modality && CASE_MODALITY_LABELS[found.preferred_modality]],
          ...(found.study_count > 0 ? ([["Estudios", plural(found.study_count, "archivo", "archivos")]] as const) : []),
          ["Fecha", formatDay(found.created_at)],
          ...(found.edited_at ? ([["Editado", formatDay(found.edited_at)]] as const) : []),
        ]}
      />
      <Part title={`Postulaciones (${found.applications.length})`} items={found.applications} most={APPLICATIONS}>
        {(item) => <ApplicationLine item={item} of="kine" show={show} />}
      </Part>
      <Part title="Reseñas" items={found.reviews}>
        {(item) => <ReviewLine item={item} show={show} />}
      </Part>
      <Part title="Denuncias" items={found.reports}>
        {(item) => <ReportLine item={item} />}
      </Part>
      {found.status !== "closed" && (
        <div className="border-t border-line pt-4">
          <Outcomes>
            <Outcome act={<CloseCaseAction closed={found} />}>Deja de ofrecerse y no se puede volver a abrir.</Outcome>
          </Outcomes>
        </div>
      )}
    </div>
  );
}
