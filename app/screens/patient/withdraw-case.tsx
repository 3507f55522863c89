import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { queries } from "../../client/api.ts";
import { toastFailure } from "../../client/toast-failure.ts";
import { keepCaseEdit } from "../../domain/cases/case-draft.ts";
import { errorCode } from "../../shared/errors.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { useFocusFallback } from "../../ui/focus-fallback.ts";
import { toast } from "../../ui/toast.tsx";

export type WithdrawCaseProps = { caseId: string; onEdit: () => void; onWithdrawn: () => void };

/** A patient's actions on an open case: edit, or withdraw after confirmation. */
export function WithdrawCase({ caseId, onEdit, onWithdrawn }: WithdrawCaseProps) {
  const part = useRef<HTMLElement>(null);
  useFocusFallback(part, () => document.getElementById("own-applications"));
  const [isAsking, setAsking] = useState(false);
  const queryClient = useQueryClient();
  const leave = () => {
    keepCaseEdit(caseId, null);
    onWithdrawn();
    toast.success("Caso retirado");
    // A withdrawn case must not be refetched.
    queryClient.removeQueries({ queryKey: queries.cases.get.queryKey({ input: { id: caseId } }) });
    return queryClient.invalidateQueries({ queryKey: queries.cases.key() });
  };
  const withdrawal = useMutation(
    queries.cases.withdraw.mutationOptions({
      onSuccess: leave,
      onError: (error) => {
        // An earlier answer was lost: the case is already withdrawn.
        if (errorCode(error) === "CASE_NOT_FOUND") return leave();
        setAsking(false);
        toastFailure("Error al retirar caso", error);
        return queryClient.invalidateQueries({ queryKey: queries.cases.key() });
      },
    }),
  );
  const isLeaving = withdrawal.isPending || withdrawal.isSuccess;
  return (
    <section ref={part} aria-labelledby="taking-back" className="flex flex-col gap-3 print:hidden">
      <h3 id="taking-back" className="text-lg">
        ¿Cambió algo?
      </h3>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" icon="edit" onPress={onEdit}>
          Editar caso
        </Button>
        <Button variant="quiet" icon="trash" onPress={() => setAsking(true)}>
          Retirar caso
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={(isOpen) => !isLeaving && setAsking(isOpen)}
        title="¿Retirar tu caso?"
        confirmLabel="Sí, retirar el caso"
        tone="danger"
        isPending={isLeaving}
        onConfirm={() => withdrawal.mutate({ id: caseId })}
      >
        <p className="mb-3">Los especialistas dejan de verlo, y las postulaciones que recibió se retiran.</p>
        <p className="mb-3">Lo que escribiste lo puede leer y denunciar quien lo recibió, hasta 30 días.</p>
        <p>Tu caso y sus estudios se borran para siempre. Esto no se puede deshacer.</p>
      </ConfirmDialog>
    </section>
  );
}
