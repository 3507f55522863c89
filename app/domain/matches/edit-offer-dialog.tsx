import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import type { z } from "zod";
import { queries } from "../../client/api.ts";
import { partOf, useSubmit } from "../../client/form.tsx";
import { toastFailure } from "../../client/toast-failure.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { toast } from "../../ui/toast.tsx";
import { OFFER_DAYS, OfferEdit, type OfferFacts } from "./offer.ts";
import { OfferFields, type OfferValues } from "./offer-fields.tsx";

export type EditOfferDialogProps = {
  match: { id: string; offer: OfferFacts | null };
  isOpen: boolean;
  onClose: () => void;
};

/** Changes, renews or adds the offer of an own pending application. */
export function EditOfferDialog({ match, isOpen, onClose }: EditOfferDialogProps) {
  const queryClient = useQueryClient();
  const form = useForm<z.input<typeof OfferEdit>, unknown, z.output<typeof OfferEdit>>({
    resolver: zodResolver(OfferEdit),
    defaultValues: { id: match.id, offer: match.offer, valid_days: OFFER_DAYS },
  });
  const { mutateAsync } = useMutation(queries.matches.edit.mutationOptions());
  const submit = useSubmit(
    form.handleSubmit(async (edit) => {
      try {
        await mutateAsync(edit);
        toast.success("Propuesta actualizada");
        onClose();
      } catch (error) {
        toastFailure("Error al cambiar la propuesta", error, true);
      } finally {
        await Promise.all([
          queryClient.invalidateQueries({ queryKey: queries.cases.key() }),
          queryClient.invalidateQueries({ queryKey: queries.matches.key() }),
        ]);
      }
    }),
  );
  return (
    <Dialog isOpen={isOpen} onOpenChange={(open) => !open && onClose()} title="Tu propuesta">
      <form onSubmit={submit} noValidate className="flex flex-col gap-5">
        <OfferFields
          control={partOf<OfferValues, z.input<typeof OfferEdit>, z.output<typeof OfferEdit>>(form.control)}
        />
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button variant="secondary" onPress={onClose}>
            Cancelar
          </Button>
          <Button type="submit" isPending={form.formState.isSubmitting}>
            Guardar propuesta
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
