import { type Answers, api } from "../../client/api.ts";
import { DecisionBar } from "../../ui/decision-bar.tsx";
import { late } from "../../ui/late.tsx";
import { Outcome, Outcomes } from "../../ui/outcomes.tsx";
import { ActionWithReason } from "../moderation/action-with-reason.tsx";
import { CloseCaseAction, ReviewOutcomes, SuspensionAction } from "../moderation/moderation-actions.tsx";
import { UNNAMED_AUTHOR } from "../reviews/review-words.ts";

import { outcomesOf, upholdingWords } from "./report-outcomes.ts";

const ReplyModeration = late(async () => (await import("../moderation/reply-actions.tsx")).ReplyModeration);

type Report = Answers["reports"]["list"]["items"][number];

/** What both decisions on a report share. */
const decision = {
  reason: { label: "Qué decidiste", description: "Queda en el registro.", missing: "Escribí qué decidiste" },
  done: "Denuncia resuelta",
  failure: "No se pudo resolver la denuncia",
};

/** Every decision, each with what it does, at the end of the window: none has to be looked for. */
export function ReportActs({ report }: { report: Report }) {
  const { id, author_id, author_name, subject, subject_id, title, hidden_at, is_review_waiting } = report;
  const author = author_name ?? UNNAMED_AUTHOR;
  const reporter = report.reporter_name ?? "el sistema";
  const isSuspended = report.author_suspended_at !== null;
  return (
    <DecisionBar>
      <Outcomes>
        <Outcome
          act={
            <ActionWithReason
              label="Descartar"
              letter="E"
              fullLabel={`Descartar la denuncia de ${reporter}`}
              icon="check"
              tone="primary"
              title="Descartar la denuncia"
              {...decision}
              act={(written) =>
                api.reports.decide({ id, decision: written, is_upheld: false, edited_at: report.edited_at })
              }
            >
              <p>{outcomesOf(report).join(" ")}</p>
            </ActionWithReason>
          }
        >
          {outcomesOf(report).join(" ")}
        </Outcome>
        <Outcome
          act={
            <ActionWithReason
              label="Dar la razón"
              fullLabel={`Dar la razón a la denuncia de ${reporter}`}
              icon="flag"
              title="Dar la razón a la denuncia"
              {...decision}
              act={(written) =>
                api.reports.decide({ id, decision: written, is_upheld: true, edited_at: report.edited_at })
              }
            >
              <p>
                Si hace falta, primero ocultá, cerrá o suspendé. Si la persona borra su cuenta, la guardamos doce meses.
              </p>
            </ActionWithReason>
          }
        >
          {upholdingWords(report)}
        </Outcome>
        {subject === "review" && !report.is_gone && (
          <ReviewOutcomes
            review={{
              id: subject_id,
              edited_at: report.edited_at,
              author,
              isHidden: hidden_at !== null,
              isWaiting: is_review_waiting,
            }}
          />
        )}
        {report.replied_review_id && (
          <Outcome
            act={
              <ReplyModeration
                reply={{
                  id: report.replied_review_id,
                  reply_edited_at: report.edited_at,
                  isHeld: report.is_reply_held,
                  isHidden: report.is_reply_hidden,
                  author,
                }}
              />
            }
          >
            {report.is_reply_hidden ? "Se ve de nuevo debajo de la reseña." : "Oculta, deja de verse en el perfil."}
          </Outcome>
        )}
        {subject === "case" && !report.is_gone && report.case_status !== "closed" && (
          <Outcome act={<CloseCaseAction closed={{ id: subject_id, title: title ?? "" }} />}>
            Deja de ofrecerse y no se puede volver a abrir.
          </Outcome>
        )}
        {author_id && (
          <Outcome act={<SuspensionAction person={{ id: author_id, name: author, isSuspended }} />}>
            {isSuspended
              ? `${author} puede iniciar sesión de nuevo.`
              : "Deja de entrar y de verse; recibe el motivo por email."}
          </Outcome>
        )}
      </Outcomes>
    </DecisionBar>
  );
}
