import type { Answers } from "../../client/api.ts";
import { CaseStatusBadge } from "../../domain/cases/case-status-badge.tsx";
import { CASE_STATUS_LABELS_FOR_ADMIN } from "../../domain/cases/case.ts";
import { UNNAMED_AUTHOR } from "../../domain/reviews/review-words.ts";
import { formatShortDay, plural } from "../../shared/format.ts";
import { Badge } from "../../ui/badge.tsx";
import { hoursSince } from "../../domain/today/today.ts";
import { PhoneRow } from "./lists/phone-row.tsx";

type ListedCase = Answers["cases"]["list"]["items"][number];

/** Whether an open case is without an application. */
export const isQuiet = ({ status, application_count }: ListedCase) => status === "open" && application_count === 0;

/** For how long an open case has been published, in its largest unit: "22 días"; empty for the others. */
export function openWaitWords({ status, created_at }: Pick<ListedCase, "status" | "created_at">): string {
  if (status !== "open") return "";
  const hours = hoursSince(created_at);
  return hours < 48 ? `${hours} h` : plural(Math.floor(hours / 24), "día", "días");
}

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
        [
          status === "open" ? `Espera hace ${openWaitWords(listed)}` : formatShortDay(created_at),
          isQuiet(listed) ? null : plural(application_count, "postulación", "postulaciones"),
        ],
      ]}
    >
      {isQuiet(listed) && <Badge tone="warning">Sin postulaciones</Badge>}
    </PhoneRow>
  );
}
