/** The part of a specialist's profile that an admin reviews before it is public. */
export type ReviewedValues = { name: string; license_number: string | null; specialty: string | null };

const LABELS: Record<keyof ReviewedValues, string> = { name: "Nombre", license_number: "Matrícula", specialty: "Especialidad" };

/** The reviewed fields with what is public and what is asked for; nothing stands for an empty one. */
export function comparison(shown: ReviewedValues, asked: ReviewedValues) {
  return (["name", "license_number", "specialty"] as const).map((field) => ({
    field,
    label: LABELS[field],
    shown: shown[field],
    asked: asked[field],
    isOther: shown[field] !== asked[field],
  }));
}

/** A sentence beside a reviewed field; without one the field says what it says to everybody. */
export type ReviewHints = Partial<Record<keyof ReviewedValues, string>>;

// Never without a description: assistive technology does not learn of one that comes later.
const ALWAYS: ReviewHints = {
  name: "Como figura en tu matrícula. Un cambio se publica cuando lo revisamos.",
  specialty: "Un cambio se publica cuando lo revisamos.",
};

/** What the fields of a specialist's own profile say: of one that waits for review, what is public meanwhile. */
export function reviewHints(shown: ReviewedValues, asked: ReviewedValues): ReviewHints {
  const waiting = comparison(shown, asked).filter(({ isOther }) => isOther)
    .map(({ field, shown: text }) => [field, `En revisión. ${text ? `Mientras tanto se ve: ${text}` : "Todavía no se publica."}`]);
  return { ...ALWAYS, ...Object.fromEntries(waiting) };
}
