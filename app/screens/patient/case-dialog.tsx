import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { type Answers, queries } from "../../client/api.ts";
import { CaseDates } from "../../domain/cases/case-dates.tsx";
import { CaseFacts } from "../../domain/cases/case-facts.tsx";
import { CaseStatusBadge } from "../../domain/cases/case-status-badge.tsx";
import { STUDIES_ACCESS_LABELS } from "../../domain/cases/case.ts";
import { StudyViews } from "../../domain/studies/study-views.tsx";
import { StudiesList } from "../../domain/studies/studies-list.tsx";
import { errorCode } from "../../shared/errors.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { useFocusFallback } from "../../ui/focus-fallback.ts";
import { CardListSkeleton } from "../../ui/skeleton.tsx";
import { Applications } from "./applications.tsx";
import { useCloseCase } from "./use-close-case.tsx";
import { WithdrawCase } from "./withdraw-case.tsx";

type OwnCase = Answers["cases"]["get"];

const POLL_MS = 15_000;

type CaseDialogProps = {
  caseId: string;
  patientName: string;
  isOpen: boolean;
  onClose: () => void;
  onEdit: () => void;
};

/** The patient's own case with its studies and applications, kept up to date while open. */
export function CaseDialog({ caseId, patientName, isOpen, onClose, onEdit }: CaseDialogProps) {
  const { data, error, refetch, isRefetching } = useQuery({
    ...queries.cases.get.queryOptions({ input: { id: caseId } }),
    enabled: isOpen,
    refetchInterval: POLL_MS,
    refetchOnWindowFocus: "always",
  });
  const closing = useCloseCase(caseId);
  const isMissing = ["CASE_NOT_FOUND", "BAD_INPUT"].includes(errorCode(error) ?? "");
  return (
    <Dialog isOpen={isOpen} onOpenChange={(open) => !open && onClose()} title={data?.title ?? "Tu caso"} size="wide">
      {isMissing ? (
        <ErrorState message="Caso no encontrado" detail="Puede que lo hayas retirado. Volvé a la lista de tus casos." />
      ) : data ? (
        <div className="flex flex-col gap-7">
          <CaseContent ownCase={data} />
          <Applications
            ownCase={data}
            patientName={patientName}
            neverLoaded={error !== null}
            isRetrying={isRefetching}
            onRetry={() => void refetch()}
            onReview={closing.review}
          />
          {data.status === "open" && <WithdrawCase caseId={caseId} onEdit={onEdit} onWithdrawn={onClose} />}
          {data.status === "matched" && <ClosingOffer isPending={closing.isPending} onClose={closing.close} />}
        </div>
      ) : error ? (
        <ErrorState message="Error al cargar el caso" onRetry={() => void refetch()} isRetrying={isRefetching} />
      ) : (
        <CardListSkeleton count={2} hasPhoto />
      )}
      {closing.dialog}
    </Dialog>
  );
}

function CaseContent({ ownCase }: { ownCase: OwnCase }) {
  return (
    <>
      <section aria-label="Datos del caso" className="flex flex-col gap-4">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <CaseStatusBadge status={ownCase.status} />
          <CaseDates created_at={ownCase.created_at} edited_at={ownCase.edited_at} />
        </div>
        {ownCase.closed_reason && (
          <p className="rounded-card bg-sunken p-4 wrap-anywhere">
            Un administrador cerró este caso: {ownCase.closed_reason}
          </p>
        )}
        <p className="whitespace-pre-line">{ownCase.description}</p>
        <CaseFacts {...ownCase} />
      </section>
      {ownCase.studies.length > 0 && (
        <section aria-labelledby="own-studies" className="flex flex-col gap-3">
          <h3 id="own-studies" className="text-lg">
            Estudios
          </h3>
          <StudiesList studies={ownCase.studies} />
          <p className="text-sm text-muted">
            Los pueden abrir: {STUDIES_ACCESS_LABELS[ownCase.studies_access].toLowerCase()}.
          </p>
          <StudyViews caseId={ownCase.id} studies={ownCase.studies} />
        </section>
      )}
    </>
  );
}

// At the end and not in the footer: a footer that appears on acceptance would move under the finger that accepts.
function ClosingOffer({ isPending, onClose }: { isPending: boolean; onClose: () => void }) {
  const part = useRef<HTMLElement>(null);
  useFocusFallback(part, () => document.getElementById("own-applications"));
  return (
    <section
      ref={part}
      aria-labelledby="closing-offer"
      className="flex flex-col items-start gap-3 border-t border-line pt-6"
    >
      <h3 id="closing-offer" className="text-lg">
        ¿Ya terminaste?
      </h3>
      <p>Cuando no necesites más atención por este caso, cerralo y contanos cómo te fue.</p>
      <Button variant="secondary" onPress={onClose} isPending={isPending}>
        Cerrar Caso y Dejar Review
      </Button>
    </section>
  );
}
