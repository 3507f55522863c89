import { useMutation } from "@tanstack/react-query";
import { useContext, useState } from "react";
import { queries } from "../../client/api.ts";
import { leaveApplication } from "../../client/leave-application.ts";
import { LeavingContext } from "../../client/leaving.ts";
import { forgetEverything } from "../../client/personal-storage.ts";
import { toastFailure } from "../../client/toast-failure.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { toast } from "../../ui/toast.tsx";
import { DownloadOwnData } from "../exports/download-own-data.tsx";
import { FAREWELL_MS } from "./account.ts";

const DELETED = "Cuenta eliminada exitosamente";

/** "Eliminar cuenta": explains what is deleted and what remains, asks for confirmation, and returns to the landing page. */
export function DeleteAccountButton() {
  const [isAsking, setAsking] = useState(false);
  const tellLeaving = useContext(LeavingContext);
  const deletion = useMutation(
    queries.accounts.delete.mutationOptions({
      // The live event about the deletion must not be handled before this request's own answer.
      onMutate: () => tellLeaving(true),
      onSuccess: () => {
        forgetEverything();
        toast.success(DELETED);
        setTimeout(() => leaveApplication(DELETED), FAREWELL_MS);
      },
      onError: (error) => {
        tellLeaving(false);
        setAsking(false);
        toastFailure("Error al eliminar la cuenta. Intenta nuevamente.", error);
      },
    }),
  );
  const isLeaving = deletion.isPending || deletion.isSuccess;
  return (
    <>
      <Button variant="quiet" icon="trash" onPress={() => setAsking(true)}>
        Eliminar cuenta
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={(isOpen) => !isLeaving && setAsking(isOpen)}
        title="¿Eliminar tu cuenta?"
        confirmLabel="Sí, eliminar mi cuenta"
        tone="danger"
        isPending={isLeaving}
        onConfirm={() => deletion.mutate(undefined)}
      >
        <p className="mb-3">
          Se borran para siempre tu perfil, tu foto, tus casos y sus estudios, tus postulaciones y tus turnos. Esto no
          se puede deshacer.
        </p>
        <p className="mb-3">
          Las reseñas que escribiste quedan publicadas sin tu nombre, con su puntaje y su comentario.
        </p>
        <p className="mb-2">Si querés guardar una copia, bajala antes:</p>
        <DownloadOwnData />
      </ConfirmDialog>
    </>
  );
}
