export const CASE_STATUSES = ["open", "matched", "closed"] as const;
export type CaseStatus = (typeof CASE_STATUSES)[number];
export const CASE_STATUS_LABELS_FOR_PATIENT: Record<CaseStatus, string> = {
  open: "Abierto",
  matched: "Match",
  closed: "Cerrado",
};
export const CASE_STATUS_LABELS_FOR_ADMIN: Record<CaseStatus, string> = {
  ...CASE_STATUS_LABELS_FOR_PATIENT,
  matched: "Asignado",
};

export const STUDIES_ACCESS = ["verified", "accepted"] as const;
export const STUDIES_ACCESS_LABELS = {
  verified: "Todos los especialistas verificados",
  accepted: "Solo los especialistas que acepte",
} as const satisfies Record<(typeof STUDIES_ACCESS)[number], string>;

/** More than anyone needs at a time, and low enough to stop one user from flooding the specialists. */
export const MAX_CASES_IN_COURSE = 50;

export const MAX_STUDIES = 5;
export const STUDY_MAX_MB = 10;
export const STUDY_MAX_BYTES = STUDY_MAX_MB * 1024 * 1024;
export const STUDY_EXTENSIONS = ["jpg", "jpeg", "png", "pdf"] as const;
export const TOO_MANY_STUDIES = `Máximo ${MAX_STUDIES} archivos permitidos`;

/** How long the two notices after a publication are shown (ms). */
export const CASE_CREATED_NOTICE_MS = 4000;
export const PHONE_MISSING_NOTICE_MS = 5000;

/** The error for a file that exceeds the size limit of a study. */
export function studyTooLarge(name: string): string {
  return `${name} excede el límite de ${STUDY_MAX_MB}MB`;
}

/** The error for a file whose content is not of a study's formats. */
export function wrongStudyType(name: string): string {
  return `${name} no es un formato válido (solo JPG, PNG, PDF)`;
}

/** Whether a study's path is a PDF; every other one is an image. */
export function isPdf(path: string): boolean {
  return path.toLowerCase().endsWith(".pdf");
}
