import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useRevalidator } from "react-router";
import { type Answers, queries } from "../../../client/api.ts";
import { InviteAgainAction } from "../../../domain/accounts/invite-again-action.tsx";
import { RoleSelect } from "../../../domain/accounts/role-select.tsx";
import { CASE_STATUS_LABELS_FOR_ADMIN } from "../../../domain/cases/case.ts";
import { PastOf } from "../../../domain/departures/answer-past.tsx";
import { ApplicationStatusBadge } from "../../../domain/kine-applications/application-status-badge.tsx";
import { SuspensionAction } from "../../../domain/moderation/moderation-actions.tsx";
import { UncheckedBadge } from "../../../domain/profile-changes/unchecked-badge.tsx";
import { modalityLabels } from "../../../domain/profiles/modality.ts";
import { callLink, whatsAppLink } from "../../../domain/profiles/phone.ts";
import { birthDateAndAge } from "../../../domain/profiles/birth-date-words.ts";
import { ACTIVITY_LEVEL_LABELS } from "../../../domain/profiles/profile.ts";
import { Rating } from "../../../domain/reviews/rating.tsx";
import { formatDay } from "../../../shared/format.ts";
import { Avatar } from "../../../ui/avatar.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { ButtonLink } from "../../../ui/button-link.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { Copied } from "./copied.tsx";
import { CopiedPhone } from "./copied-phone.tsx";
import { PanelLink } from "./panel-link.tsx";
import { ApplicationLine, Loaded, type PanelProps, Part, ReportLine, ReviewLine, type Show } from "./parts.tsx";

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
      <div className="flex items-center gap-3">
        <Avatar name={person.name} photoUrl={person.photo_url} />
        <div className="min-w-0">
          <h2 ref={heading} tabIndex={-1} className="rounded text-xl wrap-anywhere">
            {person.name}
          </h2>
          {person.specialty && <p className="text-sm text-muted">{person.specialty}</p>}
        </div>
      </div>
      <States person={person} />
      <Contact person={person} />
      <Profile person={person} />
      <Part title="Solicitudes" items={person.requests}>
        {(item) => (
          <p className="flex flex-wrap items-center gap-2 text-sm">
            <ApplicationStatusBadge status={item.status} /> {formatDay(item.approved_at ?? item.created_at)}
            {item.rejection_reason && <span className="wrap-anywhere">Motivo: {item.rejection_reason}</span>}
          </p>
        )}
      </Part>
      <Part title="Casos" items={person.cases}>
        {(item) => (
          <p className="flex flex-wrap items-baseline gap-x-2 text-sm">
            <PanelLink onPress={() => show({ kind: "ficha", id: item.id })}>{item.title}</PanelLink>
            <span className="text-muted">
              {CASE_STATUS_LABELS_FOR_ADMIN[item.status]} · {formatDay(item.created_at)}
            </span>
          </p>
        )}
      </Part>
      <Part title="Postulaciones" items={person.applications}>
        {(item) => <ApplicationLine item={item} of="case" show={show} />}
      </Part>
      <Part title="Reseñas recibidas" items={person.received}>
        {(item) => <ReviewLine item={item} show={show} />}
      </Part>
      <Part title="Reseñas escritas" items={person.written}>
        {(item) => <ReviewLine item={item} show={show} />}
      </Part>
      <Part title="Denuncias" items={person.reports}>
        {(item) => <ReportLine item={item} />}
      </Part>
      <PastOf
        kineId={person.id}
        departures={person.departures}
        mayAnswer={person.role === "kine" && person.approval_status === "approved"}
      />
      <Actions person={person} />
    </div>
  );
}

function States({ person }: { person: Person }) {
  const isUnchecked = person.role === "kine" && person.approval_status === "approved" && !person.license_checked;
  const pending = person.requests.find(({ status }) => status === "pending");
  return (
    <div className="flex flex-wrap items-center gap-2 empty:hidden">
      {person.approval_status !== "approved" && <ApplicationStatusBadge status={person.approval_status} />}
      {pending && (
        <ButtonLink
          to={`/dashboard/admin/applications?solicitud=${pending.id}`}
          variant="secondary"
          size="small"
          icon="shield"
        >
          Revisar la solicitud
        </ButtonLink>
      )}
      {isUnchecked && <UncheckedBadge />}
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
    <div className="flex flex-wrap gap-2 max-sm:gap-1.5 max-sm:*:px-2">
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

/** What is rarely done, and what is not undone lightly at the end. */
function Actions({ person }: { person: Person }) {
  const me = useQuery(queries.accounts.me.queryOptions());
  const queryClient = useQueryClient();
  const { revalidate } = useRevalidator();
  const isOwn = me.data?.id === person.id;
  const onAssigned = () => {
    void queryClient.invalidateQueries({ queryKey: queries.dossiers.key() });
    if (isOwn) void revalidate();
  };
  const isApproved = person.role === "kine" && person.approval_status === "approved";
  const isPublic = isApproved && person.suspended_at === null && !person.terms_due;
  return (
    <div className="flex flex-col gap-3 border-t border-line py-4">
      <div className="flex flex-wrap gap-2">
        {person.terms_due && person.suspended_at === null && <InviteAgainAction person={person} />}
        {isPublic && (
          <ButtonLink to={`/kines/${person.id}`} variant="secondary" size="small" icon="eye">
            Perfil público
          </ButtonLink>
        )}
        <ButtonLink
          to={`/dashboard/admin/audit?buscar=${encodeURIComponent(person.email)}`}
          variant="secondary"
          size="small"
          icon="file"
        >
          Auditoría
        </ButtonLink>
      </div>
      <RoleSelect person={person} onAssigned={onAssigned} />
      {!isOwn && (
        <div>
          <SuspensionAction person={{ id: person.id, name: person.name, isSuspended: person.suspended_at !== null }} />
        </div>
      )}
    </div>
  );
}

function Profile({ person }: { person: Person }) {
  const { role, email, phone, license_number, birth_date, activity_level } = person;
  const isKine = role === "kine" || person.requests.length > 0;
  return (
    <div className="flex flex-col gap-3 border-t border-line pt-4">
      {isKine && <Rating of={person} />}
      <Facts
        isNarrow
        isFirstLong
        facts={[
          ["Email", email && <Copied key="email" text={email} what="el email" />],
          ["Teléfono", phone && <CopiedPhone key="phone" phone={phone} what="el teléfono" />],
          ...(isKine
            ? ([
                ["Matrícula", license_number && <Copied key="license" text={license_number} what="la matrícula" />],
                ["Rango de precios", person.price_range],
                ["Modalidades", modalityLabels(person.modalities).join(", ")],
              ] as const)
            : ([["Nivel de actividad", activity_level && ACTIVITY_LEVEL_LABELS[activity_level]]] as const)),
          ["Barrio", person.location_city],
          ["Fecha de nacimiento", birth_date && birthDateAndAge(birth_date)],
          ["Registro", formatDay(person.created_at)],
        ]}
      />
      {person.bio && <p className="text-sm whitespace-pre-line wrap-anywhere">{person.bio}</p>}
    </div>
  );
}
