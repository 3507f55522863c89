import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { queries } from "../../client/api.ts";
import { toastFailure } from "../../client/toast-failure.ts";
import { Checkbox } from "../../ui/checkbox.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { toast } from "../../ui/toast.tsx";

type PublishDialogProps = { isOpen: boolean; onClose: () => void; onPublished: () => void };

/** Asks a person whom an admin made a specialist what of theirs becomes public. */
export function PublishDialog({ isOpen, onClose, onPublished }: PublishDialogProps) {
  const [phone_listed, setPhoneListed] = useState(false);
  const publish = useMutation(queries.profiles.publish.mutationOptions());
  async function confirm() {
    try {
      await publish.mutateAsync({ phone_listed });
      toast.success("Tu perfil es público");
      onPublished();
    } catch (error) {
      toastFailure("Error al publicar tu perfil", error);
    }
  }
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onOpenChange={(isStillOpen) => !isStillOpen && onClose()}
      title="¿Publicamos tu perfil?"
      confirmLabel="Publicar mi perfil"
      cancelLabel="Ahora no"
      isPending={publish.isPending}
      onConfirm={() => void confirm()}
    >
      <p>
        Un administrador te pasó a especialista. Si aceptás, cualquiera ve tu nombre, tu foto, tu barrio y lo que
        escribas en tu perfil profesional. Hasta entonces te ven solo quienes reciben tu postulación.
      </p>
      <Checkbox isSelected={phone_listed} onChange={setPhoneListed}>
        Mostrar mi número a los pacientes en la lista de especialistas
      </Checkbox>
    </ConfirmDialog>
  );
}
