import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { type Answers, queries } from "../../../client/api.ts";
import { CASE_STATUS_LABELS_FOR_ADMIN } from "../../../domain/cases/case.ts";
import { PastOf } from "../../../domain/departures/answer-past.tsx";
import { ApplicationStatusBadge } from "../../../domain/kine-applications/application-status-badge.tsx";
import { UncheckedBadge } from "../../../domain/profile-changes/unchecked-badge.tsx";
import { modalityLabels } from "../../../domain/profiles/modality.ts";
import { callLink, whatsAppLink } from "../../../domain/profiles/phone.ts";
import { birthDateAndAge } from "../../../domain/profiles/birth-date-words.ts";
import { ACTIVITY_LEVEL_LABELS } from "../../../domain/profiles/profile.ts";
import { withoutAverage } from "../../../domain/reviews/review-words.ts";
import { ROLE_LABELS } from "../../../shared/roles.ts";
import { formatDay, plural } from "../../../shared/format.ts";
import { Avatar } from "../../../ui/avatar.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { ButtonLink } from "../../../ui/button-link.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { StarRating } from "../../../ui/star-rating.tsx";
import { Copied } from "./copied.tsx";
import { CopiedPhone } from "./copied-phone.tsx";
import { PanelLink } from "./panel-link.tsx";
import { PersonAccount } from "./person-account.tsx";
import {
  ApplicationLine,
  LinkedLine,
  Loaded,
  type PanelProps,
  Part,
  ReportLine,
  ReviewLine,
  type Show,
} from "./parts.tsx";

type Person = Answers["dossiers"]["person"];

/** A person with everything about them, and the links to it. */
export function PersonPanel({ id, show }: PanelProps) {
  const person = useQuery(queries.dossiers.person.queryOptions({ input: { id } }));
  return <Loaded query={person}>{(data) => <Content person={data} show={show} />}</Loaded>;
}

function Content({ person, show }: { person: Person; show: Show }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <div className="flex flex-col gap-4">
      <div className="flex items-start gap-3">
        <Avatar name={person.name} photoUrl={person.photo_url} />
        <div className="flex min-w-0 flex-col gap-1">
          <h2 ref={heading} tabIndex={-1} className="rounded text-xl wrap-anywhere">
            {person.name}
          </h2>
          <p className="text-sm text-muted">
            {[person.role ? ROLE_LABELS[person.role] : "Sin rol", person.specialty].filter(Boolean).join(" · ")}
          </p>
          <States person={person} />
        </div>
      </div>
      <Contact person={person} />
      <Profile person={person} />
      <PastOf
        kineId={person.id}
        departures={person.departures}
        mayAnswer={person.role === "kine" && person.approval_status === "approved"}
      />
      <Part title="Solicitudes" items={person.requests} isShown={({ status }) => status !== "approved"}>
        {(item) => (
          <p className="flex flex-wrap items-center gap-2 text-sm">
            <ApplicationStatusBadge status={item.status} /> {formatDay(item.approved_at ?? item.created_at)}
            {item.rejection_reason && <span className="wrap-anywhere">Motivo: {item.rejection_reason}</span>}
          </p>
        )}
      </Part>
      <Part title="Casos" items={person.cases}>
        {(item) => (
          <LinkedLine link={<PanelLink onPress={() => show({ kind: "ficha", id: item.id })}>{item.title}</PanelLink>}>
            {CASE_STATUS_LABELS_FOR_ADMIN[item.status]} · {formatDay(item.created_at)}
          </LinkedLine>
        )}
      </Part>
      <Part
        title={`Postulaciones (${person.application_count}, ${plural(person.accepted_count, "aceptada", "aceptadas")})`}
        items={person.applications}
        isShown={() => false}
      >
        {(item) => <ApplicationLine item={item} of="case" show={show} />}
      </Part>
      <Part title={`Reseñas recibidas${waitingWords(person.received)}`} items={person.received} isShown={isWaiting}>
        {(item) => <ReviewLine item={item} of={person.id} show={show} />}
      </Part>
      <Part title={`Reseñas escritas${waitingWords(person.written)}`} items={person.written} isShown={isWaiting}>
        {(item) => <ReviewLine item={item} of={person.id} show={show} />}
      </Part>
      <Part title="Denuncias" items={person.reports}>
        {(item) => <ReportLine item={item} />}
      </Part>
      <PersonAccount person={person} />
    </div>
  );
}

/** What waits for the admin is shown; the rest is folded. */
const isWaiting = ({ is_waiting }: Person["received"][number]) => is_waiting;

/** " (5 en revisión)", of the loaded ones. */
function waitingWords(reviews: Person["received"]): string {
  const waiting = reviews.filter(isWaiting).length;
  return waiting > 0 ? ` (${waiting} en revisión)` : "";
}

function States({ person }: { person: Person }) {
  const isApproved = person.approval_status === "approved";
  const pending = person.requests.find(({ status }) => status === "pending");
  return (
    <div className="flex flex-wrap items-center gap-2 empty:hidden">
      {isApproved && person.role === "kine" && !person.license_checked ? (
        <UncheckedBadge />
      ) : (
        (!isApproved || person.role === "kine") && <ApplicationStatusBadge status={person.approval_status} />
      )}
      {pending && (
        <ButtonLink to={`/dashboard/admin/applications?solicitud=${pending.id}`} size="small" icon="shield">
          Revisar la solicitud
        </ButtonLink>
      )}
      {person.terms_due && <Badge tone="warning">Invitación sin aceptar</Badge>}
      {!person.is_confirmed && <Badge tone="warning">Email sin confirmar</Badge>}
      {person.suspended_at && (
        <>
          <Badge tone="danger">Suspendida</Badge>
          <span className="text-sm text-muted wrap-anywhere">{person.suspension_reason}</span>
        </>
      )}
    </div>
  );
}

/** How to reach a person; what is said first when they answer is the admin's. */
function Contact({ person: { name, phone, email } }: { person: Person }) {
  return (
    <div className="grid auto-cols-fr grid-flow-col gap-1.5 *:px-1">
      {phone && (
        <>
          <ButtonLink to={callLink(phone)} variant="secondary" size="small" icon="phone">
            <span>
              Llamar<span className="sr-only"> a {name}</span>
            </span>
          </ButtonLink>
          <ButtonLink to={whatsAppLink(phone, `Hola, ${name}.`)} variant="secondary" size="small" icon="whatsapp">
            <span>
              WhatsApp<span className="sr-only"> a {name} (se abre en otra ventana)</span>
            </span>
          </ButtonLink>
        </>
      )}
      {email && (
        <ButtonLink to={`mailto:${email}`} variant="secondary" size="small" icon="mail">
          <span>
            Escribir<span className="sr-only"> un email a {name}</span>
          </span>
        </ButtonLink>
      )}
    </div>
  );
}

function Profile({ person }: { person: Person }) {
  const { role, email, phone, license_number, birth_date, activity_level } = person;
  const isKine = role === "kine" || person.requests.length > 0;
  return (
    <div className="flex flex-col gap-3 border-t border-line pt-4">
      {isKine &&
        (person.average_stars === null ? (
          <p className="text-muted">{withoutAverage(person)}</p>
        ) : (
          <p>
            <StarRating average={person.average_stars} />{" "}
            <span className="text-muted">({plural(person.review_count, "visible", "visibles")})</span>
          </p>
        ))}
      <Facts
        isNarrow
        isFirstLong
        facts={[
          ["Email", email && <Copied key="email" text={email} what="el email" />],
          ["Teléfono", phone && <CopiedPhone key="phone" phone={phone} what="el teléfono" />],
          ...(isKine
            ? ([
                [
                  person.license_checked ? "Matrícula comprobada" : "Matrícula sin comprobar",
                  license_number && <Copied key="license" text={license_number} what="la matrícula" />,
                ],
                ["Rango de precios", person.price_range],
                ["Modalidades", modalityLabels(person.modalities).join(", ")],
              ] as const)
            : ([["Nivel de actividad", activity_level && ACTIVITY_LEVEL_LABELS[activity_level]]] as const)),
          ["Barrio", person.location_city],
          // Optional for specialists.
          ...(isKine && !birth_date
            ? []
            : [["Fecha de nacimiento", birth_date && birthDateAndAge(birth_date)] as const]),
          ["Registro", formatDay(person.created_at)],
        ]}
      />
      {person.bio && <p className="text-sm whitespace-pre-line wrap-anywhere">{person.bio}</p>}
    </div>
  );
}
