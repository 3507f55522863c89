import { useMutation, useQueryClient } from "@tanstack/react-query";
import { queries } from "../../client/api.ts";
import { toastFailure } from "../../client/toast-failure.ts";
import { toast } from "../../ui/toast.tsx";
import { EDIT_DAYS } from "./reply.ts";
import { ReviewFormDialog } from "./review-form-dialog.tsx";

export type EditReviewDialogProps = {
  review: { id: string; stars: number; comment: string | null };
  about: string;
  isOpen: boolean;
  onClose: () => void;
};

/** Edits an own review. */
export function EditReviewDialog({ review, about, isOpen, onClose }: EditReviewDialogProps) {
  const { id, stars, comment } = review;
  const queryClient = useQueryClient();
  const { mutateAsync } = useMutation(queries.reviews.edit.mutationOptions());
  return (
    <ReviewFormDialog
      title={`Editar tu reseña de ${about}`}
      isOpen={isOpen}
      written={{ stars, comment }}
      labels={{ cancel: "Cancelar", submit: "Guardar", pending: "Guardando…" }}
      onCancel={onClose}
      onSubmit={async (written) => {
        try {
          await mutateAsync({ ...written, id });
          toast.success("Reseña editada");
          onClose();
        } catch (error) {
          toastFailure("No se pudo editar la reseña", error, true);
        }
        await queryClient.invalidateQueries({ queryKey: queries.reviews.key() });
      }}
    >
      <p className="text-muted">
        La podés editar durante {EDIT_DAYS} días. Se va a ver que la editaste; lo que decía antes lo leen solamente
        quienes administran.
      </p>
    </ReviewFormDialog>
  );
}
