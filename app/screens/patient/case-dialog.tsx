import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { type Answers, queries } from "../../client/api.ts";
import { dayOf } from "../../domain/bookings/booking-words.ts";
import { CaseDates } from "../../domain/cases/case-dates.tsx";
import { CaseFacts } from "../../domain/cases/case-facts.tsx";
import { FactsList } from "../../domain/cases/facts-list.tsx";
import { CaseStatusBadge } from "../../domain/cases/case-status-badge.tsx";
import { STUDIES_ACCESS_LABELS } from "../../domain/cases/case.ts";
import { CoverageQuestions } from "../../domain/coverages/coverage-questions.tsx";
import { useRead } from "../../domain/notifications/use-read.ts";
import { StudyViews } from "../../domain/studies/study-views.tsx";
import { StudiesList } from "../../domain/studies/studies-list.tsx";
import { errorCode } from "../../shared/errors.ts";
import { plural } from "../../shared/format.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Fold } from "../../ui/fold.tsx";
import { Icon } from "../../ui/icons.tsx";
import { useFocusFallback } from "../../ui/focus-fallback.ts";
import { late } from "../../ui/late.tsx";
import { CardListSkeleton } from "../../ui/skeleton.tsx";
import { Together, useTogether } from "../../ui/together.tsx";
import { useIsWide } from "../../ui/use-media.ts";
import { Applications } from "./applications.tsx";
import { useCloseCase } from "./use-close-case.tsx";
import { WithdrawCase, type WithdrawCaseProps } from "./withdraw-case.tsx";

const CaseReach = late<{ caseId: string }>(async () => (await import("./case-reach.tsx")).CaseReach);
const SummaryButton = late<{ caseId: string }>(
  async () => (await import("../../domain/cases/summary-button.tsx")).SummaryButton,
);
const CaseMeasures = late<{ caseId: string }>(
  async () => (await import("../../domain/measures/case-measures.tsx")).CaseMeasures,
);
const DormantCase = late<{ caseId: string }>(async () => (await import("./case-reach.tsx")).DormantCase);

type OwnCase = Answers["cases"]["get"];

const POLL_MS = 15_000;

export type CaseDialogProps = {
  caseId: string;
  patientName: string;
  isOpen: boolean;
  /** It was opened by "Ya terminé". */
  isFinished: boolean;
  onClose: () => void;
  onEdit: () => void;
};

/** The patient's own case with its studies and applications, kept up to date while open. */
export function CaseDialog({ caseId, patientName, isOpen, isFinished, onClose, onEdit }: CaseDialogProps) {
  const { data, error, refetch, isRefetching, isPaused } = useQuery({
    ...queries.cases.get.queryOptions({ input: { id: caseId } }),
    enabled: isOpen,
    refetchInterval: POLL_MS,
    refetchOnWindowFocus: "always",
  });
  useRead(isOpen && data ? { case_id: caseId } : null);
  const closing = useCloseCase({ caseId, isMatched: data?.status === "matched" });
  const isMissing = ["CASE_NOT_FOUND", "BAD_INPUT"].includes(errorCode(error) ?? "");
  return (
    <Dialog
      hasAddress
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      title={data?.title ?? "Tu caso"}
      size="wide"
    >
      {isMissing ? (
        <ErrorState message="Caso no encontrado" detail="Puede que lo hayas retirado. Volvé a la lista de tus casos." />
      ) : data ? (
        <Together meanwhile={<CardListSkeleton count={2} hasPhoto />}>
          <div className="flex flex-col gap-6">
            {data.is_dormant && <DormantCase caseId={caseId} />}
            {isFinished && data.status === "matched" && <AskAtOnce ask={closing.close} />}
            {data.last_session && <HowItWent lastSession={data.last_session} {...closing} />}
            <Applications
              ownCase={data}
              patientName={patientName}
              neverLoaded={error !== null}
              isRetrying={isRefetching}
              onRetry={() => void refetch()}
              onReview={closing.review}
            />
            <Rest isFolded={data.status !== "open"}>
              {data.applications.some(({ status }) => status === "accepted") && <CaseMeasures caseId={caseId} />}
              {isQuiet(data) && <CaseReach caseId={caseId} />}
              <OwnStory ownCase={data} onEdit={onEdit} onWithdrawn={onClose} />
              {data.status === "closed" && data.coverage && <CoverageQuestions caseId={caseId} />}
            </Rest>
            {data.status === "matched" && !data.last_session && <ClosingOffer {...closing} />}
          </div>
        </Together>
      ) : error ? (
        <ErrorState message="Error al cargar el caso" onRetry={() => void refetch()} isRetrying={isRefetching} />
      ) : isPaused ? (
        <ErrorState
          message="Sin conexión no podemos abrir este caso"
          detail="Se abre solo cuando vuelva la conexión."
        />
      ) : (
        <CardListSkeleton count={2} hasPhoto />
      )}
      {closing.dialog}
    </Dialog>
  );
}

/** Asks once the case is open: a question that opened in the same moment would lie beneath it. */
function AskAtOnce({ ask }: { ask: () => void }) {
  const askNow = useEffectEvent(ask);
  useEffect(() => askNow(), []);
  return null;
}

/** What a patient reads of a case besides who attends them: one line on phones, once somebody does. */
function Rest({ isFolded, children }: { isFolded: boolean; children: ReactNode }) {
  // What is open stays open when a phone is turned.
  const [wasWide] = useState(useIsWide());
  const isLedTo = useSearchParams()[0].has("medida");
  if (wasWide || !isFolded) return children;
  return (
    <Fold title="Ver todo mi caso" isOpen={isLedTo}>
      {children}
    </Fold>
  );
}

const QUIET_MS = 24 * 3_600_000;

/** Whether nobody has applied for so long that the patient is offered other steps. */
function isQuiet({ status, is_dormant, application_count, created_at }: OwnCase): boolean {
  return status === "open" && !is_dormant && application_count === 0 && Date.now() - created_at.getTime() > QUIET_MS;
}

/** "Tu caso": folded once there are applications to look at. */
function OwnStory({ ownCase, onEdit, onWithdrawn }: { ownCase: OwnCase } & Omit<WithdrawCaseProps, "caseId">) {
  const { id, status, studies, applications } = ownCase;
  const [isOpen] = useState(applications.length === 0);
  return (
    <Fold
      isOpen={isOpen}
      title={
        <span className="inline-flex flex-wrap items-center gap-3">
          <span>Tu caso</span> <CaseStatusBadge status={status} />
        </span>
      }
    >
      <section aria-label="Datos del caso" className="flex flex-col gap-4">
        <CaseDates created_at={ownCase.created_at} edited_at={ownCase.edited_at} />
        {ownCase.closed_reason && (
          <p className="rounded-card bg-sunken p-4 wrap-anywhere">
            Un administrador cerró este caso: {ownCase.closed_reason}
          </p>
        )}
        <p className="whitespace-pre-line">{ownCase.description}</p>
        <CaseFacts {...ownCase} />
        <FactsList facts={ownCase.facts} />
        <p className="flex items-start gap-2 text-sm text-muted">
          <Icon name="eye" className="mt-0.5 size-4.5" />
          {ownCase.opened_by === 0
            ? "Todavía no lo abrió ningún especialista."
            : `Lo ${ownCase.opened_by === 1 ? "abrió" : "abrieron"} ${plural(ownCase.opened_by, "especialista", "especialistas")}.`}
        </p>
        {ownCase.identity_access === "accepted" && (
          <p className="flex items-start gap-2 text-sm text-muted">
            <Icon name="lock" className="mt-0.5 size-4.5" />
            Tu nombre y tu foto los ven solo quienes aceptes y nuestro equipo.
          </p>
        )}
      </section>
      {studies.length > 0 && (
        <section aria-labelledby="own-studies" className="flex flex-col gap-3">
          <h3 id="own-studies" className="text-lg">
            Estudios
          </h3>
          <StudiesList studies={studies} />
          <p className="text-muted">Los pueden abrir: {STUDIES_ACCESS_LABELS[ownCase.studies_access].toLowerCase()}.</p>
          <StudyViews caseId={id} studies={studies} />
        </section>
      )}
      {applications.some(({ is_in_contact }) => is_in_contact) && <SummaryButton caseId={id} />}
      {status === "open" && <WithdrawCase caseId={id} onEdit={onEdit} onWithdrawn={onWithdrawn} />}
    </Fold>
  );
}

type ClosingOfferProps = { isPending: boolean; isLoading: boolean; hasAhead: boolean; close: () => void };

/** After the last turno the case begins with its end; who goes on finds "Pedir turno" with their specialist below. */
function HowItWent({ lastSession, isPending, close }: ClosingOfferProps & { lastSession: string }) {
  const part = useRef<HTMLElement>(null);
  useFocusFallback(part, () => document.getElementById("own-applications"));
  return (
    <section ref={part} aria-labelledby="how-it-went" className="flex flex-col gap-3 print:hidden">
      <h3 id="how-it-went" className="text-lg">
        ¿Ya terminaste?
      </h3>
      <p>Tu último turno fue el {dayOf(lastSession).toLowerCase()}. Si seguís, pedí otro.</p>
      <Button size="large" onPress={close} isPending={isPending}>
        Cerrar Caso y Dejar Review
      </Button>
    </section>
  );
}

// The last of the page: an acceptance must not put it under the finger. Folded while a turno is ahead, which a closing cancels.
function ClosingOffer({ isPending, isLoading, hasAhead, close }: ClosingOfferProps) {
  const part = useRef<HTMLElement>(null);
  useFocusFallback(part, () => document.getElementById("own-applications"));
  useTogether(isLoading);
  const [title, button] = [
    "¿Ya terminaste?",
    <Button key="close" variant="secondary" onPress={close} isPending={isPending}>
      Cerrar Caso y Dejar Review
    </Button>,
  ];
  return (
    <section ref={part} aria-label={title} className="border-t border-line pt-6 print:hidden">
      {hasAhead ? (
        <Fold title={title}>
          <p>Primero andá a tu turno: si cerrás el caso ahora, se cancela.</p>
          <div>{button}</div>
        </Fold>
      ) : (
        <div className="flex flex-col items-start gap-3">
          <h3 className="text-lg">{title}</h3>
          {button}
        </div>
      )}
    </section>
  );
}
