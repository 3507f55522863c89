import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { queries } from "../../client/api.ts";
import { toastFailure } from "../../client/toast-failure.ts";
import { applyHeldRejections } from "../../domain/matches/held-rejections.ts";
import { ReviewDialog } from "../../domain/reviews/review-dialog.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { toast } from "../../ui/toast.tsx";

type Kine = { kine_id: string; name: string };
type Turn = { due: Kine[]; hasPublished: boolean; hasJustClosed: boolean };

const CLOSED = "Caso cerrado exitosamente";

/**
 * Closes the patient's own case after a confirmation that states the number of unanswered applications. Then, or later,
 * asks for a review of each accepted specialist in turn.
 */
export function useCloseCase(caseId: string, unanswered: number) {
  const queryClient = useQueryClient();
  const [turn, setTurn] = useState<Turn | null>(null);
  const [isAsking, setAsking] = useState(false);
  const bookings = useQuery({ ...queries.bookings.mine.queryOptions(), enabled: isAsking });
  const ahead =
    bookings.data?.upcoming.filter(({ case_id, has_begun }) => case_id === caseId && !has_begun).length ?? 0;

  const close = useMutation(
    queries.cases.close.mutationOptions({
      onSuccess: async ({ due }) => {
        setAsking(false);
        await Promise.all([
          queryClient.invalidateQueries({ queryKey: queries.cases.key() }),
          queryClient.invalidateQueries({ queryKey: queries.bookings.key() }),
        ]);
        if (due.length === 0) toast.success(CLOSED);
        else setTurn({ due, hasPublished: false, hasJustClosed: true });
      },
      onError: async (error) => {
        setAsking(false);
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

  const question = (
    <ConfirmDialog
      isOpen={isAsking}
      onOpenChange={(isOpen) => !close.isPending && setAsking(isOpen)}
      title="¿Cerrar tu caso?"
      confirmLabel="Sí, cerrar el caso"
      isPending={close.isPending}
      onConfirm={() => void applyHeldRejections().then(() => close.mutate({ id: caseId }))}
    >
      {unanswered > 0 && (
        <p className="mb-3 font-semibold">
          {unanswered === 1
            ? "Queda 1 postulación sin responder."
            : `Quedan ${unanswered} postulaciones sin responder.`}
        </p>
      )}
      {ahead > 0 && (
        <p className="mb-3 font-semibold">{ahead === 1 ? "Se cancela 1 turno." : `Se cancelan ${ahead} turnos.`}</p>
      )}
      <p>Nadie más te va a poder responder, y un caso cerrado no se vuelve a abrir. Después podés dejar tu reseña.</p>
    </ConfirmDialog>
  );

  return {
    dialog: dialog ?? question,
    isPending: close.isPending,
    close: () => setAsking(true),
    review: (application: Kine) => setTurn({ due: [application], hasPublished: false, hasJustClosed: false }),
  };
}
