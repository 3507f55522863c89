import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import type { z } from "zod";
import { queries } from "../../client/api.ts";
import { toastFailure } from "../../client/toast-failure.ts";
import { Field, useSubmit } from "../../client/form.tsx";
import { errorCode, errorMessage } from "../../shared/errors.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast.tsx";
import { ContactNotice } from "../contacts/contact-notice.tsx";
import { MESSAGE_MAX } from "./match-words.ts";
import { NewMatch } from "./match.ts";
import { keepOfferDraft, readOfferDraft } from "./offer-draft.ts";
import { OwnOffer } from "./own-offer.tsx";
import type { OfferedCase } from "./offer-proposal.ts";

type ApplyDialogProps = { offered: OfferedCase & { id: string; title: string }; isOpen: boolean; onClose: () => void };

/** Asks a specialist for an optional message to the patient, fills their offer in and sends the application. */
export function ApplyDialog({ offered, isOpen, onClose }: ApplyDialogProps) {
  const [isSent, setSent] = useState(false);
  // The form lives outside the dialog, so its input is still there when the dialog is opened again.
  const form = useForm<z.input<typeof NewMatch>, unknown, z.output<typeof NewMatch>>({
    resolver: zodResolver(NewMatch),
    defaultValues: { case_id: offered.id, message: "", ...readOfferDraft(offered.id) },
  });
  const message = useWatch({ control: form.control, name: "message" }) ?? "";
  const apply = useApply(() => {
    setSent(true);
    keepOfferDraft(offered.id, null);
  }, onClose);
  const submit = useSubmit(form.handleSubmit((match) => apply(match)));
  return (
    <Dialog isOpen={isOpen} onOpenChange={(open) => !open && onClose()} title="Postularme a este caso">
      <form onSubmit={submit} noValidate className="flex flex-col gap-5">
        <p className="text-muted">
          Tu postulación a <strong className="text-ink">{offered.title}</strong> le llega al paciente con tu perfil.
        </p>
        <Field control={form.control} name="message">
          {({ value, ...field }) => (
            <TextField
              {...field}
              value={value ?? ""}
              label="Mensaje"
              description="Contale cómo podés ayudar y cuándo podrías atenderlo."
              isMultiline
              isOptional
              rows={5}
              counterMax={MESSAGE_MAX}
            />
          )}
        </Field>
        <ContactNotice text={message}>
          Cuando el paciente te acepte, cada uno ve el teléfono del otro: no hace falta ponerlo.
        </ContactNotice>
        <OwnOffer form={form} offered={offered} isOpen={isOpen} isSent={isSent} />
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button variant="secondary" onPress={onClose}>
            Cancelar
          </Button>
          <Button type="submit" isPending={form.formState.isSubmitting}>
            Enviar postulación
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Sends an application and shows its outcome; resolves once the affected queries are reloaded. */
function useApply(onSent: () => void, onApplied: () => void) {
  const queryClient = useQueryClient();
  const { mutateAsync } = useMutation(queries.matches.apply.mutationOptions());
  const settle = async () => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: queries.cases.key() }),
      queryClient.invalidateQueries({ queryKey: queries.matches.key() }),
    ]);
    // Only after the reload: a case that still looked open would invite a second application.
    onApplied();
  };
  return async (match: z.output<typeof NewMatch>) => {
    try {
      await mutateAsync(match);
      onSent();
      toast.success("¡Postulación enviada!");
      await settle();
    } catch (error) {
      const code = errorCode(error);
      if (code === "ALREADY_APPLIED" || code === "CASE_FULL") {
        toast.error(errorMessage(error));
        if (code === "ALREADY_APPLIED") onSent();
        await settle();
      } else {
        toastFailure("Error al postularse", error, true);
      }
    }
  };
}
