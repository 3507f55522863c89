import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { DateField } from "../../ui/date-field.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TimeField } from "../../ui/time-field.tsx";
import { type Booking } from "./booking-words.ts";
import { timeOf } from "./short-days.ts";
import { FreeTimes } from "./free-times.tsx";
import { useBookingActs } from "./use-booking-acts.ts";

export type MoveDialogProps = { booking: Booking; isOpen: boolean; onClose: () => void };

/** Proposes another time: a patient one that is free, a specialist any. */
export function MoveDialog(props: MoveDialogProps) {
  const { isOpen, onClose } = props;
  return (
    <Dialog isOpen={isOpen} onOpenChange={(open) => !open && onClose()} title="Proponer otro horario" size="small">
      <Times {...props} />
    </Dialog>
  );
}

function Times({ booking, onClose }: MoveDialogProps) {
  const acts = useBookingActs();
  const { id, sequence, state, side, match_id } = booking;
  const propose = async (start: string) => {
    const input = { id, sequence, start };
    const act = () => (state === "requested" ? acts.propose.mutateAsync(input) : acts.move.mutateAsync(input));
    if (await acts.run(act, "Propuesta enviada: vale un día como mucho")) onClose();
  };
  if (side === "kine")
    return <TypedTime booking={booking} isPending={acts.isPending} onPick={(start) => void propose(start)} />;
  return <FreeTimes matchId={match_id} onPick={({ local_start }) => void propose(local_start)} />;
}

function TypedTime({
  booking,
  isPending,
  onPick,
}: {
  booking: Booking;
  isPending: boolean;
  onPick: (start: string) => void;
}) {
  const [day, setDay] = useState<string | null>(booking.local_start.slice(0, 10));
  const [time, setTime] = useState(timeOf(booking.local_start));
  return (
    <div className="flex flex-col gap-5">
      <DateField label="Día" value={day} onChange={setDay} autoComplete="off" />
      <TimeField label="Hora" value={time} onChange={setTime} />
      <Button isPending={isPending} isDisabled={!day || !time} onPress={() => onPick(`${day}T${time}`)}>
        Proponer
      </Button>
    </div>
  );
}
