import { useRef } from "react";
import { Link } from "react-router";
import type { Answers } from "../../client/api.ts";
import { RelativeTime } from "../../shared/relative-time.tsx";
import { Avatar } from "../../ui/avatar.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Card } from "../../ui/card.tsx";
import { useFocusFallback } from "../../ui/focus-fallback.ts";
import { Icon } from "../../ui/icons.tsx";
import { StarRating } from "../../ui/star-rating.tsx";
import { ConversationButton } from "../conversations/conversation-button.tsx";
import { ContactActions } from "../profiles/contact-actions.tsx";
import { ReportButton } from "../reports/report-button.tsx";
import { modalityLabels } from "../profiles/modality.ts";
import { useDecision } from "./decisions.ts";
import { EndAcceptance } from "./end-acceptance.tsx";
import { greetingToKine } from "./match-words.ts";
import { OfferList } from "./offer-list.tsx";
import { MatchStatusBadge } from "./match-status-badge.tsx";

type OwnCase = Answers["cases"]["get"];
export type Application = OwnCase["applications"][number];

const nameLook = "inline-flex min-h-11 items-center rounded text-primary underline underline-offset-3";

type ApplicationCardProps = {
  application: Application;
  ownCase: Pick<OwnCase, "id" | "title" | "status">;
  patientName: string;
  /** No specialist has been accepted yet, so the patient may not know what an acceptance reveals. */
  isFirst: boolean;
  onReview: () => void;
};

/** An application to the patient's own case: the specialist, their message, and the actions. */
export function ApplicationCard({ application, ownCase, patientName, isFirst, onReview }: ApplicationCardProps) {
  const isClosed = ownCase.status === "closed";
  return (
    <Card as="li">
      <div className="flex flex-col gap-4">
        <Specialist application={application} />
        {application.message && (
          <blockquote className="border-l-4 border-line pl-4 whitespace-pre-line">{application.message}</blockquote>
        )}
        <OfferList {...application} />
        <ConversationButton id={application.id} about={`con ${application.name}`} />
        {application.status === "accepted" && application.is_in_contact && (
          <Contact application={application} caseTitle={ownCase.title} patientName={patientName} />
        )}
        {application.status === "accepted" && !isClosed && <EndAcceptance application={application} />}
        {application.status === "proposed" && !isClosed && <Decision application={application} isFirst={isFirst} />}
        {application.status === "accepted" && isClosed && <ReviewLine application={application} onReview={onReview} />}
        {(application.message || application.offer?.place) && (
          <div className="-my-2">
            <ReportButton subject="message" id={application.id} what={`el mensaje de ${application.name}`} />
          </div>
        )}
      </div>
    </Card>
  );
}

function Specialist({ application }: { application: Application }) {
  const { name, photo_url, kine_id, average_stars, review_count } = application;
  const facts = [application.location_city, application.price_range, ...modalityLabels(application.modalities)].filter(
    Boolean,
  );
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <MatchStatusBadge status={application.status} endedAt={application.ended_at} />
        <span className="text-sm text-muted">
          <RelativeTime date={application.created_at} />
        </span>
      </div>
      <div className="flex items-center gap-3">
        <Avatar name={name} photoUrl={photo_url} id={kine_id} />
        <div className="min-w-0">
          <h4 id={nameId(application)} className="text-lg leading-snug font-semibold">
            <Link to={`/kines/${kine_id}`} className={nameLook}>
              {name}
            </Link>
          </h4>
          {application.specialty && <p className="leading-snug">{application.specialty}</p>}
        </div>
      </div>
      {average_stars === null ? (
        <p className="text-sm text-muted">Todavía no tiene reseñas</p>
      ) : (
        <StarRating average={average_stars} count={review_count} isCompact />
      )}
      <ul role="list" className="flex flex-wrap text-sm text-muted" aria-label="Barrio, precio y modalidades">
        {facts.map((fact, index) => (
          <li key={index} className="not-last:after:mx-1.5 not-last:after:content-['·']">
            {fact}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Decision({ application, isFirst }: Pick<ApplicationCardProps, "application" | "isFirst">) {
  const { accept, reject, isAccepting } = useDecision(application);
  const about = nameId(application);
  const mayAccept = !application.is_lapsed;
  const opens = `opens-${application.id}`;
  const part = useRef<HTMLDivElement>(null);
  useFocusFallback(part, () => nameLink(application));
  return (
    <div ref={part} className="flex flex-col gap-3">
      {!mayAccept && (
        <p className="text-sm text-muted">Esta propuesta venció. Si la renueva, te avisamos y podés aceptarla.</p>
      )}
      {mayAccept && isFirst && (
        <p id={opens} className="flex items-start gap-2 text-sm text-muted">
          <Icon name="info" className="mt-0.5 size-4.5 text-primary" />
          Si aceptás, {application.name} va a ver tu teléfono, y vos su teléfono y su email.
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        {mayAccept && (
          <Button
            icon="check"
            isPending={isAccepting}
            onPress={accept}
            aria-describedby={isFirst ? `${about} ${opens}` : about}
          >
            Aceptar
          </Button>
        )}
        <Button variant="secondary" isDisabled={isAccepting} onPress={reject} aria-describedby={about}>
          Rechazar
        </Button>
      </div>
    </div>
  );
}

function Contact({
  application,
  caseTitle,
  patientName,
}: {
  application: Application;
  caseTitle: string;
  patientName: string;
}) {
  const { name, phone, email } = application;
  return (
    <section aria-label={`Contacto de ${name}`} className="flex flex-col gap-3 rounded-card bg-success-soft p-4">
      <ContactActions
        name={name}
        phone={phone}
        greeting={greetingToKine({ kine: name, patient: patientName, caseTitle })}
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
  if (application.reviewed)
    return (
      <div>
        <Badge tone="success">Ya dejaste tu reseña</Badge>
      </div>
    );
  return <ReviewOffer application={application} onReview={onReview} />;
}

function ReviewOffer({ application, onReview }: Pick<ApplicationCardProps, "application" | "onReview">) {
  const part = useRef<HTMLDivElement>(null);
  useFocusFallback(part, () => nameLink(application));
  return (
    <div ref={part}>
      <Button variant="secondary" icon="starEmpty" onPress={onReview}>
        Dejar reseña
      </Button>
    </div>
  );
}

/** The id of the element with the specialist's name, which distinguishes the buttons of several cards. */
function nameId(application: Application): string {
  return `application-${application.id}`;
}

function nameLink(application: Application): HTMLElement | null | undefined {
  return document.getElementById(nameId(application))?.querySelector("a");
}
