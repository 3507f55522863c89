import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Answers, queries } from "../../client/api.ts";
import { standingInWords } from "../../domain/bookings/standing-words.ts";
import { ConversationButton } from "../../domain/conversations/conversation-button.tsx";
import { MatchStatusBadge } from "../../domain/matches/match-status-badge.tsx";
import { greetingToPatient } from "../../domain/matches/match-words.ts";
import { CASE_MODALITY_LABELS } from "../../domain/profiles/modality.ts";
import { DOT } from "../../shared/format.ts";
import { RelativeTime } from "../../shared/relative-time.tsx";
import { Avatar } from "../../ui/avatar.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { CardButton } from "../../ui/card-button.tsx";
import { late } from "../../ui/late.tsx";
import type { PhoneProps, WhatsAppProps } from "./own-match-contact.tsx";

const Phone = late<PhoneProps>(async () => (await import("./own-match-contact.tsx")).Phone);
const WhatsApp = late<WhatsAppProps>(async () => (await import("./own-match-contact.tsx")).WhatsApp);

export type OwnMatch = Answers["matches"]["mine"]["items"][number];
type OwnMatchRowProps = { match: OwnMatch; kineName: string; onOpen: () => void };

/** One of the specialist's applications as a row: case, state, the next step, and the one act that it needs. The rest is in the case. */
export function OwnMatchRow({ match, kineName, onOpen }: OwnMatchRowProps) {
  const unread = useQuery(queries.conversations.unread.queryOptions()).data?.items;
  const isAttending = match.access === "accepted";
  const name = match.patient_name ?? "Paciente";
  const step = nextStep(match);
  const isPending = match.status === "proposed" && !match.is_lapsed && match.case_status !== "closed";
  return (
    <li
      className="relative flex min-w-0 items-center gap-3 rounded-card border border-line bg-surface px-3 py-1.5 shadow-soft
        has-[[data-card-control]:hover]:border-primary"
    >
      {/* A phone's row needs the width for its words. */}
      {isAttending && (
        <div className="shrink-0 max-sm:hidden">
          <Avatar size="small" name={name} photoUrl={match.patient_photo_url} />
        </div>
      )}
      <div className="grid min-w-0 grow grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3">
        <h2 className="min-w-0 max-sm:col-span-2">
          <CardButton onPress={onOpen}>
            <span className="line-clamp-2 wrap-anywhere max-sm:text-base max-sm:leading-snug sm:line-clamp-1">
              {match.title}
            </span>
          </CardButton>
        </h2>
        <div className="min-w-0 text-sm">
          <p>
            <span
              className="mr-1.5 inline-flex align-middle max-sm:[&_svg]:hidden max-sm:[&>span]:px-1.5 max-sm:[&>span]:py-0.5
                max-sm:[&>span]:text-[0.875rem]"
            >
              <State match={match} />
            </span>
            {isAttending && (
              <>
                {name}
                {step && <span className="max-sm:sr-only">{DOT}</span>}
              </>
            )}
            <span
              className={`${isAttending ? "max-sm:block" : ""} ${isDue(match) ? "font-semibold text-warning" : ""}`}
            >
              {step}
            </span>
            {isPending && (
              <>
                Enviada <RelativeTime date={match.created_at} />
              </>
            )}
            {!isAttending && match.access !== "ended" && (
              <span className="text-muted max-sm:hidden">
                {DOT}
                {placeOf(match)}
              </span>
            )}
          </p>
          {!isAttending && match.message && <p className="truncate text-muted max-sm:hidden">«{match.message}»</p>}
        </div>
        {/* Stacked above the row's own control, which covers the rest of the row. */}
        <div className="relative flex items-center gap-2 justify-self-end sm:col-start-2 sm:row-span-2 sm:row-start-1 sm:gap-3">
          {isAttending && <Phone name={name} phone={match.patient_phone} />}
          <Act {...{ match, name, kineName, onOpen }} hasUnread={unread?.some(({ id }) => id === match.id) ?? false} />
        </div>
      </div>
    </li>
  );
}

function State({ match }: { match: OwnMatch }) {
  if (match.case_status === "closed") return <Badge icon="lock">Caso cerrado</Badge>;
  if (match.is_lapsed) return <Badge tone="warning">Propuesta vencida</Badge>;
  return <MatchStatusBadge status={match.status} endedAt={match.ended_at} />;
}

/** The one act of a row: what the other side waits for, else what the specialist may do about the application. */
function Act({ match, name, kineName, hasUnread, onOpen }: OwnMatchRowProps & { name: string; hasUnread: boolean }) {
  const about = `sobre ${match.title}`;
  // Once it is there it stays: reading ends what was unread, and the conversation is open then.
  const [isWritten, setWritten] = useState(hasUnread);
  if (hasUnread && !isWritten) setWritten(true);
  if (isWritten) return <ConversationButton id={match.id} about={about} size="small" />;
  if (match.access === "accepted")
    return (
      <WhatsApp
        name={name}
        phone={match.patient_phone}
        greeting={greetingToPatient({ kine: kineName, patient: name, caseTitle: match.title })}
      />
    );
  if (match.is_lapsed && match.case_status !== "closed")
    return (
      <Button variant="secondary" size="small" aria-label={`Renovar propuesta ${about}`} onPress={onOpen}>
        Renovar
      </Button>
    );
  return match.status === "proposed" && match.access !== "ended" ? null : (
    <ConversationButton id={match.id} about={about} size="small" />
  );
}

/** Whether the next step of an accepted application is the specialist's: an answer, or the first turno. */
const isDue = ({ access, case_status, booking }: OwnMatch) =>
  access === "accepted" && case_status !== "closed" && (booking === null || booking.standing === "asked");

/** What comes first in the list of accepted ones: a request by its moment, the first turno, what stands by its moment, the rest. */
export function dueOrder({ booking, ...match }: OwnMatch): string {
  if (booking === null || isDue({ ...match, booking })) return booking ? `0 ${booking.local_start}` : "1";
  return booking.standing === "proposed" || booking.standing === "agreed" ? `2 ${booking.local_start}` : "3";
}

function nextStep(match: OwnMatch): string | null {
  if (match.ended_at !== null) return "El paciente terminó su atención con vos";
  if (match.case_status === "closed") return match.booking && standingInWords(match.booking);
  if (match.is_lapsed) return "Tu propuesta venció: podés renovarla";
  if (match.status === "accepted") {
    if (match.access !== "accepted") return "Ya no hay contacto";
    return match.booking ? standingInWords(match.booking) : "Coordiná el primer turno";
  }
  return match.status === "proposed" && match.access !== "ended" ? null : "El paciente eligió no avanzar";
}

/** Where the case is and where its patient wants to be attended. */
function placeOf({ injury_area, location_city, preferred_modality }: OwnMatch): string {
  const modality = preferred_modality && CASE_MODALITY_LABELS[preferred_modality];
  return [injury_area, location_city, modality].filter(Boolean).join(DOT);
}
