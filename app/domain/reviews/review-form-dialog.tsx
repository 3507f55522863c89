import { zodResolver } from "@hookform/resolvers/zod";
import { type ReactNode, useId } from "react";
import { useForm } from "react-hook-form";
import type { z } from "zod";
import { Field, useSubmit } from "../../client/form.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { StarInput } from "../../ui/star-rating.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { WrittenReview } from "./review.ts";

type ReviewFormDialogProps = {
  title: string;
  isOpen: boolean;
  hasAddress?: boolean | undefined;
  /** What was written before. */
  written?: { stars: number; comment: string | null };
  labels: { cancel: string; submit: string; pending: string };
  onCancel: () => void;
  onSubmit: (review: z.output<typeof WrittenReview>) => Promise<void>;
  children: ReactNode;
};

/** A dialog with the stars and the comment of a review. */
export function ReviewFormDialog(props: ReviewFormDialogProps) {
  const { title, isOpen, hasAddress, written, labels, onCancel, children } = props;
  const formId = useId();
  const form = useForm<z.input<typeof WrittenReview>, unknown, z.output<typeof WrittenReview>>({
    resolver: zodResolver(WrittenReview),
    defaultValues: { comment: "", ...written },
  });
  const { isSubmitting } = form.formState;
  return (
    <Dialog
      isOpen={isOpen}
      hasAddress={hasAddress}
      onOpenChange={(open) => !open && onCancel()}
      isDismissable={!isSubmitting}
      title={title}
      footer={
        <>
          <Button variant="secondary" onPress={onCancel} isDisabled={isSubmitting}>
            {labels.cancel}
          </Button>
          <Button type="submit" form={formId} isPending={isSubmitting} pendingLabel={labels.pending}>
            {labels.submit}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={useSubmit(form.handleSubmit(props.onSubmit))}
        className="flex flex-col gap-6"
      >
        {children}
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
