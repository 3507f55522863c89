import type { Answers } from "../../client/api.ts";
import { ageInYears, ACTIVITY_LEVEL_LABELS } from "../../domain/profiles/profile.ts";
import { formatShortDay, plural } from "../../shared/format.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { PhoneRow } from "./lists/phone-row.tsx";

type Patient = Answers["profiles"]["patients"]["items"][number];

/** A patient in the admin's list on a phone. */
export function PatientRow({ patient, onOpen }: { patient: Patient; onOpen: () => void }) {
  const { name, photo_url, email, phone, birth_date, activity_level, case_count, created_at } = patient;
  return (
    <PhoneRow
      name={name}
      lead={<Avatar name={name} photoUrl={photo_url} size="small" />}
      onOpen={onOpen}
      lines={[
        [email || "Sin email"],
        [phone, birth_date && plural(ageInYears(birth_date), "año", "años")],
        [
          plural(case_count, "caso", "casos"),
          activity_level && ACTIVITY_LEVEL_LABELS[activity_level],
          formatShortDay(created_at),
        ],
      ]}
    />
  );
}
