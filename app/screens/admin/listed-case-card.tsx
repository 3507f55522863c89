import type { ReactNode } from "react";
import type { Answers } from "../../client/api.ts";
import { formatDay } from "../../shared/format.ts";
import { Card, CardHead } from "../../ui/card.tsx";
import { CardButton } from "../../ui/card-button.tsx";
import { CaseStatusBadge } from "../../domain/cases/case-status-badge.tsx";
import { UNNAMED_AUTHOR } from "../../domain/reviews/review-words.ts";
import { Facts } from "../../ui/facts.tsx";
import { CASE_STATUS_LABELS_FOR_ADMIN } from "../../domain/cases/case.ts";

type ListedCase = Answers["cases"]["list"]["items"][number];

type ListedCaseCardProps = { listed: ListedCase; onOpen?: () => void; children?: ReactNode };

/** The admin's view of a case, with its actions. */
export function ListedCaseCard({ listed, onOpen, children }: ListedCaseCardProps) {
  return (
    <Card as="li">
      <div className="flex flex-col gap-3">
        <CardHead aside={<CaseStatusBadge status={listed.status} labels={CASE_STATUS_LABELS_FOR_ADMIN} />}>
          <h2 className="text-lg wrap-anywhere">
            {onOpen ? <CardButton onPress={onOpen}>{listed.title}</CardButton> : listed.title}
          </h2>
          <p className="text-sm text-muted">{listed.patient_name ?? UNNAMED_AUTHOR}</p>
        </CardHead>
        <p className="line-clamp-4 whitespace-pre-line wrap-anywhere">{listed.description}</p>
        <Facts
          facts={[
            ["Barrio", listed.location_city || "Sin ubicación"],
            ["Zona de la lesión", listed.injury_area],
            ["Fecha", formatDay(listed.created_at)],
          ]}
        />
        {listed.closed_reason && (
          <p className="text-muted wrap-anywhere">Cerrado por un administrador: {listed.closed_reason}</p>
        )}
        {children}
      </div>
    </Card>
  );
}
