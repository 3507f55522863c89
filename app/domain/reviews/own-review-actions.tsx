import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { late, lateDialog } from "../../ui/late.tsx";
import type { AppealActionProps, Appealable } from "../appeals/appeal-action.tsx";
import type { EditReviewDialogProps } from "./edit-review-dialog.tsx";
import type { WithdrawReviewDialogProps } from "./withdraw-review-dialog.tsx";

const AppealAction = late<AppealActionProps>(async () => (await import("../appeals/appeal-action.tsx")).AppealAction);
const EditReviewDialog = lateDialog<EditReviewDialogProps>(
  async () => (await import("./edit-review-dialog.tsx")).EditReviewDialog,
);
const WithdrawReviewDialog = lateDialog<WithdrawReviewDialogProps>(
  async () => (await import("./withdraw-review-dialog.tsx")).WithdrawReviewDialog,
);

type OwnReviewActionsProps = {
  review: { id: string; stars: number; comment: string | null; can_edit: boolean } & Appealable;
  about: string;
};

/** "Editar" while the review is new, and "Retirar" at any time. */
export function OwnReviewActions({ review, about }: OwnReviewActionsProps) {
  const [open, setOpen] = useState<"edit" | "withdraw" | null>(null);
  const close = () => setOpen(null);
  return (
    <div className="mt-4 flex flex-wrap gap-3">
      {review.can_edit && (
        <Button
          variant="secondary"
          size="small"
          icon="edit"
          aria-label={`Editar tu reseña de ${about}`}
          onPress={() => setOpen("edit")}
        >
          Editar
        </Button>
      )}
      <Button
        variant="quiet"
        size="small"
        icon="trash"
        aria-label={`Retirar tu reseña de ${about}`}
        onPress={() => setOpen("withdraw")}
      >
        Retirar
      </Button>
      <AppealAction appealed={review} review_id={review.id} about="review" what={`tu reseña de ${about}`} />
      <EditReviewDialog review={review} about={about} isOpen={open === "edit"} onClose={close} />
      <WithdrawReviewDialog id={review.id} isOpen={open === "withdraw"} onClose={close} />
    </div>
  );
}
