import type { Answers } from "../../client/api.ts";
import { UNNAMED_AUTHOR } from "../reviews/review-words.ts";

type Report = Answers["reports"]["list"]["items"][number];
type OutcomeFields = "subject" | "author_name" | "reporter_id" | "acted_at" | "is_review_waiting" | "is_gone";

/** What "Resolver" does to whom, in sentences. */
export function outcomesOf(report: Pick<Report, OutcomeFields>): string[] {
  const { subject, author_name, reporter_id, acted_at, is_review_waiting, is_gone } = report;
  const author = author_name ?? UNNAMED_AUTHOR;
  return [
    acted_at === null ? `${author} sigue igual y no recibe aviso.` : `La matrícula de ${author} vuelve a como estaba.`,
    ...(is_review_waiting && !is_gone ? ["La reseña sigue en revisión."] : []),
    ...(reporter_id !== null
      ? [
          subject === "review"
            ? `Quien denunció no recibe aviso; si la reseña es sobre su trabajo, puede pedir otra revisión.`
            : "Quien denunció no recibe aviso.",
        ]
      : []),
    "Para ocultar, suspender o dar la razón está «Más».",
  ];
}

/** What "Resolver" does, before it is pressed. */
export function ReportOutcomes({ report }: { report: Pick<Report, OutcomeFields | "id"> }) {
  const id = `outcomes-${report.id}`;
  return (
    <>
      <p id={id} className="mb-1 font-semibold">
        Si la resolvés:
      </p>
      <ul role="list" aria-labelledby={id} className="mb-3 list-disc pl-5 text-sm">
        {outcomesOf(report).map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
    </>
  );
}
