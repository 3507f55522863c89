import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { useForm } from "react-hook-form";
import type { z } from "zod";
import { queries } from "../../client/api.ts";
import { Field, useSubmit } from "../../client/form.tsx";
import { toastFailure } from "../../client/toast-failure.ts";
import { errorCode, errorMessage } from "../../shared/errors.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast.tsx";
import { Reply } from "./reply-input.ts";
import { REPLY_ADVICE, REPLY_HOURS, REPLY_MAX } from "./reply.ts";

export type ReplyDialogProps = {
  review: { id: string; reply: string | null };
  author: string;
  isOpen: boolean;
  onClose: () => void;
};

/** Answers a review, or edits the answer. Use the review's id as the key. */
export function ReplyDialog({ review, author, isOpen, onClose }: ReplyDialogProps) {
  const formId = useId();
  const queryClient = useQueryClient();
  const isNew = review.reply === null;
  const { mutateAsync } = useMutation(
    isNew ? queries.reviews.reply.mutationOptions() : queries.reviews.editReply.mutationOptions(),
  );
  const form = useForm<z.input<typeof Reply>, unknown, z.output<typeof Reply>>({
    resolver: zodResolver(Reply),
    defaultValues: { review_id: review.id, body: review.reply ?? "" },
  });
  const { isSubmitting } = form.formState;
  const publish = useSubmit(
    form.handleSubmit(async (reply) => {
      try {
        const { is_held } = await mutateAsync(reply);
        toast.success(is_held ? "La leemos antes de publicarla: habla de salud" : "Respuesta publicada");
        onClose();
      } catch (error) {
        if (errorCode(error) === "REPLY_TELLS") {
          form.setError("body", { message: errorMessage(error) }, { shouldFocus: true });
          return;
        }
        toastFailure("No se pudo publicar la respuesta", error, true);
      }
      await queryClient.invalidateQueries({ queryKey: queries.reviews.key() });
    }),
  );
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable={!isSubmitting}
      title={isNew ? `Responder a ${author}` : "Editar tu respuesta"}
      footer={
        <>
          <Button variant="secondary" onPress={onClose} isDisabled={isSubmitting}>
            Cancelar
          </Button>
          <Button type="submit" form={formId} isPending={isSubmitting} pendingLabel="Publicando…">
            Publicar respuesta
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={publish} className="flex flex-col gap-4">
        <p className="font-semibold">{REPLY_ADVICE}</p>
        <p className="text-muted">
          La lee cualquiera, debajo de la reseña. Respondés una sola vez, y la podés editar durante {REPLY_HOURS} horas.
        </p>
        <Field control={form.control} name="body">
          {(field) => <TextField {...field} label="Tu respuesta" isMultiline isRequired counterMax={REPLY_MAX} />}
        </Field>
      </form>
    </Dialog>
  );
}
