import { plural } from "../../shared/format.ts";
import { RadioChips } from "../../ui/chip-group.tsx";
import type { Departure } from "./earlier-accounts.tsx";

/** "Sí, pasan sus 3 reseñas". */
export const samePersonWords = ({ review_count }: Departure) =>
  review_count === 1 ? "Sí, pasa su reseña" : `Sí, pasan sus ${plural(review_count, "reseña", "reseñas")}`;

type SamePersonProps = { departure: Departure; isSame: boolean | undefined; onAnswer: (isSame: boolean) => void };

/** The question that an admin answers before a decision, about an earlier account with reviews. */
export const SamePerson = ({ departure, isSame, onAnswer }: SamePersonProps) => (
  <RadioChips
    label="¿Es la misma persona?"
    options={[
      { value: "yes", label: samePersonWords(departure) },
      { value: "no", label: "No" },
    ]}
    value={isSame === undefined ? "" : isSame ? "yes" : "no"}
    onChange={(chosen) => onAnswer(chosen === "yes")}
    isRequired
  />
);
