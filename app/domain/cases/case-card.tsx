import type { Answers } from "../../client/api.ts";
import { plural } from "../../shared/format.ts";
import { RelativeTime } from "../../shared/relative-time.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { CardButton } from "../../ui/card-button.tsx";
import { CaseFacts } from "./case-facts.tsx";
import { CaseStatusBadge } from "./case-status-badge.tsx";

type OwnCase = Answers["cases"]["mine"]["items"][number];

type CaseCardProps = { ownCase: OwnCase; heading?: "h2" | "h3"; onOpen: () => void };

/** One of the patient's own cases with its activity; the whole card is a link. */
export function CaseCard({ ownCase, heading: Heading = "h2", onOpen }: CaseCardProps) {
  const { pending_applications: pending, accepted_professionals: accepted } = ownCase;
  return (
    <Card as="li">
      <div className="flex flex-col gap-3">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <span className="flex flex-wrap gap-2">
            <CaseStatusBadge status={ownCase.status} />
            {ownCase.is_dormant && <Badge tone="warning">En pausa</Badge>}
          </span>
          <span className="text-sm text-muted">
            <RelativeTime date={ownCase.created_at} />
          </span>
        </div>
        <Heading className="text-lg">
          <CardButton onPress={onOpen}>{ownCase.title}</CardButton>
        </Heading>
        <CaseFacts {...ownCase} />
        <div className="flex flex-wrap gap-2 border-t border-line pt-3">
          <Badge tone={accepted > 0 ? "success" : "neutral"} icon="users">
            {plural(accepted, "profesional asignado", "profesionales asignados")}
          </Badge>
          {/* Nobody can answer an application to a closed case. */}
          {ownCase.status !== "closed" && (
            <Badge tone={pending > 0 ? "warning" : "neutral"} icon="mail">
              {plural(pending, "postulación nueva", "postulaciones nuevas")}
            </Badge>
          )}
        </div>
      </div>
    </Card>
  );
}
