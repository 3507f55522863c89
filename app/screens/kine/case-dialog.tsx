import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Answers, queries } from "../../client/api.ts";
import { CaseDates } from "../../domain/cases/case-dates.tsx";
import { CaseFacts } from "../../domain/cases/case-facts.tsx";
import { StudiesList } from "../../domain/studies/studies-list.tsx";
import { ApplyDialog } from "../../domain/matches/apply-dialog.tsx";
import { greetingToPatient } from "../../domain/matches/match.ts";
import { OwnApplication } from "../../domain/matches/own-application.tsx";
import { WithdrawApplication } from "../../domain/matches/withdraw-application.tsx";
import { ContactActions } from "../../domain/profiles/contact-actions.tsx";
import { PersonLine } from "../../domain/profiles/person-line.tsx";
import { ReportButton } from "../../domain/reports/report-button.tsx";
import { errorCode } from "../../shared/errors.ts";
import { plural } from "../../shared/format.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Icon } from "../../ui/icons.tsx";
import { CardListSkeleton } from "../../ui/skeleton.tsx";

type CaseView = Answers["cases"]["view"];

// Study links expire after five minutes: refetched earlier, they stay valid while the dialog is open.
const FRESH_LINKS_MS = 4 * 60_000;

type CaseDialogProps = { caseId: string; isOpen: boolean; onClose: () => void };

/** The specialist's view of a case, with their application or the button to apply. */
export function CaseDialog({ caseId, isOpen, onClose }: CaseDialogProps) {
  const [isApplying, setApplying] = useState(false);
  const { data, error, refetch, isRefetching } = useQuery({
    ...queries.cases.view.queryOptions({ input: { id: caseId } }),
    enabled: isOpen,
    refetchInterval: FRESH_LINKS_MS,
  });
  const isMissing = ["CASE_NOT_FOUND", "BAD_INPUT"].includes(errorCode(error) ?? "");
  return (
    <Dialog
      isOpen={isOpen}
      hasAddress
      onOpenChange={(open) => !open && onClose()}
      title={data?.title ?? "Caso"}
      size="wide"
      footer={data && !isMissing && <CaseAction data={data} onApply={() => setApplying(true)} onClose={onClose} />}
    >
      {isMissing ? (
        <ErrorState message="Caso no encontrado" detail="Puede que lo hayan cerrado o retirado." />
      ) : data ? (
        <CaseContent data={data} onWithdrawn={onClose} />
      ) : error ? (
        <ErrorState message="Error al cargar el caso" onRetry={() => refetch()} isRetrying={isRefetching} />
      ) : (
        <CardListSkeleton count={2} hasPhoto />
      )}
      {data && (
        <ApplyDialog caseId={data.id} caseTitle={data.title} isOpen={isApplying} onClose={() => setApplying(false)} />
      )}
    </Dialog>
  );
}

type CaseActionProps = { data: CaseView; onApply: () => void; onClose: () => void };

function CaseAction({ data, onApply, onClose }: CaseActionProps) {
  const mayApply = !data.match && data.status !== "closed";
  // One button in both states keeps the focus after applying.
  return (
    <Button variant={mayApply ? "primary" : "secondary"} onPress={mayApply ? onApply : onClose}>
      {mayApply ? "Postularme a este caso" : "Volver"}
    </Button>
  );
}

function CaseContent({ data, onWithdrawn }: { data: CaseView; onWithdrawn: () => void }) {
  const age = data.poster_age === null ? null : plural(data.poster_age, "año", "años");
  return (
    <div className="flex flex-col gap-7">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <PersonLine name={data.poster_name} photoUrl={data.poster_photo_url}>
          {[age, data.poster_city].filter(Boolean).join(" · ")}
        </PersonLine>
        <CaseDates created_at={data.created_at} edited_at={data.edited_at} />
      </div>
      {data.status === "closed" && (
        <div>
          <Badge icon="lock">Caso cerrado</Badge>
        </div>
      )}
      {data.closed_reason && <p className="wrap-anywhere">Lo cerró un administrador: {data.closed_reason}</p>}
      {data.match?.status === "accepted" && <PatientContact data={data} />}
      {data.match && (
        <OwnApplication match={data.match}>
          <WithdrawApplication match={data.match} caseTitle={data.title} onWithdrawn={onWithdrawn} />
        </OwnApplication>
      )}
      <section aria-labelledby="case-description" className="flex flex-col gap-3">
        <h3 id="case-description" className="text-lg">
          Qué le pasa
        </h3>
        <p className="whitespace-pre-line">{data.description}</p>
        <CaseFacts {...data} />
      </section>
      <Studies data={data} />
      <div>
        <ReportButton subject="case" id={data.id} what="este caso" />
      </div>
    </div>
  );
}

function PatientContact({ data }: { data: CaseView }) {
  const me = useQuery(queries.accounts.me.queryOptions());
  const names = { kine: me.data?.name ?? "", patient: data.poster_name, caseTitle: data.title };
  return (
    <section aria-labelledby="case-contact" className="flex flex-col gap-3 rounded-card bg-success-soft p-5">
      <h3 id="case-contact" className="text-lg">
        Contacto de {data.poster_name}
      </h3>
      <ContactActions name={data.poster_name} phone={data.phone} greeting={greetingToPatient(names)} />
      <p className="flex items-start gap-2 text-sm">
        <Icon name="lock" className="mt-0.5 size-4.5" />
        Solo el especialista asignado ve los datos de contacto.
      </p>
    </section>
  );
}

function Studies({ data }: { data: CaseView }) {
  if (data.studies.length === 0 && data.studies_withheld === 0) return null;
  return (
    <section aria-labelledby="case-studies" className="flex flex-col gap-3">
      <h3 id="case-studies" className="text-lg">
        Estudios
      </h3>
      {data.studies_withheld > 0 ? (
        <p className="flex items-start gap-2 rounded-card bg-sunken p-4">
          <Icon name="lock" className="mt-0.5 size-5" />
          <span>
            {plural(data.studies_withheld, "estudio adjunto", "estudios adjuntos")}. Los vas a poder abrir si{" "}
            {data.poster_name} acepta tu postulación.
          </span>
        </p>
      ) : (
        <StudiesList studies={data.studies} />
      )}
    </section>
  );
}
