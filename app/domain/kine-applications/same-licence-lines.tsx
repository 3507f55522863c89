import type { Answers } from "../../client/api.ts";
import { Badge } from "../../ui/badge.tsx";
import { ApplicationStatusBadge } from "./application-status-badge.tsx";

type SameLicence = Answers["kineApplications"]["list"]["items"][number]["same_licence"][number];

/** The other people who state the applicant's licence, for admins. Renders nothing when there are none. */
export function SameLicenceLines({ others }: { others: SameLicence[] }) {
  if (others.length === 0) return null;
  return (
    <section className="flex flex-col gap-2 rounded-card bg-sunken p-4 text-sm">
      <p className="font-semibold">Otra cuenta declara esta matrícula</p>
      {others.map(({ id, name, email, license_number, approval_status, is_confirmed, is_suspended }) => (
        <p key={id} className="flex flex-wrap items-center gap-2 wrap-anywhere">
          {name}, {email}: {license_number}
          <ApplicationStatusBadge status={approval_status} />
          {is_suspended && <Badge tone="danger">Suspendida</Badge>}
          <Badge tone={is_confirmed ? "success" : "warning"}>{is_confirmed ? "Confirmado" : "Sin confirmar"}</Badge>
        </p>
      ))}
    </section>
  );
}
