import { useMutation, useQueryClient } from "@tanstack/react-query";
import { queries } from "../../client/api.ts";
import { toast } from "../../ui/toast.tsx";
import { toastFailure } from "../../client/toast-failure.ts";
import { ReviewFormDialog } from "./review-form-dialog.tsx";

export type ReviewDialogProps = {
  caseId: string;
  kine: { kine_id: string; name: string };
  isOpen: boolean;
  /** The dialog is opened by the URL. */
  hasAddress?: boolean;
  onPublished: () => void;
  onSkip: () => void;
};

/** Asks for a review of one specialist, which may be skipped. Use the specialist's id as the key. */
export function ReviewDialog({ caseId, kine, isOpen, hasAddress, onPublished, onSkip }: ReviewDialogProps) {
  const queryClient = useQueryClient();
  const { mutateAsync } = useMutation(queries.reviews.create.mutationOptions());
  return (
    <ReviewFormDialog
      title={`¿Cómo te fue con ${kine.name}?`}
      isOpen={isOpen}
      hasAddress={hasAddress}
      labels={{ cancel: "Omitir", submit: "Publicar reseña", pending: "Publicando…" }}
      onCancel={onSkip}
      onSubmit={async (review) => {
        let isWaiting: boolean;
        try {
          isWaiting = (await mutateAsync({ ...review, case_id: caseId, kine_id: kine.kine_id })).is_waiting;
        } catch (error) {
          toastFailure("Error al crear review", error, true);
          await queryClient.invalidateQueries({ queryKey: queries.cases.key() });
          return;
        }
        if (isWaiting) toast.success("Recibimos tu reseña. La leemos antes de mostrarla, porque hoy llegaron muchas.");
        else toast.success("Review publicada exitosamente");
        onPublished();
        void queryClient.invalidateQueries({ queryKey: queries.cases.key() });
        void queryClient.invalidateQueries({ queryKey: queries.reviews.key() });
      }}
    >
      <p className="text-muted">
        Tu opinión ayuda a otras personas a elegir. Se publica con tu nombre y la inicial de tu apellido.
      </p>
    </ReviewFormDialog>
  );
}
