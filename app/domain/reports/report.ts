/** The kinds of content that can be reported. */
export const SUBJECTS = ["profile", "case", "message", "sent_message", "review", "reply"] as const;
export type Subject = (typeof SUBJECTS)[number];
export const SUBJECT_LABELS: Record<Subject, string> = {
  profile: "Perfil",
  case: "Caso",
  message: "Mensaje de una postulación",
  sent_message: "Mensaje de una conversación",
  review: "Reseña",
  reply: "Respuesta a una reseña",
};

export const REPORT_REASONS = [
  "false_information",
  "false_licence",
  "offensive",
  "misconduct",
  "privacy",
  "spam",
  "other",
] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];
export const REPORT_REASON_LABELS: Record<ReportReason, string> = {
  false_information: "Información falsa",
  false_licence: "Matrícula falsa o de otra persona",
  offensive: "Insultos o discriminación",
  misconduct: "Trato indebido o peligroso",
  privacy: "Muestra datos de otra persona",
  spam: "Publicidad o engaño",
  other: "Otro motivo",
};

export const DETAILS_MAX = 1000;
/** The most reports of a user in a day, and of one whose address is not proven: the queue is everybody's. */
export const MOST_REPORTS_A_DAY = 20;
export const MOST_REPORTS_UNCONFIRMED = 3;

/** The reasons for which a kind of content is reported: only a profile has a licence. */
export const reasonsOf = (subject: Subject) =>
  REPORT_REASONS.filter((reason) => subject === "profile" || reason !== "false_licence");

/** Who reported: a person, also one whose account is gone, or the program by itself. */
export const REPORTERS = ["person", "program"] as const;
export type Reporter = (typeof REPORTERS)[number];

export const REPORT_STATES = ["open", "decided"] as const;
export type ReportState = (typeof REPORT_STATES)[number];
