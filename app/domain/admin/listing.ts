import type { ApprovalStatus } from "../../shared/roles.ts";
import type { CaseStatus } from "../cases/case.ts";

export const CASE_STATUSES = ["open", "matched", "closed"] as const;
export const CASE_STATUS_LABELS_FOR_ADMIN: Record<CaseStatus, string> = {
  open: "Abierto",
  matched: "Asignado",
  closed: "Cerrado",
};

export const APPROVAL_STATUSES = ["pending", "approved", "rejected"] as const;
export const APPROVAL_FILTER_LABELS: Record<ApprovalStatus, string> = {
  pending: "Pendientes",
  approved: "Aprobados",
  rejected: "Rechazados",
};

export const STARS = ["1", "2", "3", "4", "5"] as const;
