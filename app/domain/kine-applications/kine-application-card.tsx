import type { ReactNode } from "react";
import type { Answers } from "../../client/api.ts";
import { formatMoment } from "../../shared/format.ts";
import { RelativeTime } from "../../shared/relative-time.tsx";
import { Card } from "../../ui/card.tsx";
import { PersonLine } from "../profiles/person-line.tsx";
import { modalityLabels } from "../profiles/profile.ts";
import { ApplicationStatusBadge } from "./application-status-badge.tsx";

export type KineApplication = Answers["kineApplications"]["list"]["items"][number];

/** A specialist's application with their profile; `children` is what the admin can do about it. */
export function KineApplicationCard({ application, children }: { application: KineApplication; children?: ReactNode }) {
  const facts = [
    ["Email", application.email],
    ["Teléfono", application.phone],
    ["Matrícula", application.license_number],
    ["Rango de precios", application.price_range],
    ["Modalidades", modalityLabels(application.modalities).join(", ")],
    ["Barrio", application.location_city],
  ] as const;
  return (
    <Card as="li">
      <div className="flex flex-col gap-4">
        <div className="flex flex-wrap items-start justify-between gap-3">
          <div id={`applicant-${application.id}`}>
            <PersonLine name={application.name} photoUrl={application.photo_url} id={application.profile_id}>
              {application.specialty}
            </PersonLine>
          </div>
          <ApplicationStatusBadge status={application.status} />
        </div>
        <dl className="grid grid-cols-2 gap-x-6 gap-y-2 lg:grid-cols-3">
          {facts.map(([label, value]) => (
            <div key={label} className="min-w-0 max-lg:first:col-span-2">
              <dt className="text-sm text-muted">{label}</dt>
              <dd className="wrap-anywhere">{value || "Sin datos"}</dd>
            </div>
          ))}
        </dl>
        {application.bio && <p className="whitespace-pre-line">{application.bio}</p>}
        <Course application={application} />
        {children}
      </div>
    </Card>
  );
}

/** When it was sent and, once decided, when and why. */
function Course({ application }: { application: KineApplication }) {
  const { created_at, approved_at, status, rejection_reason } = application;
  return (
    <div className="text-sm text-muted">
      <p>Solicitud enviada <RelativeTime date={created_at} /></p>
      {approved_at && <p>{status === "approved" ? "Aprobada" : "Rechazada"} el {formatMoment(approved_at)}</p>}
      {rejection_reason && <p className="text-ink">Motivo: {rejection_reason}</p>}
    </div>
  );
}
