import { type RefObject, useEffect, useRef } from "react";
import { WaitingBadge } from "../../domain/kine-applications/waiting-badge.tsx";
import { hoursSince, PROMISED_HOURS, waitingWords } from "../../domain/today/today.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { PhoneRow } from "./lists/phone-row.tsx";
import { QueueRow } from "./lists/queue-row.tsx";
import { PanelLink } from "./panel/panel-link.tsx";
import { type Request, RequestDetails } from "./request-details.tsx";

type RequestProps = { request: Request; onDecided: () => void; onPerson: () => void };

type RequestRowProps = {
  request: Request;
  isOpen: boolean;
  /** Whether a card is open beside the list. */
  hasPanel: boolean;
  onOpen: () => void;
};

/** A pending request in one row, which opens it beside the list: there its licence is checked and it is decided. */
export function RequestRow({ request, isOpen, hasPanel, onOpen }: RequestRowProps) {
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
        { id: "phone", content: request.phone, width: "w-36 @max-[96rem]:hidden" },
        { id: "email", content: request.email, width: "w-44 @max-[110rem]:hidden" },
        { id: "city", content: request.location_city, width: "w-28 @max-[84rem]:hidden" },
        { id: "waits", content: <Waits since={request.created_at} />, width: "w-44" },
      ]}
      isOpen={isOpen}
      onOpen={onOpen}
    >
      {!hasPanel && (
        <Button variant="secondary" size="small" aria-describedby={`applicant-${request.id}`} onPress={onOpen}>
          Revisar
        </Button>
      )}
    </QueueRow>
  );
}

const isLate = (since: Date) => hoursSince(since) >= PROMISED_HOURS.from;

/** How long a request has waited, marked once it is late. */
function Waits({ since }: { since: Date }) {
  const words = waitingWords(hoursSince(since));
  return isLate(since) ? <Badge tone="warning">{words}</Badge> : words;
}

/** A pending request on a phone; it is decided in the card that it opens. */
export function RequestPhoneRow({ request, onOpen }: { request: Request; onOpen: () => void }) {
  const { id, name, photo_url, is_confirmed, specialty, license_number, location_city, created_at } = request;
  return (
    <PhoneRow
      nameId={`applicant-${id}`}
      name={name}
      lead={<Avatar name={name} photoUrl={photo_url} size="small" />}
      onOpen={onOpen}
      lines={[
        [specialty, location_city],
        [license_number ?? "Sin matrícula", isLate(created_at) ? null : waitingWords(hoursSince(created_at))],
      ]}
    >
      {isLate(created_at) && <Waits since={created_at} />}{" "}
      {!is_confirmed && <Badge tone="warning">Email sin confirmar</Badge>}
    </PhoneRow>
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

function Head({ request, heading }: { request: Request; heading: RefObject<HTMLHeadingElement | null> }) {
  const { name, photo_url, specialty, created_at } = request;
  return (
    <div className="flex flex-col gap-2">
      <div className="flex min-w-0 items-center gap-3">
        <Avatar name={name} photoUrl={photo_url} />
        <div className="grid min-w-0 justify-items-start gap-1">
          <h2 ref={heading} tabIndex={-1} className="rounded text-lg wrap-anywhere">
            {name}
          </h2>
          <p className="text-sm text-muted">{specialty}</p>
        </div>
      </div>
      <div>
        <WaitingBadge since={created_at} />
      </div>
    </div>
  );
}
