import { z } from "zod";

export const MATCH_STATUSES = ["proposed", "accepted", "rejected"] as const;
export type MatchStatus = (typeof MATCH_STATUSES)[number];
export const MATCH_STATUS_LABELS: Record<MatchStatus, string> = {
  proposed: "Pendiente",
  accepted: "Aceptado",
  rejected: "Rechazado",
};

/** A specialist's application to a case; an empty message is none. */
export const NewMatch = z.object({
  case_id: z.uuid(),
  message: z.string().trim().max(2000, "Máximo 2000 caracteres").nullish().transform((text) => text || null),
});
