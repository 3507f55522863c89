import { Badge, type Tone } from "../../ui/badge.tsx";
import { ENDED_LABEL, MATCH_STATUS_LABELS, type MatchStatus } from "./match-words.ts";

const tones: Record<MatchStatus, Tone> = { proposed: "warning", accepted: "success", rejected: "danger" };

type MatchStatusBadgeProps = {
  status: MatchStatus;
  /** When the patient took the acceptance back. */ endedAt?: Date | null;
  /** Whether the case is closed: the status is what it was, and has no colour. */ isOver?: boolean;
};

/** The status of an application: Pendiente, Aceptado, Rechazado, or Terminado. */
export function MatchStatusBadge({ status, endedAt = null, isOver = false }: MatchStatusBadgeProps) {
  if (endedAt !== null) return <Badge>{ENDED_LABEL}</Badge>;
  return <Badge tone={isOver ? "neutral" : tones[status]}>{MATCH_STATUS_LABELS[status]}</Badge>;
}
