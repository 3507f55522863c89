import type { Answers } from "../../client/api.ts";
import { ApplicationStatusBadge } from "../../domain/kine-applications/application-status-badge.tsx";
import { UncheckedBadge } from "../../domain/profile-changes/unchecked-badge.tsx";
import { withoutAverage } from "../../domain/reviews/review-words.ts";
import { formatShortDay } from "../../shared/format.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { StarRating } from "../../ui/star-rating.tsx";
import { PhoneRow } from "./lists/phone-row.tsx";

type Kine = Answers["profiles"]["kines"]["items"][number];

/** A specialist in the admin's list on a phone. */
export function KineRow({ kine, onOpen }: { kine: Kine; onOpen: () => void }) {
  return (
    <PhoneRow
      name={kine.name}
      lead={<Avatar name={kine.name} photoUrl={kine.photo_url} size="small" />}
      aside={
        kine.approval_status === "approved" && !kine.license_checked ? (
          <UncheckedBadge />
        ) : (
          <ApplicationStatusBadge status={kine.approval_status} />
        )
      }
      onOpen={onOpen}
      lines={[
        [kine.specialty, kine.location_city],
        [
          kine.recent_applications > 0 ? `Aceptaron ${kine.recent_accepted} de ${kine.recent_applications}` : null,
          kine.last_active_at && `última vez ${formatShortDay(kine.last_active_at)}`,
        ],
      ]}
    >
      {kine.review_count > 0 && (
        <p className="text-sm text-muted">
          {kine.average_stars === null ? (
            withoutAverage(kine)
          ) : (
            <StarRating average={kine.average_stars} count={kine.review_count} isCompact />
          )}
        </p>
      )}
    </PhoneRow>
  );
}
