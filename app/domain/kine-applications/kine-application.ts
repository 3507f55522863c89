import { z } from "zod";
import type { ApprovalStatus } from "../accounts/account.ts";

export const APPLICATION_STATUS_LABELS: Record<ApprovalStatus, string> = {
  pending: "Pendiente",
  approved: "Aprobado",
  rejected: "Rechazado",
};

/** An admin's refusal of a specialist; an empty reason is none. */
export const Rejection = z.object({
  id: z.uuid(),
  reason: z.string().trim().max(500, "Máximo 500 caracteres").nullish().transform((text) => text || null),
});
