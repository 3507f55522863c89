import type { ReactNode } from "react";
import type { Answers } from "../../client/api.ts";
import { formatMoment } from "../../shared/format.ts";
import { RelativeTime } from "../../shared/relative-time.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Card, CardHead } from "../../ui/card.tsx";
import { Facts } from "../../ui/facts.tsx";
import { DepartureLines } from "../departures/departure-lines.tsx";
import { PersonLine } from "../profiles/person-line.tsx";
import { modalityLabels } from "../profiles/modality.ts";
import { ApplicationStatusBadge } from "./application-status-badge.tsx";

export type KineApplication = Answers["kineApplications"]["list"]["items"][number];

/** A specialist's application with their profile; `children` are the admin's actions. */
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
        <CardHead
          aside={
            <>
              {!application.is_confirmed && <Badge tone="warning">Email sin confirmar</Badge>}{" "}
              <ApplicationStatusBadge status={application.status} />
            </>
          }
        >
          <div id={`applicant-${application.id}`}>
            <PersonLine name={application.name} photoUrl={application.photo_url}>
              {application.specialty}
            </PersonLine>
          </div>
        </CardHead>
        <Facts facts={facts} />
        {application.bio && <p className="whitespace-pre-line">{application.bio}</p>}
        <Course application={application} />
        <DepartureLines departures={application.departures} />
        {children}
      </div>
    </Card>
  );
}

/** The date of the application and, once decided, of the decision, with its reason. */
function Course({ application }: { application: KineApplication }) {
  const { created_at, approved_at, status, rejection_reason } = application;
  return (
    <div className="text-sm text-muted">
      <p>
        Solicitud enviada <RelativeTime date={created_at} />
      </p>
      {approved_at && (
        <p>
          {status === "approved" ? "Aprobada" : "Rechazada"} el {formatMoment(approved_at)}
        </p>
      )}
      {rejection_reason && <p className="text-ink">Motivo: {rejection_reason}</p>}
    </div>
  );
}
