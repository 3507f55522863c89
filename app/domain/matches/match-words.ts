export const MATCH_STATUSES = ["proposed", "accepted", "rejected"] as const;
export type MatchStatus = (typeof MATCH_STATUSES)[number];
export const MATCH_STATUS_LABELS: Record<MatchStatus, string> = {
  proposed: "Pendiente",
  accepted: "Aceptado",
  rejected: "Rechazado",
};

/** The label of an application whose patient took the acceptance back. */
export const ENDED_LABEL = "Terminado";

export const MESSAGE_MAX = 2000;

/** The start of a specialist's WhatsApp message to a patient who accepted them. */
export function greetingToPatient(names: { kine: string; patient: string; caseTitle: string }): string {
  return `Hola ${names.patient}, soy ${names.kine}. Te escribo para coordinar por tu caso "${names.caseTitle}".`;
}

/** The start of a patient's WhatsApp message to an accepted specialist. */
export function greetingToKine(names: { kine: string; patient: string; caseTitle: string }): string {
  return `Hola ${names.kine}, soy ${names.patient}. Acepté tu postulación a mi caso "${names.caseTitle}".`;
}
