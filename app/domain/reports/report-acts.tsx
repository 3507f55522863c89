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

export type ReportActsProps = {
  report: Report;
  /** The reports that say the same, itself among them. */
  alike?: readonly Report[] | undefined;
  /** After a decision about it alone. */
  onDecided?: (() => void) | undefined;
};

/** Every decision, each with what it does; the six of a review come after it, since held in sight they would cover it. */
export function ReportActs({ report, alike = [report], onDecided }: ReportActsProps) {
  const { id, author_id, author_name, subject, subject_id, title, hidden_at, is_review_waiting } = report;
  const author = author_name ?? UNNAMED_AUTHOR;
  const reporter = report.reporter_name ?? "el sistema";
  const isSuspended = report.author_suspended_at !== null;
  const decide = async (written: string, is_upheld: boolean) => {
    await api.reports.decide({ id, decision: written, is_upheld, edited_at: report.edited_at });
    onDecided?.();
  };
  return (
    <DecisionBar isHigh={subject === "review" && !report.is_gone}>
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
              act={(written) => decide(written, false)}
            >
              <p>{outcomesOf(report).join(" ")}</p>
            </ActionWithReason>
          }
        >
          {outcomesOf(report).join(" ")}
        </Outcome>
        {alike.length > 1 && <DismissAll alike={alike} />}
        <Outcome
          act={
            <ActionWithReason
              label="Dar la razón"
              fullLabel={`Dar la razón a la denuncia de ${reporter}`}
              icon="flag"
              title="Dar la razón a la denuncia"
              {...decision}
              act={(written) => decide(written, true)}
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

/** Closes all that say the same, one after the other: the first that cannot be closed stops it, and the others stay. */
function DismissAll({ alike }: { alike: readonly Report[] }) {
  const label = `Descartar los ${alike.length}`;
  return (
    <Outcome
      act={
        <ActionWithReason
          label={label}
          fullLabel={`${label} avisos iguales`}
          icon="check"
          tone="primary"
          title={`${label} avisos iguales`}
          {...decision}
          done="Avisos resueltos"
          act={async (written) => {
            for (const { id, edited_at } of alike)
              await api.reports.decide({ id, decision: written, is_upheld: false, edited_at });
          }}
        >
          <p>Los cierra sin cambiar nada.</p>
        </ActionWithReason>
      }
    >
      Cierra este y los {alike.length - 1} iguales, sin cambiar nada.
    </Outcome>
  );
}
