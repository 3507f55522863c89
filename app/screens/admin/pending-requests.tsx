import { type RefObject, useEffect, useRef } from "react";
import { ApplicationDecision } from "../../domain/kine-applications/application-decision.tsx";
import { ApplicationStatusBadge } from "../../domain/kine-applications/application-status-badge.tsx";
import { WaitingBadge } from "../../domain/kine-applications/waiting-badge.tsx";
import { hoursSince, waitingWords } from "../../domain/today/today.ts";
import { RelativeTime } from "../../shared/relative-time.tsx";
import { Avatar } from "../../ui/avatar.tsx";
import { Badge } from "../../ui/badge.tsx";
import { QueueRow } from "./lists/queue-row.tsx";
import { PanelLink } from "./panel/panel-link.tsx";
import { type Request, RequestDetails } from "./request-details.tsx";

type RequestProps = { request: Request; onDecided: () => void; onPerson: () => void };

/** A pending request in one row, which a request opens beside the list. */
export function RequestRow(props: Omit<RequestProps, "onPerson"> & { isOpen: boolean; onOpen: () => void }) {
  const { request, isOpen, onOpen, onDecided } = props;
  return (
    <QueueRow
      nameId={`applicant-${request.id}`}
      name={request.name}
      lead={<Avatar name={request.name} photoUrl={request.photo_url} size="tiny" />}
      hint={
        <>
          {!request.is_confirmed && <Badge tone="warning">Email sin confirmar</Badge>} {request.specialty}
        </>
      }
      cells={[
        { id: "licence", content: request.license_number ?? "Sin matrícula", width: "w-32" },
        { id: "phone", content: request.phone, width: "w-36", isMinor: true },
        { id: "email", content: request.email, width: "w-48", isMinor: true },
        { id: "city", content: request.location_city, width: "w-28", isMinor: true },
        {
          id: "waits",
          content: <span title="Espera desde">{waitingWords(hoursSince(request.created_at))}</span>,
          width: "w-36",
        },
      ]}
      isOpen={isOpen}
      onOpen={onOpen}
    >
      <ApplicationDecision application={request} isSmall onDecided={onDecided} />
    </QueueRow>
  );
}

/** A pending request as a card of a list on phones. */
export function RequestListItem({ request, onDecided, onPerson }: RequestProps) {
  return (
    <li data-row className="rounded-card border border-line bg-surface p-4 shadow-soft">
      <Head request={request} />
      <div className="mt-1 mb-3">
        <PanelLink onPress={onPerson}>Ver la ficha</PanelLink>
      </div>
      <RequestDetails request={request} onDecided={onDecided} />
    </li>
  );
}

/** A pending request beside the list. */
export function RequestCard({ request, onDecided, onPerson }: RequestProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <div className="flex flex-col gap-3">
      <Head request={request} heading={heading} />
      <RequestDetails request={request} onDecided={onDecided} />
      <div>
        <PanelLink onPress={onPerson}>Ver la ficha de la persona</PanelLink>
      </div>
    </div>
  );
}

function Head({ request, heading }: { request: Request; heading?: RefObject<HTMLHeadingElement | null> }) {
  const { id, name, photo_url, specialty, created_at, status } = request;
  const Heading = heading ? "h2" : "h3";
  return (
    <div className="flex flex-col gap-2">
      <div id={heading ? undefined : `applicant-${id}`} className="flex min-w-0 items-center gap-3">
        <Avatar name={name} photoUrl={photo_url} />
        <div className="min-w-0">
          <Heading ref={heading} tabIndex={-1} className="rounded text-lg wrap-anywhere">
            {name}
          </Heading>
          <p className="text-sm text-muted">{specialty}</p>
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <WaitingBadge since={created_at} />
        <ApplicationStatusBadge status={status} />
      </div>
      <p className="text-sm text-muted">
        Solicitud enviada <RelativeTime date={created_at} />
      </p>
    </div>
  );
}
