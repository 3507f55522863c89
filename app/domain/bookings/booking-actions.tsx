import { type ReactNode, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { lateDialog } from "../../ui/late.tsx";
import { type Booking, momentOf } from "./booking-words.ts";
import type { MoveDialogProps } from "./move-dialog.tsx";
import { useBookingActs } from "./use-booking-acts.ts";

const MoveDialog = lateDialog<MoveDialogProps>(async () => (await import("./move-dialog.tsx")).MoveDialog);

/** What the reader of a booking may do with it now; small and in one line in a row. Nothing where there is nothing to do. */
export function BookingActions({ booking, isRow = false }: { booking: Booking; isRow?: boolean }) {
  const acts = useBookingActs();
  const [isMoving, setMoving] = useState(false);
  const [isCancelling, setCancelling] = useState(false);
  const [isDeclining, setDeclining] = useState(false);
  const { id, sequence, side, state, asked_by, moved_by, moved_local, has_begun, following } = booking;
  const seen = { id, sequence };
  const series = following > 0 ? { ...seen, following: true } : seen;
  const isPending = acts.isPending;
  const size = isRow ? { size: "small" as const } : {};
  const buttons: ReactNode[] = [];
  if (moved_by && moved_by !== side && moved_local) {
    if (!isRow)
      buttons.push(
        <p key="to" className="w-full">
          Propone: <strong>{momentOf(moved_local)}</strong>
        </p>,
      );
    buttons.push(
      <Button
        key="yes"
        {...size}
        isPending={isPending}
        onPress={() => void acts.run(() => acts.answer.mutateAsync({ ...seen, accepts: true }), "Turno cambiado")}
      >
        Aceptar el cambio
      </Button>,
      <Button
        key="no"
        {...size}
        variant="secondary"
        isDisabled={isPending}
        onPress={() =>
          void acts.run(() => acts.answer.mutateAsync({ ...seen, accepts: false }), "El turno queda como estaba")
        }
      >
        Dejarlo como estaba
      </Button>,
    );
  } else if (state === "requested" && asked_by !== side) {
    buttons.push(
      <Button
        key="yes"
        {...size}
        isPending={isPending}
        onPress={() => void acts.run(() => acts.confirm.mutateAsync(series), "Confirmado")}
      >
        {following > 0 ? `Confirmar los ${following + 1}` : "Confirmar"}
      </Button>,
      <Button key="other" {...size} variant="secondary" isDisabled={isPending} onPress={() => setMoving(true)}>
        Otro horario
      </Button>,
      <Button key="no" {...size} variant="quiet" isDisabled={isPending} onPress={() => setDeclining(true)}>
        No puedo
      </Button>,
    );
  } else if (side === "kine" && has_begun && (state === "confirmed" || state === "held" || state === "no_show")) {
    for (const [as, words] of [
      ["held", "Vino"],
      ["no_show", "No vino"],
    ] as const)
      if (state !== as)
        buttons.push(
          <Button
            key={as}
            variant={as === "held" && state === "confirmed" ? "primary" : "secondary"}
            isPending={isPending}
            onPress={() => void acts.run(() => acts.mark.mutateAsync({ ...seen, as }), "Anotado")}
          >
            {words}
          </Button>,
        );
  } else if (side === "patient" && booking.is_disputable) {
    buttons.push(
      <Button
        key="came"
        variant="secondary"
        isPending={isPending}
        onPress={() => void acts.run(() => acts.dispute.mutateAsync(seen), "Anotado: el especialista lo va a ver")}
      >
        Sí fui
      </Button>,
    );
  } else if (!has_begun && (state === "confirmed" || state === "requested")) {
    if (state === "confirmed")
      buttons.push(
        <Button key="move" variant="secondary" isDisabled={isPending} onPress={() => setMoving(true)}>
          Cambiar horario
        </Button>,
      );
    buttons.push(
      <Button key="cancel" variant="quiet" isDisabled={isPending} onPress={() => setCancelling(true)}>
        {state === "confirmed" ? "Cancelar turno" : "Cancelar pedido"}
      </Button>,
    );
  }
  if (buttons.length === 0) return null;
  return (
    <div
      className={`flex gap-3 print:hidden ${isRow ? "lg:shrink-0 max-lg:flex-wrap max-sm:gap-2 max-sm:[&_.button]:px-2" : "mt-4 flex-wrap max-sm:*:grow"}`}
    >
      {buttons}
      <MoveDialog booking={booking} isOpen={isMoving} onClose={() => setMoving(false)} />
      <CancelDialog booking={booking} isOpen={isCancelling} onClose={() => setCancelling(false)} />
      <DeclineDialog booking={booking} isOpen={isDeclining} onClose={() => setDeclining(false)} />
    </div>
  );
}

type QuestionProps = { booking: Booking; isOpen: boolean; onClose: () => void };

/** Whose turno a question is about: a row of another person may stand where the pressed one stood. */
function About({ booking: { other_name, local_start } }: { booking: Booking }) {
  return (
    <p>
      {other_name && <strong>{other_name} · </strong>}
      {momentOf(local_start)}
    </p>
  );
}

function DeclineDialog({ booking, isOpen, onClose }: QuestionProps) {
  const acts = useBookingActs();
  const { id, sequence, following } = booking;
  const input = { id, sequence, ...(following > 0 && { following: true }) };
  const decline = async () => {
    if (await acts.run(() => acts.decline.mutateAsync(input), "Avisamos que no")) onClose();
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      title="¿Avisamos que no podés?"
      confirmLabel={following > 0 ? `Avisar por los ${following + 1}` : "Avisar que no"}
      cancelLabel="Volver"
      tone="danger"
      isPending={acts.isPending}
      onConfirm={() => void decline()}
    >
      <About booking={booking} />
    </ConfirmDialog>
  );
}

function CancelDialog({ booking, isOpen, onClose }: QuestionProps) {
  const acts = useBookingActs();
  const { id, sequence, side, state, following, notice_hours, is_near } = booking;
  const isLate = side === "patient" && state === "confirmed" && is_near;
  const cancel = async (withFollowing: boolean) => {
    const input = { id, sequence, ...(withFollowing && { following: true }) };
    if (await acts.run(() => acts.cancel.mutateAsync(input), withFollowing ? "Turnos cancelados" : "Turno cancelado"))
      onClose();
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      title={state === "confirmed" ? "¿Cancelar este turno?" : "¿Cancelar este pedido?"}
      confirmLabel={following > 0 ? "Solo este" : state === "confirmed" ? "Cancelar turno" : "Cancelar pedido"}
      cancelLabel="Volver"
      tone="danger"
      isPending={acts.isPending}
      onConfirm={() => void cancel(false)}
    >
      <About booking={booking} />
      {isLate && (
        <p className="mt-2">
          Avisás con menos de {notice_hours} h; {booking.other_name ?? "el especialista"} lo va a ver.
        </p>
      )}
      {following > 0 && (
        <div className="mt-4">
          <Button variant="secondary" isPending={acts.isPending} onPress={() => void cancel(true)}>
            Este y los {following} siguientes
          </Button>
        </div>
      )}
    </ConfirmDialog>
  );
}
