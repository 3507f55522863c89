import { type ReactNode, useState } from "react";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card, CardHead } from "../../ui/card.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Icon } from "../../ui/icons.tsx";
import { lateDialog } from "../../ui/late.tsx";
import { CASE_MODALITY_LABELS } from "../profiles/modality.ts";
import { type Booking, capitalised, dayOf, momentOf, ownTimeOf, standingOf, stateOf } from "./booking-words.ts";
import { momentInShort, shortDayOf, timeOf } from "./standing-words.ts";
import type { MoveDialogProps } from "./move-dialog.tsx";
import { useBookingActs } from "./use-booking-acts.ts";

const MoveDialog = lateDialog<MoveDialogProps>(async () => (await import("./move-dialog.tsx")).MoveDialog);

/** A booking as its reader acts on it: one filled button for what is asked of them, the rest beside it. */
export function BookingCard({ booking }: { booking: Booking }) {
  return (
    <Card as="li">
      <Head booking={booking} />
      <Body booking={booking} />
    </Card>
  );
}

/** The same as one low row, where there is room for its buttons beside it. */
export function BookingRow({ booking }: { booking: Booking }) {
  const { local_start, moved_local, moved_by, side, other_name, place } = booking;
  return (
    <li className="flex items-center gap-4 py-1.5 pr-2 pl-4">
      <h3 className="w-36 shrink-0 text-base">{capitalised(momentInShort(local_start))}</h3>
      <p className="min-w-0 grow truncate">
        <span className="font-semibold">{other_name ?? "Ya no están en contacto"}</span>
        {moved_by && moved_by !== side && moved_local ? (
          <>
            {" propone "}
            <strong>{momentInShort(moved_local)}</strong>
          </>
        ) : (
          <span className="text-muted"> · {place}</span>
        )}
      </p>
      <Actions booking={booking} isRow />
    </li>
  );
}

/** A booking that asks for nothing now: when it is and how it stands, which opens the rest. */
export function FoldedBooking({ booking }: { booking: Booking }) {
  return (
    <li className="border-b border-line">
      <details className="group open:pb-4">
        <summary className="flex min-h-14 cursor-pointer list-none items-center gap-3 rounded [&::-webkit-details-marker]:hidden">
          <span className="flex min-w-0 grow flex-wrap items-baseline gap-x-3">
            <span className="font-semibold">
              {booking.modality ? shortMomentOf(booking) : dayOf(booking.local_start)}
            </span>
            <span className="text-muted">{stateOf(booking)[0]}</span>
          </span>
          <Icon name="chevron" className="size-5 shrink-0 text-muted transition-transform group-open:rotate-180" />
        </summary>
        <Body booking={booking} />
      </details>
    </li>
  );
}

const shortMomentOf = ({ local_start }: Booking) => `${capitalised(shortDayOf(local_start))}, ${timeOf(local_start)}`;

function Head({ booking }: { booking: Booking }) {
  const [label, tone] = stateOf(booking);
  const own = ownTimeOf(booking);
  return (
    <CardHead aside={<Badge tone={tone}>{label}</Badge>}>
      <h3 className="text-lg leading-snug">
        {booking.modality ? momentOf(booking.local_start) : dayOf(booking.local_start)}
      </h3>
      {booking.modality && own && <p className="text-sm text-muted">{own}</p>}
    </CardHead>
  );
}

function Body({ booking }: { booking: Booking }) {
  // Who attends at their own place knows where it is, and what patients hear of the way.
  const isOwnPlace = booking.side === "kine" && booking.modality === "consultorio";
  return (
    <>
      <p className="mt-2 font-semibold wrap-anywhere">
        {booking.side === "patient" && booking.state === "requested" && booking.asked_by === "patient"
          ? `Pediste este turno. ${standingOf(booking)[1]}`
          : (booking.other_name ?? "Ya no están en contacto")}
      </p>
      <p className="text-muted wrap-anywhere">
        {[
          booking.place,
          !isOwnPlace && booking.address,
          // An address says that it is there.
          booking.modality
            ? (booking.modality !== "consultorio" || !booking.address) && CASE_MODALITY_LABELS[booking.modality]
            : "La anotó tu especialista",
        ]
          .filter(Boolean)
          .join(" · ")}
      </p>
      {booking.side === "patient" && booking.state === "confirmed" && booking.arrival && (
        <p className="wrap-anywhere">{booking.arrival}</p>
      )}
      <Actions booking={booking} />
    </>
  );
}

function Actions({ booking, isRow = false }: { booking: Booking; isRow?: boolean }) {
  const acts = useBookingActs();
  const [isMoving, setMoving] = useState(false);
  const [isCancelling, setCancelling] = useState(false);
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
      <Button
        key="no"
        {...size}
        variant="quiet"
        isDisabled={isPending}
        onPress={() => void acts.run(() => acts.decline.mutateAsync(series), "Avisamos que no")}
      >
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
    <div className={`flex gap-3 print:hidden ${isRow ? "shrink-0" : "mt-4 flex-wrap max-sm:*:grow"}`}>
      {buttons}
      <MoveDialog booking={booking} isOpen={isMoving} onClose={() => setMoving(false)} />
      <CancelDialog booking={booking} isOpen={isCancelling} onClose={() => setCancelling(false)} />
    </div>
  );
}

function CancelDialog({ booking, isOpen, onClose }: { booking: Booking; isOpen: boolean; onClose: () => void }) {
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
      <p>{momentOf(booking.local_start)}</p>
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
