import { z } from "zod";
import { WithPlan } from "../coverages/coverage.ts";
import { MODALITIES } from "../profiles/modality.ts";

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

/** Why a file cannot be a study (the sentence to show), or null when its name and size (bytes) are acceptable. */
export function studyProblem(file: { name: string; size: number }): string | null {
  if (file.size > STUDY_MAX_BYTES) return studyTooLarge(file.name);
  const extension = file.name.split(".").pop()?.toLowerCase() ?? "";
  if (!(STUDY_EXTENSIONS as readonly string[]).includes(extension)) return wrongStudyType(file.name);
  return null;
}

/** The error for a file that exceeds the size limit of a study. */
export function studyTooLarge(name: string): string {
  return `${name} excede el límite de ${STUDY_MAX_MB}MB`;
}

/** The error for a file whose name or content is not a study format. */
export function wrongStudyType(name: string): string {
  return `${name} no es un formato válido (solo JPG, PNG, PDF)`;
}

/** Whether a study's path is a PDF; every other one is an image. */
export function isPdf(path: string): boolean {
  return path.toLowerCase().endsWith(".pdf");
}

const optionalText = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `Máximo ${max} caracteres`)
    .nullish()
    .transform((text) => text || null);

/** The input for a new case: the form and the procedure `cases.create` share this schema. */
export const NewCase = z.object({
  title: z.string().trim().min(1, "El título es requerido").max(120, "Máximo 120 caracteres"),
  description: z.string().trim().min(1, "La descripción es requerida").max(5000, "Máximo 5000 caracteres"),
  injury_area: optionalText(80),
  location_city: optionalText(80),
  preferred_modality: z
    .enum(MODALITIES)
    .nullish()
    .transform((modality) => modality ?? null),
  studies_access: z.enum(STUDIES_ACCESS).default("verified"),
  // Forms that do not know it leave it out; null means that there is no coverage.
  coverage: WithPlan.nullish(),
});
export type NewCase = z.output<typeof NewCase>;

/** An edit of a case: all of its fields, the version it is based on, and the names of the studies to remove. */
export const CaseUpdate = NewCase.extend({
  id: z.uuid(),
  version: z.int32().min(1),
  // Without the default of a new case: omitting it must not open the studies to everyone.
  studies_access: z.enum(STUDIES_ACCESS),
  removed_studies: z.array(z.string().max(100)).max(MAX_STUDIES).default([]),
});

const words = z.string().trim().max(80, "Máximo 80 caracteres").nullish();

/** The input of the cases on offer: words of the barrio and of the zone, the modality, and the last id of the previous page. */
export const OfferedListing = z
  .object({
    before: z.uuid().nullish(),
    location_city: words,
    injury_area: words,
    preferred_modality: z.enum(MODALITIES).nullish(),
  })
  .default({});
