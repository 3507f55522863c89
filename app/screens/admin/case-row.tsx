import type { Answers } from "../../client/api.ts";
import { CaseStatusBadge } from "../../domain/cases/case-status-badge.tsx";
import { CASE_STATUS_LABELS_FOR_ADMIN } from "../../domain/cases/case.ts";
import { UNNAMED_AUTHOR } from "../../domain/reviews/review-words.ts";
import { formatShortDay, plural } from "../../shared/format.ts";
import { PhoneRow } from "./lists/phone-row.tsx";

type ListedCase = Answers["cases"]["list"]["items"][number];

/** A case in the admin's list on a phone. */
export function CaseRow({ listed, onOpen }: { listed: ListedCase; onOpen: () => void }) {
  const { title, status, patient_name, location_city, created_at, application_count } = listed;
  return (
    <PhoneRow
      name={title}
      aside={<CaseStatusBadge status={status} labels={CASE_STATUS_LABELS_FOR_ADMIN} />}
      onOpen={onOpen}
      lines={[
        [patient_name ?? UNNAMED_AUTHOR, location_city || "Sin ubicación"],
        [formatShortDay(created_at), plural(application_count, "postulación", "postulaciones")],
      ]}
    />
  );
}
