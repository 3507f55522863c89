import { useMutation, useQueryClient } from "@tanstack/react-query";
import { queries } from "../../client/api.ts";
import { toastFailure } from "../../client/toast-failure.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { toast } from "../../ui/toast.tsx";

export type WithdrawReviewDialogProps = { id: string; isOpen: boolean; onClose: () => void };

/** Asks before an own review is withdrawn. */
export function WithdrawReviewDialog({ id, isOpen, onClose }: WithdrawReviewDialogProps) {
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation(
    queries.reviews.withdraw.mutationOptions({
      onSuccess: () => toast.success("Reseña retirada"),
      onError: (error) => toastFailure("No se pudo retirar la reseña", error),
      onSettled: () => {
        onClose();
        return queryClient.invalidateQueries({ queryKey: queries.reviews.key() });
      },
    }),
  );
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      title="¿Retirar tu reseña?"
      confirmLabel="Sí, retirarla"
      tone="danger"
      isPending={isPending}
      onConfirm={() => mutate({ id })}
    >
      <p>Se borra para siempre, con su respuesta. De este caso no vas a poder escribir otra.</p>
    </ConfirmDialog>
  );
}
