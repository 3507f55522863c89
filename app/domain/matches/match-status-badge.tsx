import { Badge, type Tone } from "../../ui/badge.tsx";
import { MATCH_STATUS_LABELS, type MatchStatus } from "./match-words.ts";

const tones: Record<MatchStatus, Tone> = { proposed: "warning", accepted: "success", rejected: "danger" };

/** The status of an application: Pendiente, Aceptado, Rechazado. */
export function MatchStatusBadge({ status }: { status: MatchStatus }) {
  return <Badge tone={tones[status]}>{MATCH_STATUS_LABELS[status]}</Badge>;
}
