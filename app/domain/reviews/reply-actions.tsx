import { useState } from "react";
import type { Answers } from "../../client/api.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { late, lateDialog } from "../../ui/late.tsx";
import type { AppealActionProps } from "../appeals/appeal-action.tsx";
import type { ReplyDialogProps } from "./reply-dialog.tsx";
import { UNNAMED_AUTHOR } from "./review-words.ts";

const AppealAction = late<AppealActionProps>(async () => (await import("../appeals/appeal-action.tsx")).AppealAction);
const ReplyDialog = lateDialog<ReplyDialogProps>(async () => (await import("./reply-dialog.tsx")).ReplyDialog);

/** "Responder", or what became of the own answer and "Editar respuesta" while it is new. */
export function ReplyActions({ review }: { review: Answers["reviews"]["received"]["items"][number] }) {
  const [isWriting, setWriting] = useState(false);
  const author = review.patient_name ?? UNNAMED_AUTHOR;
  const isNew = review.reply === null;
  return (
    <>
      {review.is_reply_held && (
        <p className="mt-2">
          <Badge icon="clock">En revisión</Badge> Habla de salud: la leemos antes de publicarla.
        </p>
      )}
      {review.reply_hidden_reason && (
        <p className="mt-2 wrap-anywhere">
          <Badge icon="eyeOff">Oculta</Badge> Un administrador la ocultó: {review.reply_hidden_reason}
        </p>
      )}
      <AppealAction
        appealed={{ can_appeal: review.can_appeal_reply, appeal: review.reply_appeal }}
        review_id={review.id}
        about="reply"
        what={`tu respuesta a ${author}`}
      />
      {review.is_report_rejected && <p className="mt-2 text-sm text-muted">Leímos tu denuncia y la reseña queda.</p>}
      <AppealAction appealed={review} review_id={review.id} about="review" what={`la reseña de ${author}`} />
      {(review.can_reply || review.can_edit_reply) && (
        <p className="mt-3 mr-4 inline-block">
          <Button
            variant="secondary"
            size="small"
            icon="edit"
            aria-label={isNew ? `Responder a ${author}` : `Editar respuesta a ${author}`}
            onPress={() => setWriting(true)}
          >
            {isNew ? "Responder" : "Editar respuesta"}
          </Button>
        </p>
      )}
      <ReplyDialog
        key={`${review.id} ${review.reply}`}
        review={review}
        author={author}
        isOpen={isWriting}
        onClose={() => setWriting(false)}
      />
    </>
  );
}
