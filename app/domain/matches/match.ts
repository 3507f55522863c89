import { z } from "zod";

export const MATCH_STATUSES = ["proposed", "accepted", "rejected"] as const;
export type MatchStatus = (typeof MATCH_STATUSES)[number];
export const MATCH_STATUS_LABELS: Record<MatchStatus, string> = {
  proposed: "Pendiente",
  accepted: "Aceptado",
  rejected: "Rechazado",
};

export const MESSAGE_MAX = 2000;

/** A specialist's application to a case; an empty message becomes null. */
export const NewMatch = z.object({
  case_id: z.uuid(),
  message: z
    .string()
    .trim()
    .max(MESSAGE_MAX, `Máximo ${MESSAGE_MAX} caracteres`)
    .nullish()
    .transform((text) => text || null),
});
export type NewMatch = z.output<typeof NewMatch>;

/** The input of a specialist's own applications: one status or all, and the last id of the previous page. */
export const OwnListing = z
  .object({ before: z.uuid().nullish(), status: z.enum(MATCH_STATUSES).nullish() })
  .default({});

/** The start of a specialist's WhatsApp message to a patient who accepted them. */
export function greetingToPatient(names: { kine: string; patient: string; caseTitle: string }): string {
  return `Hola ${names.patient}, soy ${names.kine}. Te escribo para coordinar por tu caso "${names.caseTitle}".`;
}

/** The start of a patient's WhatsApp message to an accepted specialist. */
export function greetingToKine(names: { kine: string; patient: string; caseTitle: string }): string {
  return `Hola ${names.kine}, soy ${names.patient}. Acepté tu postulación a mi caso "${names.caseTitle}".`;
}
