import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { queries } from "../../client/api.ts";
import { toastFailure } from "../../client/toast-failure.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Fold } from "../../ui/fold.tsx";
import { toast } from "../../ui/toast.tsx";

/** "Ya no quiero que me atienda": takes the acceptance of a specialist back, folded, and after a confirmation. */
export function EndAcceptance({ application }: { application: { id: string; name: string } }) {
  const { id, name } = application;
  const [isAsking, setAsking] = useState(false);
  const queryClient = useQueryClient();
  const ending = useMutation(
    queries.matches.end.mutationOptions({
      onSuccess: () => toast.success(`${name} ya no te atiende`, { description: "Ya no ven los datos del otro." }),
      onError: (error) => toastFailure("No se pudo terminar la atención", error),
      onSettled: async () => {
        setAsking(false);
        await Promise.all([
          queryClient.invalidateQueries({ queryKey: queries.cases.key() }),
          queryClient.invalidateQueries({ queryKey: queries.conversations.key() }),
        ]);
      },
    }),
  );
  return (
    <Fold title="Ya no quiero que me atienda">
      <div>
        <Button variant="secondary" size="small" onPress={() => setAsking(true)}>
          Terminar la atención
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={(isOpen) => !ending.isPending && setAsking(isOpen)}
        title={`¿Ya no querés que ${name} te atienda?`}
        confirmLabel="Sí, terminar"
        tone="danger"
        isPending={ending.isPending}
        onConfirm={() => ending.mutate({ id })}
      >
        <p>
          Deja de ver tu caso, tus estudios y tu teléfono, y vos el suyo. Se cancelan los turnos que tengan por delante.
          Le avisamos. Si no queda otro especialista aceptado, tu caso vuelve a estar abierto, o se borra si retiraste
          tu consentimiento. No se puede deshacer.
        </p>
      </ConfirmDialog>
    </Fold>
  );
}
