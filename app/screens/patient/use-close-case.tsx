import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { queries } from "../../client/api.ts";
import { toastFailure } from "../../client/toast-failure.ts";
import { type Booking, momentOf } from "../../domain/bookings/booking-words.ts";
import { applyHeldRejections } from "../../domain/matches/held-rejections.ts";
import { ReviewDialog } from "../../domain/reviews/review-dialog.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { toast } from "../../ui/toast.tsx";

type Kine = { kine_id: string; name: string };
type Turn = { due: Kine[]; hasPublished: boolean; hasJustClosed: boolean };

const CLOSED = "Caso cerrado exitosamente";

type Closing = { caseId: string; isMatched: boolean };

/**
 * Closes the patient's own case after a confirmation that says what it ends. Then, or later, asks for a review of each accepted specialist in turn.
 */
export function useCloseCase({ caseId, isMatched }: Closing) {
  const queryClient = useQueryClient();
  const [turn, setTurn] = useState<Turn | null>(null);
  const [isAsking, setAsking] = useState(false);
  const bookings = useQuery({ ...queries.bookings.mine.queryOptions(), enabled: isMatched });
  const ahead = bookings.data?.upcoming.filter(({ case_id, has_begun }) => case_id === caseId && !has_begun) ?? [];

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
      confirmLabel={
        ahead.length === 0
          ? "Sí, cerrar el caso"
          : `Sí, cerrar y cancelar ${ahead.length === 1 ? "el turno" : "los turnos"}`
      }
      {...(ahead.length > 0 && { tone: "caution", cancelLabel: "Dejarlo abierto" })}
      isPending={close.isPending}
      onConfirm={() => void applyHeldRejections().then(() => close.mutate({ id: caseId }))}
    >
      <Consequences ahead={ahead} />
    </ConfirmDialog>
  );

  return {
    dialog: dialog ?? question,
    isPending: close.isPending,
    isLoading: bookings.isLoading,
    hasAhead: ahead.length > 0,
    close: () => setAsking(true),
    review: (application: Kine) => setTurn({ due: [application], hasPublished: false, hasJustClosed: false }),
  };
}

function Consequences({ ahead }: { ahead: readonly Booking[] }) {
  const [next] = ahead;
  return (
    <div className="flex flex-col gap-3">
      {next && (
        <>
          <p className="font-semibold">
            {ahead.length === 1
              ? `Tenés un turno: ${momentOf(next.local_start)}. Si cerrás el caso, se cancela.`
              : `Tenés ${ahead.length} turnos por delante. Si cerrás el caso, se cancelan.`}
          </p>
          <p>Si vas a ir, dejalo abierto. Después de tu último turno lo cerrás y contás cómo te fue.</p>
        </>
      )}
      {!next && (
        <p>
          Te queda el teléfono de quien te atendió. El caso no se vuelve a abrir: si te vuelve a doler, creás otro.
          Después podés dejar tu reseña.
        </p>
      )}
    </div>
  );
}
