import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { type Answers, queries } from "../../client/api.ts";
import { CaseDates } from "../../domain/cases/case-dates.tsx";
import { namesPlan, placesInWords } from "../../domain/cases/case-fit.ts";
import { CaseFacts } from "../../domain/cases/case-facts.tsx";
import { ConversationButton } from "../../domain/conversations/conversation-button.tsx";
import { FactsList } from "../../domain/cases/facts-list.tsx";
import { decadeInWords } from "../../domain/cases/case-words.ts";
import { ApplyDialog } from "../../domain/matches/apply-dialog.tsx";
import { EditOffer } from "../../domain/matches/edit-offer.tsx";
import { FullCase } from "../../domain/matches/full-case.tsx";
import { MatchStatusBadge } from "../../domain/matches/match-status-badge.tsx";
import { OfferList } from "../../domain/matches/offer-list.tsx";
import { OwnApplication } from "../../domain/matches/own-application.tsx";
import { WithdrawApplication } from "../../domain/matches/withdraw-application.tsx";
import { useRead } from "../../domain/notifications/use-read.ts";
import { PersonLine } from "../../domain/profiles/person-line.tsx";
import { AskPush } from "../../domain/push/ask-push.tsx";
import { ReportButton } from "../../domain/reports/report-button.tsx";
import type { CaseTreatmentProps } from "../../domain/treatments/case-treatment.tsx";
import { errorCode } from "../../shared/errors.ts";
import { DOT, formatDay, plural } from "../../shared/format.ts";
import { Button } from "../../ui/button.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { late } from "../../ui/late.tsx";
import { CardListSkeleton } from "../../ui/skeleton.tsx";
import { SidePane } from "../../ui/side-pane.tsx";
import { Together } from "../../ui/together.tsx";
import { CaseStanding, useOfferedFit } from "./case-standing.tsx";
import { CaseStudies } from "./case-studies.tsx";
import { PairStanding, usePair } from "./pair-standing.tsx";
import { PatientContact } from "./patient-contact.tsx";

const CaseTreatment = late<CaseTreatmentProps>(
  async () => (await import("../../domain/treatments/case-treatment.tsx")).CaseTreatment,
);

type CaseView = Answers["cases"]["view"];

// Study links expire after five minutes: an earlier refetch keeps them valid while the dialog is open.
const FRESH_LINKS_MS = 4 * 60_000;

export type CasePaneProps = {
  caseId: string;
  onClose: () => void;
  /** Told when the application's form opens and closes. */
  onApplying?: (isApplying: boolean) => void;
};
export type CaseDialogProps = CasePaneProps & { isOpen: boolean };

function useCase(caseId: string, isOpen: boolean) {
  const found = useQuery({
    ...queries.cases.view.queryOptions({ input: { id: caseId } }),
    enabled: isOpen,
    refetchInterval: FRESH_LINKS_MS,
  });
  useRead(isOpen && found.data ? { case_id: caseId } : null);
  return { ...found, isMissing: ["CASE_NOT_FOUND", "BAD_INPUT"].includes(errorCode(found.error) ?? "") };
}

function useApplying(onApplying: CasePaneProps["onApplying"]) {
  const [isApplying, setApplying] = useState(false);
  const apply = (isOn: boolean) => {
    setApplying(isOn);
    onApplying?.(isOn);
  };
  return [isApplying, apply] as const;
}

/** The specialist's view of a case, with their application or the button to apply. */
export function CaseDialog({ caseId, isOpen, onClose, onApplying }: CaseDialogProps) {
  const [isApplying, setApplying] = useApplying(onApplying);
  const found = useCase(caseId, isOpen);
  const action = useAction(found, () => setApplying(true));
  const { data } = found;
  return (
    <Dialog
      isOpen={isOpen}
      hasAddress
      onOpenChange={(open) => !open && onClose()}
      title={data?.title ?? "Caso"}
      size="wide"
      footer={action}
    >
      <CaseStates found={found} onClose={onClose} />
      {data && <ApplyDialog offered={data} isOpen={isApplying} onClose={() => setApplying(false)} />}
    </Dialog>
  );
}

/** The same view as a pane beside the list, where there is room. */
export function CasePane({ caseId, onClose, onApplying }: CasePaneProps) {
  const [isApplying, setApplying] = useApplying(onApplying);
  const found = useCase(caseId, true);
  const action = useAction(found, () => setApplying(true));
  const { data } = found;
  return (
    <>
      <SidePane title={data?.title ?? "Caso"} onClose={onClose} footer={action}>
        <CaseStates found={found} onClose={onClose} />
      </SidePane>
      {data && <ApplyDialog offered={data} isOpen={isApplying} onClose={() => setApplying(false)} />}
    </>
  );
}

function CaseStates({ found, onClose }: { found: ReturnType<typeof useCase>; onClose: () => void }) {
  const { data, error, refetch, isRefetching, isMissing } = found;
  if (isMissing) return <ErrorState message="Caso no encontrado" detail="Puede que lo hayan cerrado o retirado." />;
  if (data?.access === "ended") return <EndedCase data={data} />;
  if (data)
    return (
      <Together meanwhile={<CardListSkeleton count={2} hasPhoto />}>
        <CaseContent data={data} onWithdrawn={onClose} />
      </Together>
    );
  if (error)
    return <ErrorState message="Error al cargar el caso" onRetry={() => refetch()} isRetrying={isRefetching} />;
  return <CardListSkeleton count={2} hasPhoto />;
}

/** The one act that a case waits for, or nothing. */
function useAction({ data, isMissing }: ReturnType<typeof useCase>, onApply: () => void): ReactNode {
  const { isFirst } = usePair(data);
  if (!data || isMissing) return null;
  const mayApply = data.access === "offered";
  const mayRenew = data.match?.is_lapsed && data.status !== "closed";
  if ((mayApply || mayRenew) && !data.has_seat && data.seats !== null)
    return <FullCase caseId={data.id} seats={data.seats} isQueued={data.is_queued} />;
  if (mayApply)
    return (
      <Button variant={data.status === "matched" ? "secondary" : "primary"} onPress={onApply}>
        Postularme a este caso
      </Button>
    );
  return isFirst && <ButtonLink to={`/dashboard/kine/agenda?con=${data.match?.id}`}>Proponer turno</ButtonLink>;
}

function CaseContent({ data, onWithdrawn }: { data: CaseView; onWithdrawn: () => void }) {
  const [hadApplied] = useState(data.match !== null);
  const saysPlan = namesPlan(useOfferedFit(data), data.coverage);
  const { isFirst, asked } = usePair(data);
  const { match } = data;
  const isAccepted = data.access === "accepted";
  const isOver = data.status === "closed";
  // What is empty is one badge with the name.
  const hasOwn = match && (!isAccepted || match.message !== null || match.offer !== null);
  const age =
    data.poster_decade !== null
      ? decadeInWords(data.poster_decade)
      : data.poster_age === null
        ? null
        : plural(data.poster_age, "año", "años");
  return (
    <div className="flex flex-col gap-7">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <PersonLine name={data.poster_name ?? "Paciente"} photoUrl={data.poster_photo_url}>
          {[age, ...placesInWords(data)].filter(Boolean).join(DOT)}
        </PersonLine>
        {match && !hasOwn && !isOver && <MatchStatusBadge status={match.status} endedAt={match.ended_at} />}
      </div>
      {(isAccepted || isOver) && <PairStanding data={data} />}
      <CaseStanding data={data} />
      {isAccepted && <PatientContact data={data} />}
      <section aria-labelledby="case-description" className="flex flex-col gap-3">
        <h3 id="case-description" className="text-lg">
          Qué le pasa
        </h3>
        <p className="whitespace-pre-line">{data.description}</p>
        <CaseFacts injury_area={data.injury_area} coverage={saysPlan ? null : data.coverage} />
        <FactsList facts={data.facts} />
      </section>
      {hasOwn && (
        <OwnApplication match={match} access={data.access} isOver={isOver}>
          <OfferList {...match} />
          {!isAccepted && (
            <div className="flex flex-wrap items-center gap-2">
              <EditOffer match={match} isClosed={isOver} />
              <ConversationButton id={match.id} about={`sobre ${data.title}`} size="small" />
              <WithdrawApplication match={match} caseTitle={data.title} onWithdrawn={onWithdrawn} />
            </div>
          )}
        </OwnApplication>
      )}
      {match && isAccepted && <CaseTreatment matchId={match.id} isLater={isFirst} isMain={!asked} />}
      {match && !hadApplied && <AskPush question="¿Querés que te avisemos en este dispositivo cuando te respondan?" />}
      <CaseStudies data={data} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <CaseDates created_at={data.created_at} edited_at={data.edited_at} />
        <ReportButton subject="case" id={data.id} what="este caso" />
      </div>
    </div>
  );
}

/**
 * What is left of a case whose relation ended: its date and the own application, with its conversation while that can be read, and the sessions of
 * who was accepted.
 */
function EndedCase({ data: { created_at, match, access, title } }: { data: CaseView }) {
  return (
    <div className="flex flex-col gap-7">
      <CaseDates created_at={created_at} edited_at={null} />
      <p>Del caso quedan acá el título y las fechas: sus datos ya no están a tu vista.</p>
      {match && (
        <OwnApplication match={match} access={access} isOver>
          {match.decided_at && <p className="text-sm text-muted">Respondida el {formatDay(match.decided_at)}.</p>}
          <ConversationButton id={match.id} about={`sobre ${title}`} />
        </OwnApplication>
      )}
      {match && (match.status === "accepted" || match.ended_at) && <CaseTreatment matchId={match.id} />}
    </div>
  );
}
