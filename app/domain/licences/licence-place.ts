import { useState } from "react";

/** A licence with the answer to the question about its province: "MP 87651, Córdoba". Validation gives it its one form. */
export const ofPlace = (license: string, province: string) => `${license.split(",", 1)[0]}, ${province}`;

/**
 * The question about a licence's province, which a form asks below the refusal at its licence: `ask` shows it, `answered` gives the licence
 * with the answer. `place` is the name of the province, "" before the answer and null before the question.
 */
export function useLicencePlace(isAsked = false) {
  const [place, onAnswer] = useState<string | null>(isAsked ? "" : null);
  return {
    place,
    onAnswer,
    ask: () => onAnswer((chosen) => chosen ?? ""),
    answered: (license: string) => (place ? ofPlace(license, place) : license),
  };
}
export type LicencePlace = Pick<ReturnType<typeof useLicencePlace>, "place" | "onAnswer">;
