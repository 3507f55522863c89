import type { Answers } from "../../client/api.ts";
import { formatDay, plural } from "../../shared/format.ts";
import { Card, CardHead } from "../../ui/card.tsx";
import { UncheckedBadge } from "../../domain/profile-changes/unchecked-badge.tsx";
import { ApplicationStatusBadge } from "../../domain/kine-applications/application-status-badge.tsx";
import { PersonLine } from "../../domain/profiles/person-line.tsx";
import { modalityLabels } from "../../domain/profiles/modality.ts";
import { Rating } from "../../domain/reviews/rating.tsx";
import { Facts } from "../../ui/facts.tsx";

type Kine = Answers["profiles"]["kines"]["items"][number];

/** The admin's view of a specialist. */
export function KineCard({ kine, onOpen }: { kine: Kine; onOpen?: () => void }) {
  return (
    <Card as="li">
      <div className="flex flex-col gap-4">
        <CardHead
          aside={
            <>
              <ApplicationStatusBadge status={kine.approval_status} />
              {kine.approval_status === "approved" && !kine.license_checked && <UncheckedBadge />}
            </>
          }
        >
          <PersonLine name={kine.name} photoUrl={kine.photo_url} onOpen={onOpen}>
            {kine.specialty}
          </PersonLine>
        </CardHead>
        <Rating of={kine} />
        {kine.bio && <p className="whitespace-pre-line">{kine.bio}</p>}
        <Facts
          facts={[
            ["Email", kine.email],
            ["Teléfono", kine.phone],
            ["Barrio", kine.location_city],
            ["Rango de precios", kine.price_range],
            ["Modalidades", modalityLabels(kine.modalities).join(", ")],
            ["Última vez", kine.last_active_at && formatDay(kine.last_active_at)],
            [
              "En 30 días",
              `${plural(kine.recent_applications, "postulación", "postulaciones")}, ${plural(kine.recent_accepted, "aceptada", "aceptadas")}`,
            ],
            ["Registro", formatDay(kine.created_at)],
          ]}
        />
      </div>
    </Card>
  );
}
