import { useRef, useState } from "react";
import { useSearchParams } from "react-router";
import type { Answers } from "../../client/api.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Card } from "../../ui/card.tsx";
import { useFocusFallback } from "../../ui/focus-fallback.ts";
import { Fold } from "../../ui/fold.tsx";
import { late } from "../../ui/late.tsx";
import { useIsWide } from "../../ui/use-media.ts";
import type { MatchBookingsProps } from "../bookings/match-bookings.tsx";
import { useOwnBookings } from "../bookings/use-own-bookings.ts";
import { ConversationButton } from "../conversations/conversation-button.tsx";
import { ContactActions } from "../profiles/contact-actions.tsx";
import { ReportButton } from "../reports/report-button.tsx";
import { Applicant, nameId, nameLink, Standing } from "./applicant.tsx";
import { applicantInWords, decidesInWords, unsaid } from "./application-words.ts";
import { useRejection } from "./decisions.ts";
import { EndAcceptance } from "./end-acceptance.tsx";
import { greetingToKine } from "./match-words.ts";
import { OfferList } from "./offer-list.tsx";

const MatchBookings = late<MatchBookingsProps>(
  async () => (await import("../bookings/match-bookings.tsx")).MatchBookings,
);
const CaseTreatment = late<{ matchId: string }>(
  async () => (await import("../treatments/case-treatment.tsx")).CaseTreatment,
);

type OwnCase = Answers["cases"]["get"];
export type Application = OwnCase["applications"][number];

type ApplicationCardProps = {
  application: Application;
  ownCase: Pick<OwnCase, "title" | "status" | "coverage" | "last_session">;
  patientName: string;
  onAccept: () => void;
  onReview: () => void;
};

/**
 * An application to the patient's own case: who it is of, and what the patient does next with them. On a phone who waits or attends is a name, one
 * line that decides, and what can be done; the rest is under "Más".
 */
export function ApplicationCard({ application, ownCase, patientName, onAccept, onReview }: ApplicationCardProps) {
  const { id, name, status, message, offer, is_in_contact: isInContact, is_lapsed: isLapsed } = application;
  const isClosed = ownCase.status === "closed";
  const isAccepted = status === "accepted";
  const isPending = status === "proposed" && !isClosed;
  const isAttending = isAccepted && isInContact;
  // After the last turno the screen asks how it went.
  const isNext = !isClosed && !ownCase.last_session;
  // What is open stays open when a phone is turned.
  const [wasWide] = useState(useIsWide());
  const isShort = !wasWide && (isPending || isAttending);
  const isLedTo = useSearchParams()[0].get("vista") === "tratamiento";
  const coverage = ownCase.coverage?.short ?? null;
  const facts = <p className="wrap-anywhere">{applicantInWords(application, coverage).join(" · ")}</p>;
  const quote = message && (
    <blockquote
      className={`border-l-4 border-line pl-4 whitespace-pre-line ${isShort ? "line-clamp-2 group-has-[details[open]]/applicant:line-clamp-none" : ""}`}
    >
      {message}
    </blockquote>
  );
  const course = (
    <>
      {(isAccepted || application.ended_at) && <CaseTreatment matchId={id} />}
      {isAccepted && !isClosed && <EndAcceptance application={application} />}
    </>
  );
  return (
    <Card as="li">
      <div className="group/applicant flex flex-col gap-3">
        <Applicant
          application={application}
          line={isShort && isPending ? decidesInWords(application, coverage).join(" · ") : undefined}
        />
        {!isShort && <Standing application={application} />}
        {isAttending ? (
          <Contact application={application} caseTitle={ownCase.title} patientName={patientName} isMain={isNext} />
        ) : (
          <>
            {!isShort && facts}
            {quote}
          </>
        )}
        {isPending && isLapsed && (
          <p className="text-muted">Esta propuesta venció. Si la renueva, te avisamos y podés aceptarla.</p>
        )}
        <div className="flex flex-wrap items-center gap-3">
          {isAttending && <MatchBookings matchId={id} isMain={isNext} />}
          {isPending && !isLapsed && <Accept application={application} onPress={onAccept} />}
          <div className={isAttending ? "-ml-5" : ""}>
            <ConversationButton id={id} about={`con ${name}`} isQuestion={isPending} isPlain={isAttending} />
          </div>
          {isAccepted && isClosed && <ReviewLine application={application} onReview={onReview} />}
        </div>
        {(isAttending || isPending || message || offer) && (
          <div className="-my-2">
            <Fold
              isOpen={isShort && isLedTo}
              title={
                <>
                  Más<span className="sr-only"> sobre {name}</span>
                </>
              }
            >
              {isShort && <Standing application={application} />}
              {isShort && isPending && application.specialty && <p>{application.specialty}</p>}
              {(isShort || isAttending) && facts}
              {isAttending && quote}
              <OfferList {...application} offer={offer && unsaid(offer)} />
              {isAttending && application.email && <Email address={application.email} />}
              <div className="flex flex-wrap items-center gap-x-5 gap-y-2 empty:hidden">
                {isPending && <Reject application={application} />}
                {(message || offer?.place) && <ReportButton subject="message" id={id} what={`el mensaje de ${name}`} />}
              </div>
              {isShort && course}
            </Fold>
          </div>
        )}
        {!isShort && course}
      </div>
    </Card>
  );
}

function Accept({ application: { id }, onPress }: { application: Application; onPress: () => void }) {
  const part = useRef<HTMLDivElement>(null);
  useFocusFallback(part, () => nameLink(id));
  return (
    <div ref={part}>
      <Button
        variant="secondary"
        data-returns-to={nameId(id)}
        icon="check"
        onPress={onPress}
        aria-describedby={nameId(id)}
      >
        Aceptar
      </Button>
    </div>
  );
}

function Reject({ application }: { application: Application }) {
  const part = useRef<HTMLDivElement>(null);
  useFocusFallback(part, () => nameLink(application.id));
  return (
    <div ref={part}>
      <Button
        variant="secondary"
        size="small"
        onPress={useRejection(application)}
        aria-describedby={nameId(application.id)}
      >
        Rechazar
      </Button>
    </div>
  );
}

type ContactProps = { application: Application; caseTitle: string; patientName: string; isMain: boolean };

function Contact(props: ContactProps) {
  const { id, name, phone } = props.application;
  const { canAsk, isLoading } = useOwnBookings(id);
  return (
    <section aria-label={`Contacto de ${name}`}>
      <ContactActions
        name={name}
        phone={phone}
        isMain={props.isMain && !canAsk && !isLoading}
        greeting={greetingToKine({ kine: name, patient: props.patientName, caseTitle: props.caseTitle })}
      />
    </section>
  );
}

function Email({ address }: { address: string }) {
  return (
    <div className="-ml-4">
      <ButtonLink to={`mailto:${address}`} variant="quiet" icon="mail">
        <span className="min-w-0 break-all">{address}</span>
      </ButtonLink>
    </div>
  );
}

function ReviewLine({ application, onReview }: Pick<ApplicationCardProps, "application" | "onReview">) {
  const part = useRef<HTMLDivElement>(null);
  useFocusFallback(part, () => nameLink(application.id));
  if (application.reviewed) return <Badge tone="success">Ya dejaste tu reseña</Badge>;
  return (
    <div ref={part}>
      <Button variant="secondary" icon="starEmpty" onPress={onReview}>
        Dejar reseña
      </Button>
    </div>
  );
}
