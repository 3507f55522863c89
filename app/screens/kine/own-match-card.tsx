import type { Answers } from "../../client/api.ts";
import { RelativeTime } from "../../shared/relative-time.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Card, CardHead } from "../../ui/card.tsx";
import { CardButton } from "../../ui/card-button.tsx";
import { CaseFacts } from "../../domain/cases/case-facts.tsx";
import { ConversationButton } from "../../domain/conversations/conversation-button.tsx";
import type { ContactActionsProps } from "../../domain/profiles/contact-actions.tsx";
import { PersonLine } from "../../domain/profiles/person-line.tsx";
import { greetingToPatient } from "../../domain/matches/match-words.ts";
import { MatchStatusBadge } from "../../domain/matches/match-status-badge.tsx";
import { WithdrawApplication } from "../../domain/matches/withdraw-application.tsx";
import { late } from "../../ui/late.tsx";

const ContactActions = late<ContactActionsProps>(
  async () => (await import("../../domain/profiles/contact-actions.tsx")).ContactActions,
);

type OwnMatch = Answers["matches"]["mine"]["items"][number];
type OwnMatchCardProps = { match: OwnMatch; kineName: string; onOpen: () => void };

/** One of the specialist's applications: case, message, status and, once accepted, the patient's contact data. */
export function OwnMatchCard({ match, kineName, onOpen }: OwnMatchCardProps) {
  return (
    <Card as="li">
      <div className="flex flex-col gap-3">
        <CardHead
          aside={
            <>
              {match.case_status === "closed" && <Badge icon="lock">Caso cerrado</Badge>}
              {match.is_lapsed && <Badge tone="warning">Propuesta vencida</Badge>}
              <MatchStatusBadge status={match.status} endedAt={match.ended_at} />
            </>
          }
        >
          <h2>
            <CardButton onPress={onOpen}>{match.title}</CardButton>
          </h2>
          <p className="text-sm text-muted">
            Te postulaste <RelativeTime date={match.created_at} />
          </p>
        </CardHead>
        {match.description && <p className="line-clamp-2">{match.description}</p>}
        <CaseFacts {...match} />
        {match.message && (
          <div className="border-l-4 border-line pl-4">
            <p className="text-sm font-semibold text-muted">Tu mensaje</p>
            <p className="whitespace-pre-line">{match.message}</p>
          </div>
        )}
        {/* Stacked above the card's own control, which covers the rest of the card. */}
        <div className="relative flex w-fit flex-wrap items-center gap-x-6 gap-y-2 empty:hidden">
          <ConversationButton id={match.id} about={`sobre ${match.title}`} />
          <WithdrawApplication match={match} caseTitle={match.title} />
        </div>
        {match.access === "accepted" && <Patient match={match} kineName={kineName} />}
      </div>
    </Card>
  );
}

function Patient({ match, kineName }: Pick<OwnMatchCardProps, "match" | "kineName">) {
  const name = match.patient_name ?? "Paciente";
  return (
    // Stacked above the card's own control, which covers the rest of the card.
    <div className="relative mt-1 flex flex-col gap-4 rounded-card bg-success-soft p-4 sm:flex-row sm:justify-between">
      <PersonLine name={name} photoUrl={match.patient_photo_url}>
        Paciente
      </PersonLine>
      <ContactActions
        name={name}
        phone={match.patient_phone}
        greeting={greetingToPatient({ kine: kineName, patient: name, caseTitle: match.title })}
      />
    </div>
  );
}
