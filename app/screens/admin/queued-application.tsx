import type { ReactNode } from "react";
import type { Answers } from "../../client/api.ts";
import { DepartureLines } from "../../domain/departures/departure-lines.tsx";
import { ApplicationStatusBadge } from "../../domain/kine-applications/application-status-badge.tsx";
import { SameLicenceLines } from "../../domain/kine-applications/same-licence-lines.tsx";
import { WaitingBadge } from "../../domain/kine-applications/waiting-badge.tsx";
import { modalityLabels } from "../../domain/profiles/modality.ts";
import { RelativeTime } from "../../shared/relative-time.tsx";
import { Avatar } from "../../ui/avatar.tsx";
import { Facts } from "../../ui/facts.tsx";
import { late } from "../../ui/late.tsx";
import type { CopiedPhoneProps } from "./panel/copied-phone.tsx";
import { Copied } from "./panel/copied.tsx";

const CopiedPhone = late<CopiedPhoneProps>(
  async () => (await import("./panel/copied-phone.tsx")).CopiedPhone,
  ({ phone }) => phone,
);

type Application = Answers["kineApplications"]["list"]["items"][number];
type QueuedApplicationProps = { application: Application; isOpen: boolean; onOpen: () => void; children: ReactNode };

/** A pending application: its age, the licence number to look up, the profile, and the decision (`children`), in few lines. */
export function QueuedApplication({ application, isOpen, onOpen, children }: QueuedApplicationProps) {
  const { id, name, photo_url, specialty, license_number, created_at, phone, bio } = application;
  return (
    <li
      data-row
      aria-current={isOpen || undefined}
      className="rounded-card border border-line bg-surface p-4 shadow-soft aria-[current]:border-primary md:px-5"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div id={`applicant-${id}`} className="flex min-w-0 grow items-center gap-3 md:max-w-md">
          <Avatar name={name} photoUrl={photo_url} />
          <div className="min-w-0">
            <button
              type="button"
              data-opener
              onClick={onOpen}
              className="inline-flex min-h-11 items-center rounded text-left font-display text-lg leading-snug font-semibold
                hover:text-primary "
            >
              {name}
            </button>
            <p className="text-sm text-muted">{specialty}</p>
          </div>
        </div>
        <div className="flex flex-col gap-1.5">
          <div className="flex flex-wrap items-center gap-2">
            <WaitingBadge since={created_at} />
            <ApplicationStatusBadge status={application.status} />
          </div>
          <p className="text-sm text-muted">
            Solicitud enviada <RelativeTime date={created_at} />
          </p>
        </div>
        {children}
      </div>
      <div className="mt-2">
        <Facts
          facts={[
            [
              "Matrícula",
              license_number && <Copied key="license" text={license_number} what={`la matrícula de ${name}`} />,
            ],
            ["Teléfono", phone && <CopiedPhone key="phone" phone={phone} what={`el teléfono de ${name}`} />],
            ["Email", application.email],
            ["Rango de precios", application.price_range],
            ["Modalidades", modalityLabels(application.modalities).join(", ")],
            ["Barrio", application.location_city],
          ]}
        />
      </div>
      {bio && <p className="mt-2 whitespace-pre-line wrap-anywhere">{bio}</p>}
      <div className="mt-3 flex flex-col gap-3 empty:hidden">
        <SameLicenceLines others={application.same_licence} />
        <DepartureLines departures={application.departures} />
      </div>
    </li>
  );
}
