import type { Answers } from "../../client/api.ts";
import { plural } from "../../shared/format.ts";
import { UNNAMED_AUTHOR } from "../reviews/review-words.ts";

type Report = Answers["reports"]["list"]["items"][number];
type OutcomeFields = "subject" | "author_name" | "reporter_id" | "acted_at" | "is_review_waiting" | "is_gone";

/** What "Descartar" does to whom, in sentences: nothing, or it gives back what the report took. */
export function outcomesOf(report: Pick<Report, OutcomeFields>): string[] {
  const { subject, author_name, reporter_id, acted_at, is_review_waiting, is_gone } = report;
  const author = author_name ?? UNNAMED_AUTHOR;
  const isByPerson = reporter_id !== null;
  return [
    acted_at !== null
      ? `La cierra, y la matrícula de ${author} vuelve a como estaba.`
      : isByPerson
        ? `La cierra sin cambiar nada: ni ${author} ni quien denunció reciben aviso.`
        : `La cierra sin cambiar nada: ${author} no recibe aviso.`,
    ...(is_review_waiting && !is_gone ? ["La reseña sigue en revisión."] : []),
    ...(isByPerson && subject === "review"
      ? ["Si la reseña es sobre su trabajo, quien denunció puede pedir otra revisión."]
      : []),
    ...(isByPerson && acted_at !== null ? ["Quien denunció no recibe aviso."] : []),
  ];
}

/** What "Dar la razón" does: it is a note, which keeps what the report took. */
export const upholdingWords = ({ acted_at, reporter_name }: Pick<Report, "acted_at" | "reporter_name">): string =>
  acted_at === null
    ? `La cierra y anota que ${reporter_name?.split(" ")[0] ?? "el aviso"} tenía razón. No cambia nada más.`
    : "La cierra, y la matrícula sigue en duda.";

type Waiting = { people: number; program: number; /** Whether more of them are not loaded. */ hasMore: boolean };

/** "6 (1 de una persona, 5 automáticas)". */
export function waitingReportsWords({ people, program, hasMore }: Waiting): string {
  const kinds = [
    ...(people > 0 ? [`${people} ${people === 1 ? "de una persona" : "de personas"}`] : []),
    ...(program > 0 ? [plural(program, "automática", "automáticas")] : []),
  ];
  return `${people + program}${hasMore ? " o más" : ""} (${kinds.join(", ")})`;
}
