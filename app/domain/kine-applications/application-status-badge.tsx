import { Badge, type Tone } from "../../ui/badge.tsx";
import type { ApprovalStatus } from "../../shared/roles.ts";
import { APPLICATION_STATUS_LABELS } from "./kine-application.ts";

const tones: Record<ApprovalStatus, Tone> = { pending: "warning", approved: "success", rejected: "danger" };

/** The status of a specialist's application: Pendiente, Aprobado, Rechazado. */
export function ApplicationStatusBadge({ status }: { status: ApprovalStatus }) {
  return <Badge tone={tones[status]}>{APPLICATION_STATUS_LABELS[status]}</Badge>;
}
