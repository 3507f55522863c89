export const COVERAGE_KINDS = ["obra_social", "prepaga", "provincial", "pami", "art"] as const;
export type CoverageKind = (typeof COVERAGE_KINDS)[number];
export const COVERAGE_KIND_LABELS: Record<CoverageKind, string> = {
  obra_social: "Obra social",
  prepaga: "Prepaga",
  provincial: "Obra social provincial",
  pami: "PAMI",
  art: "ART",
};

export const COVERAGE_HOWS = ["direct", "refund"] as const;
export type CoverageHow = (typeof COVERAGE_HOWS)[number];
export const COVERAGE_HOW_LABELS: Record<CoverageHow, string> = { direct: "Con credencial", refund: "Por reintegro" };

export const COVERAGE_ANSWERS = ["yes", "no", "extra"] as const;
export type CoverageAnswer = (typeof COVERAGE_ANSWERS)[number];
export const COVERAGE_ANSWER_LABELS: Record<CoverageAnswer, string> = {
  yes: "Sí",
  no: "No",
  extra: "Me cobró un plus",
};
