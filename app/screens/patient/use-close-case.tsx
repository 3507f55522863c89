import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { queries } from "../../client/api.ts";
import { toastFailure } from "../../client/toast-failure.ts";
import { ReviewDialog } from "../../domain/reviews/review-dialog.tsx";
import { toast } from "../../ui/toast.tsx";

type Kine = { kine_id: string; name: string };
type Turn = { due: Kine[]; hasPublished: boolean; hasJustClosed: boolean };

const CLOSED = "Caso cerrado exitosamente";

/** Closes the patient's own case and then, or later, asks for a review of each accepted specialist in turn. */
export function useCloseCase(caseId: string) {
  const queryClient = useQueryClient();
  const [turn, setTurn] = useState<Turn | null>(null);

  const close = useMutation(
    queries.cases.close.mutationOptions({
      onSuccess: async ({ due }) => {
        await queryClient.invalidateQueries({ queryKey: queries.cases.key() });
        if (due.length === 0) toast.success(CLOSED);
        else setTurn({ due, hasPublished: false, hasJustClosed: true });
      },
      onError: async (error) => {
        toastFailure("Error al cerrar caso", error);
        await queryClient.invalidateQueries({ queryKey: queries.cases.key() });
      },
    }),
  );

  const next = (hasPublishedThis: boolean) => {
    if (!turn) return;
    const hasPublished = turn.hasPublished || hasPublishedThis;
    const due = turn.due.slice(1);
    if (due.length > 0) return setTurn({ ...turn, due, hasPublished });
    setTurn(null);
    if (hasPublished) toast.success("¡Gracias por tu review!");
    else if (turn.hasJustClosed) toast.success(CLOSED);
  };

  const kine = turn?.due[0];
  const dialog = kine && (
    <ReviewDialog
      key={kine.kine_id}
      caseId={caseId}
      kine={kine}
      isOpen
      onPublished={() => next(true)}
      onSkip={() => next(false)}
    />
  );

  return {
    dialog,
    isPending: close.isPending,
    close: () => close.mutate({ id: caseId }),
    review: (application: Kine) => setTurn({ due: [application], hasPublished: false, hasJustClosed: false }),
  };
}
