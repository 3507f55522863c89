import type { Answers } from "../../client/api.ts";
import { formatDay, plural } from "../../shared/format.ts";
import { Badge } from "../../ui/badge.tsx";
import { Card, CardHead } from "../../ui/card.tsx";
import { PersonLine } from "../../domain/profiles/person-line.tsx";
import { birthDateAndAge } from "../../domain/profiles/birth-date-words.ts";
import { ACTIVITY_LEVEL_LABELS } from "../../domain/profiles/profile.ts";
import { Facts } from "../../ui/facts.tsx";

type Patient = Answers["profiles"]["patients"]["items"][number];

/** The admin's view of a patient. */
export function PatientCard({ patient, onOpen }: { patient: Patient; onOpen?: () => void }) {
  const { birth_date, activity_level } = patient;
  return (
    <Card as="li">
      <div className="flex flex-col gap-4">
        <CardHead
          aside={
            <Badge tone={patient.case_count > 0 ? "info" : "neutral"} icon="case">
              {plural(patient.case_count, "caso", "casos")}
            </Badge>
          }
        >
          <PersonLine name={patient.name} photoUrl={patient.photo_url} onOpen={onOpen}>
            <span className="wrap-anywhere">{patient.email || "Sin email"}</span>
          </PersonLine>
        </CardHead>
        <Facts
          facts={[
            ["Teléfono", patient.phone],
            ["Fecha de nacimiento", birth_date && birthDateAndAge(birth_date)],
            ["Nivel de actividad", activity_level && ACTIVITY_LEVEL_LABELS[activity_level]],
            ["Registro", formatDay(patient.created_at)],
          ]}
        />
      </div>
    </Card>
  );
}
