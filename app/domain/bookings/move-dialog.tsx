import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { queries } from "../../client/api.ts";
import { DOT } from "../../shared/format.ts";
import { Button } from "../../ui/button.tsx";
import { DateField } from "../../ui/date-field.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { type Booking, momentOf } from "./booking-words.ts";
import { FreeHours } from "./free-hours.tsx";
import { FreeTimes } from "./free-times.tsx";
import { useBookingActs } from "./use-booking-acts.ts";

export type MoveDialogProps = { booking: Booking; isOpen: boolean; onClose: () => void };

/** Proposes another time: a patient one that is free, a specialist any, the free ones first. */
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
    return <OwnTime booking={booking} isPending={acts.isPending} onPick={(start) => void propose(start)} />;
  return <FreeTimes matchId={match_id} onPick={({ local_start }) => void propose(local_start)} />;
}

function OwnTime({
  booking,
  isPending,
  onPick,
}: {
  booking: Booking;
  isPending: boolean;
  onPick: (start: string) => void;
}) {
  const { match_id, local_start, other_name, place } = booking;
  const agenda = useQuery(queries.agendas.mine.queryOptions());
  const placeId = agenda.data?.places.find(({ label }) => label === place)?.id ?? "";
  const [day, setDay] = useState<string | null>(local_start.slice(0, 10));
  const [time, setTime] = useState("");
  const start = `${day}T${time}`;
  return (
    <div className="flex flex-col gap-5">
      <p className="wrap-anywhere">
        <strong>{[other_name, place].filter(Boolean).join(DOT)}</strong>
        <span className="block text-muted">Ahora: {momentOf(local_start)}</span>
      </p>
      <DateField label="Día" value={day} onChange={setDay} autoComplete="off" />
      {day && agenda.isFetched && (
        <FreeHours
          key={day}
          matchId={match_id}
          present={local_start}
          onChange={setTime}
          onDay={setDay}
          {...{ placeId, day, time }}
        />
      )}
      <Button isPending={isPending} isDisabled={!day || !time || start === local_start} onPress={() => onPick(start)}>
        Proponer
      </Button>
    </div>
  );
}
