import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { useForm } from "react-hook-form";
import type { z } from "zod";
import { queries } from "../../client/api.ts";
import { Field, useSubmit } from "../../client/form.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { StarInput } from "../../ui/star-rating.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast.tsx";
import { toastFailure } from "../../client/toast-failure.ts";
import { NewReview } from "./review.ts";

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
  const formId = useId();
  const queryClient = useQueryClient();
  const { mutateAsync } = useMutation(queries.reviews.create.mutationOptions());
  const form = useForm<z.input<typeof NewReview>, unknown, z.output<typeof NewReview>>({
    resolver: zodResolver(NewReview),
    defaultValues: { case_id: caseId, kine_id: kine.kine_id, comment: "" },
  });
  const { isSubmitting } = form.formState;

  const publish = useSubmit(
    form.handleSubmit(async (review) => {
      let isWaiting: boolean;
      try {
        isWaiting = (await mutateAsync(review)).is_waiting;
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
    }),
  );

  return (
    <Dialog
      isOpen={isOpen}
      hasAddress={hasAddress}
      onOpenChange={(open) => !open && onSkip()}
      isDismissable={!isSubmitting}
      title={`¿Cómo te fue con ${kine.name}?`}
      footer={
        <>
          <Button variant="secondary" onPress={onSkip} isDisabled={isSubmitting}>
            Omitir
          </Button>
          <Button type="submit" form={formId} isPending={isSubmitting} pendingLabel="Publicando…">
            Publicar reseña
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={publish} className="flex flex-col gap-6">
        <p className="text-muted">
          Tu opinión ayuda a otras personas a elegir. Se publica con tu nombre y la inicial de tu apellido.
        </p>
        <Field control={form.control} name="stars">
          {({ value, ...field }) => <StarInput {...field} label="Calificación" value={value ?? null} />}
        </Field>
        <Field control={form.control} name="comment">
          {({ value, ...field }) => (
            <TextField
              {...field}
              value={value ?? ""}
              label="Comentario"
              description="Opcional. Contá qué te ayudó y cómo te trató."
              isMultiline
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
