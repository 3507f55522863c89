/** The fields of a specialist's profile that an admin reviews before they are published. */
export type ReviewedValues = { name: string; license_number: string | null; specialty: string | null };

const LABELS: Record<keyof ReviewedValues, string> = {
  name: "Nombre",
  license_number: "Matrícula",
  specialty: "Especialidad",
};

/** The reviewed fields with the public and the requested values; empty ones are null. */
export function comparison(shown: ReviewedValues, asked: ReviewedValues) {
  return (["name", "license_number", "specialty"] as const).map((field) => ({
    field,
    label: LABELS[field],
    shown: shown[field],
    asked: asked[field],
    isOther: shown[field] !== asked[field],
  }));
}

/** A hint beside each reviewed field; without one the field shows its default hint. */
export type ReviewHints = Partial<Record<keyof ReviewedValues, string>>;

// Always present: assistive technology misses a description that is added later.
const ALWAYS: ReviewHints = {
  name: "Como figura en tu matrícula. Un cambio de nombre, matrícula o especialidad se publica cuando lo revisamos.",
  license_number: "Nacional (MN) o provincial (MP).",
  specialty: "Por la que te buscan.",
};

/** The hints of the fields of a specialist's own profile: a pending field shows its public value. */
export function reviewHints(shown: ReviewedValues, asked: ReviewedValues): ReviewHints {
  const waiting = comparison(shown, asked)
    .filter(({ isOther }) => isOther)
    .map(({ field, shown: text }) => [
      field,
      `En revisión. ${text ? `Mientras tanto se ve: ${text}` : "Todavía no se publica."}`,
    ]);
  return { ...ALWAYS, ...Object.fromEntries(waiting) };
}
