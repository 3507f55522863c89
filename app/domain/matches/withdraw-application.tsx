import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { queries } from "../../client/api.ts";
import { toastFailure } from "../../client/toast-failure.ts";
import { errorCode } from "../../shared/errors.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { useFocusFallback } from "../../ui/focus-fallback.ts";
import { toast } from "../../ui/toast.tsx";
import type { MatchStatus } from "./match-words.ts";

type WithdrawApplicationProps = {
  match: { id: string; status: MatchStatus };
  caseTitle: string;
  onWithdrawn: () => void;
};

/** Withdraws an application after a confirmation; renders nothing once the patient has decided. */
export function WithdrawApplication(props: WithdrawApplicationProps) {
  return props.match.status === "proposed" ? <Offer {...props} /> : null;
}

function Offer({ match, caseTitle, onWithdrawn }: WithdrawApplicationProps) {
  const part = useRef<HTMLDivElement>(null);
  useFocusFallback(part);
  const [isAsking, setAsking] = useState(false);
  const queryClient = useQueryClient();
  const refresh = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: queries.matches.key() }),
      queryClient.invalidateQueries({ queryKey: queries.cases.key() }),
    ]);
  const leave = () => {
    setAsking(false);
    onWithdrawn();
    toast.success("Postulación retirada");
    return refresh();
  };
  const withdrawal = useMutation(
    queries.matches.withdraw.mutationOptions({
      onSuccess: leave,
      onError: (error) => {
        // The answer was lost or the case was deleted: nothing is left to withdraw.
        if (errorCode(error) === "NOT_FOUND") return leave();
        setAsking(false);
        toastFailure("Error al retirar postulación", error);
        return refresh();
      },
    }),
  );
  const isLeaving = withdrawal.isPending || withdrawal.isSuccess;
  return (
    <div ref={part}>
      <Button
        variant="quiet"
        size="small"
        aria-label={`Retirar postulación a ${caseTitle}`}
        onPress={() => setAsking(true)}
      >
        Retirar
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={(isOpen) => !isLeaving && setAsking(isOpen)}
        title="¿Retirar tu postulación?"
        confirmLabel="Sí, retirarla"
        tone="danger"
        isPending={isLeaving}
        onConfirm={() => withdrawal.mutate({ id: match.id })}
      >
        <p>
          El paciente de <strong>{caseTitle}</strong> deja de verla, con tu mensaje. Mientras el caso siga en curso
          podés postularte de nuevo.
        </p>
      </ConfirmDialog>
    </div>
  );
}
