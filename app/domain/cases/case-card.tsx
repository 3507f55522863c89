import type { Answers } from "../../client/api.ts";
import { plural } from "../../shared/format.ts";
import { RelativeTime } from "../../shared/relative-time.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { CardButton } from "../../ui/card-button.tsx";
import { late } from "../../ui/late.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { dayOf } from "../bookings/booking-words.ts";
import type { AttendedByProps } from "./attended-by.tsx";
import { CaseFacts } from "./case-facts.tsx";
import { CaseStatusBadge } from "./case-status-badge.tsx";
import type { WaitingLineProps } from "./waiting-line.tsx";

const AttendedBy = late<AttendedByProps>(
  async () => (await import("./attended-by.tsx")).AttendedBy,
  () => <Skeleton className="h-55 w-full" />,
);
const WaitingLine = late<WaitingLineProps>(
  async () => (await import("./waiting-line.tsx")).WaitingLine,
  () => <Skeleton className="h-20 w-full" />,
);

type OwnCase = Answers["cases"]["mine"]["items"][number];

type CaseCardProps = {
  ownCase: OwnCase;
  patientName: string;
  heading?: "h2" | "h3";
  /** The first of the screen, whose next act is its filled button. */
  isMain?: boolean;
  onOpen: (isFinished?: boolean) => void;
};

/** One of the patient's own cases: its state in a sentence, and the one thing to do next; the whole card is a link. */
export function CaseCard({ ownCase, patientName, heading: Heading = "h2", isMain = false, onOpen }: CaseCardProps) {
  const { status, pending_applications: pending, accepted_professionals: accepted, attending } = ownCase;
  const next = nextOf(ownCase);
  const act = (next === "answer" || next === "review" || next === "tell") && (
    <div className="relative flex flex-col">
      <Button
        variant={isMain ? "primary" : "secondary"}
        size={isMain ? "large" : "normal"}
        onPress={() => onOpen(next === "tell")}
      >
        {next === "tell"
          ? "Ya terminé"
          : next === "review"
            ? "Contar cómo te fue"
            : pending === 1
              ? "Ver quién te respondió"
              : "Ver quiénes te respondieron"}
      </Button>
    </div>
  );
  return (
    <Card as="li">
      <div className="flex flex-col gap-3">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <span className="flex flex-wrap gap-2">
            <CaseStatusBadge status={status} />
            {ownCase.is_dormant && <Badge tone="warning">En pausa</Badge>}
          </span>
          <span className="text-muted">
            <RelativeTime date={ownCase.created_at} />
          </span>
        </div>
        <Heading className="text-lg">
          <CardButton onPress={() => onOpen()}>{ownCase.title}</CardButton>
        </Heading>
        {ownCase.last_session && (
          <>
            <p>
              <strong>¿Ya terminaste?</strong> Tu último turno fue el {dayOf(ownCase.last_session).toLowerCase()}.
            </p>
            {act}
          </>
        )}
        {attending.length > 0 ? (
          <AttendedBy
            attending={attending}
            caseTitle={ownCase.title}
            patientName={patientName}
            isMain={isMain && next === "call"}
            isOver={status === "closed"}
          />
        ) : (
          <CaseFacts {...ownCase} />
        )}
        {next === "wait" && <WaitingLine caseId={ownCase.id} openedBy={ownCase.opened_by} isMain={isMain} />}
        {ownCase.is_dormant && <p>Los especialistas no lo ven. Abrilo para volver a mostrarlo.</p>}
        <p className="flex flex-wrap gap-x-4 text-muted empty:hidden">
          {/* One is named above. */}
          {accepted > 1 && <span>{plural(accepted, "especialista elegido", "especialistas elegidos")}</span>}
          {/* Once somebody attends, the case tells who else answered. */}
          {status === "open" && pending > 0 && <span>{plural(pending, "respuesta nueva", "respuestas nuevas")}</span>}
        </p>
        {!ownCase.last_session && act}
      </div>
    </Card>
  );
}

/** What comes next in a case: somebody's answer, the patient's, a call, how it went once the last turno is over, a review, or nothing. */
export function nextOf({ status, is_dormant, pending_applications, attending, reviews_due, last_session }: OwnCase) {
  if (status === "closed") return reviews_due > 0 ? "review" : null;
  if (attending.length > 0) return last_session ? "tell" : "call";
  if (pending_applications > 0) return "answer";
  return status === "open" && !is_dormant ? "wait" : null;
}
