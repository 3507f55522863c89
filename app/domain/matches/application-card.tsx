import { useRef } from "react";
import { Link } from "react-router";
import type { Answers } from "../../client/api.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Card } from "../../ui/card.tsx";
import { useFocusFallback } from "../../ui/focus-fallback.ts";
import { Fold } from "../../ui/fold.tsx";
import { Icon } from "../../ui/icons.tsx";
import { StarRating } from "../../ui/star-rating.tsx";
import { late } from "../../ui/late.tsx";
import { withoutAverage } from "../reviews/review-words.ts";
import { ConversationButton } from "../conversations/conversation-button.tsx";
import { ContactActions } from "../profiles/contact-actions.tsx";
import { ReportButton } from "../reports/report-button.tsx";
import { applicantInWords, unsaid } from "./application-words.ts";
import { useRejection } from "./decisions.ts";
import { EndAcceptance } from "./end-acceptance.tsx";
import { MatchStatusBadge } from "./match-status-badge.tsx";
import { greetingToKine } from "./match-words.ts";
import { OfferList } from "./offer-list.tsx";

const MatchBookings = late<{ matchId: string }>(
  async () => (await import("../bookings/match-bookings.tsx")).MatchBookings,
);
const CaseTreatment = late<{ matchId: string }>(
  async () => (await import("../treatments/case-treatment.tsx")).CaseTreatment,
);

type OwnCase = Answers["cases"]["get"];
export type Application = OwnCase["applications"][number];

type ApplicationCardProps = {
  application: Application;
  ownCase: Pick<OwnCase, "title" | "status" | "coverage">;
  patientName: string;
  onAccept: () => void;
  onReview: () => void;
};

/** An application to the patient's own case: who it is of, and what the patient does next with them. */
export function ApplicationCard({ application, ownCase, patientName, onAccept, onReview }: ApplicationCardProps) {
  const { id, name, status, message, offer, is_in_contact: isInContact, is_lapsed: isLapsed } = application;
  const isClosed = ownCase.status === "closed";
  const isAccepted = status === "accepted";
  const isPending = status === "proposed" && !isClosed;
  const isAttending = isAccepted && isInContact;
  const words = (
    <>
      <p className="wrap-anywhere">{applicantInWords(application, ownCase.coverage?.short ?? null).join(" · ")}</p>
      {message && <blockquote className="border-l-4 border-line pl-4 whitespace-pre-line">{message}</blockquote>}
    </>
  );
  return (
    <Card as="li">
      <div className="flex flex-col gap-3">
        <Person application={application} />
        {isAttending ? (
          <Contact application={application} caseTitle={ownCase.title} patientName={patientName} />
        ) : (
          words
        )}
        {isAttending && <MatchBookings matchId={id} />}
        {isPending && isLapsed && (
          <p className="text-muted">Esta propuesta venció. Si la renueva, te avisamos y podés aceptarla.</p>
        )}
        <div className="flex flex-wrap items-center gap-3">
          {isPending && !isLapsed && <Accept application={application} onPress={onAccept} />}
          <ConversationButton id={id} about={`con ${name}`} isQuestion={isPending} />
          {isAccepted && isClosed && <ReviewLine application={application} onReview={onReview} />}
        </div>
        {(isAttending || isPending || message || offer) && (
          <Fold
            title={
              <>
                Más<span className="sr-only"> sobre {name}</span>
              </>
            }
          >
            {isAttending && words}
            <OfferList {...application} offer={offer && unsaid(offer)} />
            <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
              {isPending && <Reject application={application} />}
              {(message || offer?.place) && <ReportButton subject="message" id={id} what={`el mensaje de ${name}`} />}
            </div>
          </Fold>
        )}
        {(isAccepted || application.ended_at) && <CaseTreatment matchId={id} />}
        {isAccepted && !isClosed && <EndAcceptance application={application} />}
      </div>
    </Card>
  );
}

function Person({ application }: { application: Application }) {
  const { name, kine_id, specialty, average_stars: stars } = application;
  return (
    <div className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-2">
      <Avatar name={name} photoUrl={application.photo_url} />
      <div className="min-w-0">
        <h4 className="text-lg leading-snug font-semibold">
          <Link
            id={nameId(application.id)}
            to={`/kines/${kine_id}`}
            className="inline-flex min-h-11 items-center rounded text-primary underline underline-offset-3"
          >
            {name}
          </Link>
        </h4>
        {specialty && <p className="leading-snug">{specialty}</p>}
      </div>
      <div className="col-span-2 flex flex-wrap items-center gap-x-4 gap-y-1.5">
        <MatchStatusBadge status={application.status} endedAt={application.ended_at} />
        {application.license_checked_at && (
          <span className="inline-flex items-center gap-1.5">
            <Icon name="shield" className="size-4.5 text-success" />
            Matrícula comprobada
          </span>
        )}
        {stars === null ? (
          <span className="text-muted">{withoutAverage(application, "Todavía no tiene reseñas")}</span>
        ) : (
          <StarRating average={stars} count={application.review_count} isCompact />
        )}
      </div>
    </div>
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

function Contact(props: { application: Application; caseTitle: string; patientName: string }) {
  const { name, phone, email } = props.application;
  return (
    <section aria-label={`Contacto de ${name}`} className="flex flex-col gap-1">
      <ContactActions
        name={name}
        phone={phone}
        greeting={greetingToKine({ kine: name, patient: props.patientName, caseTitle: props.caseTitle })}
      />
      {email && (
        <div className="-ml-4">
          <ButtonLink to={`mailto:${email}`} variant="quiet" icon="mail">
            <span className="min-w-0 break-all">{email}</span>
          </ButtonLink>
        </div>
      )}
    </section>
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

/** The id of the link with the specialist's name, which distinguishes the buttons of several cards. */
const nameId = (id: string) => `application-${id}`;

const nameLink = (id: string) => document.getElementById(nameId(id));
