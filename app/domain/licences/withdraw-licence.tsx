import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { queries } from "../../client/api.ts";
import { toastFailure } from "../../client/toast-failure.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { toast } from "../../ui/toast.tsx";

/** "Retirar" of one of the specialist's own licences, after a question. */
export function WithdrawLicence({ id, name }: { id: string; name: string }) {
  const [isAsking, setAsking] = useState(false);
  const queryClient = useQueryClient();
  const withdrawal = useMutation(
    queries.licences.withdraw.mutationOptions({
      onSuccess: async () => {
        setAsking(false);
        toast.success("Matrícula retirada");
        await queryClient.invalidateQueries({ queryKey: queries.licences.key() });
      },
      onError: (error) => {
        setAsking(false);
        toastFailure("No se pudo retirar la matrícula", error);
      },
    }),
  );
  return (
    <>
      <IconButton icon="trash" label={`Retirar ${name}`} onPress={() => setAsking(true)} />
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setAsking}
        title={`Retirar ${name}`}
        confirmLabel="Retirar matrícula"
        tone="danger"
        isPending={withdrawal.isPending}
        onConfirm={() => withdrawal.mutate({ id })}
      >
        <p>Deja de verse en tu perfil. Podés volver a declararla cuando quieras.</p>
      </ConfirmDialog>
    </>
  );
}
