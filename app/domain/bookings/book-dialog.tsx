import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { queries } from "../../client/api.ts";
import { failureMessage } from "../../client/connection.ts";
import { errorCode } from "../../shared/errors.ts";
import { plural } from "../../shared/format.ts";
import { WEEKDAY_NAMES } from "../availabilities/weekday.ts";
import { Button } from "../../ui/button.tsx";
import { CheckboxChips } from "../../ui/chip-group.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Select } from "../../ui/select.tsx";
import { toast } from "../../ui/toast.tsx";
import { momentOf } from "./booking-words.ts";
import { shortDayOf, timeOf } from "./short-days.ts";
import { seriesOf } from "./series.ts";
import { weekdayOf } from "./wall-time.ts";

const COUNTS = [1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 30, 40].map((count) => ({
  value: String(count),
  label: count === 1 ? "Una sola vez" : plural(count, "sesión", "sesiones"),
}));
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 0].map((day) => ({ value: String(day), label: WEEKDAY_NAMES[day] ?? "" }));
const REASONS = { taken: "ocupado", holiday: "feriado", closed: "cerrado", free: "libre" } as const;

export type BookDialogProps = {
  matchId: string;
  placeId: string;
  start: string;
  /** With whom and where, as chosen on the screen below. */
  about: string;
  side: "patient" | "kine";
  isInstant: boolean;
  isOpen: boolean;
  onClose: (isDone: boolean) => void;
};

/** Asks for a time, once or as a series whose dates are shown with the nearest alternatives. */
export function BookDialog(props: BookDialogProps) {
  const { isOpen, onClose, start } = props;
  return (
    <Dialog isOpen={isOpen} onOpenChange={(open) => !open && onClose(false)} title={momentOf(start)} size="small">
      <Ask {...props} />
    </Dialog>
  );
}

function Ask({ matchId, placeId, start, about, side, isInstant, onClose }: BookDialogProps) {
  const [count, setCount] = useState("1");
  const [weekdays, setWeekdays] = useState([String(weekdayOf(start))]);
  const [changed, setChanged] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const isSeries = count !== "1";
  const planned = seriesOf(start, weekdays.map(Number), Number(count));
  const preview = useQuery({
    ...queries.bookings.preview.queryOptions({ input: { match_id: matchId, place_id: placeId, starts: planned } }),
    enabled: isSeries,
  });
  const dates = isSeries ? (preview.data?.dates ?? []) : [];
  const starts = planned.map((each) => changed[each] ?? each);
  const isBlocked = (each: (typeof dates)[number]) =>
    changed[each.local_start] === undefined && (side === "patient" ? each.state !== "free" : each.state === "taken");
  const blocked = dates.filter(isBlocked);
  const queryClient = useQueryClient();
  const book = useMutation(queries.bookings.book.mutationOptions());

  const refresh = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: queries.bookings.key() }),
      queryClient.invalidateQueries({ queryKey: queries.agendas.key() }),
    ]);

  async function ask(anyway: boolean) {
    setProblem(undefined);
    try {
      const { bookings, state } = await book.mutateAsync({ match_id: matchId, place_id: placeId, starts, anyway });
      onClose(true);
      // Said once the screen below shows it, beside its headings.
      await refresh();
      toast.success(
        state === "confirmed"
          ? plural(bookings, "turno confirmado", "turnos confirmados")
          : side === "kine"
            ? "Propuesta enviada. Te avisamos cuando respondan."
            : "Pedido enviado. Te avisamos cuando respondan.",
      );
    } catch (error) {
      setBusy(errorCode(error) === "PATIENT_BUSY");
      setProblem(failureMessage(error));
      await refresh();
    }
  }

  return (
    <div className="flex flex-col gap-5">
      <p>{about}</p>
      <Select label="Cuántas veces" options={COUNTS} value={count} onChange={setCount} />
      {isSeries && <CheckboxChips label="Qué días" options={WEEKDAYS} value={weekdays} onChange={setWeekdays} />}
      {isSeries && (
        <ol role="list" aria-label="Fechas" className="flex max-h-72 flex-col gap-1.5 overflow-y-auto">
          {dates.map((each) => (
            <li key={each.local_start} className="flex min-h-11 flex-wrap items-center justify-between gap-2">
              <span>
                {shortDayOf(each.local_start)}, {timeOf(changed[each.local_start] ?? each.local_start)}
                {each.state !== "free" && !changed[each.local_start] && (
                  <span className="font-semibold text-warning"> · {REASONS[each.state]}</span>
                )}
              </span>
              {isBlocked(each) && each.nearest && (
                <Button
                  variant="secondary"
                  size="small"
                  onPress={() => setChanged({ ...changed, [each.local_start]: each.nearest ?? "" })}
                >
                  Usar {shortDayOf(each.nearest)}, {timeOf(each.nearest)}
                </Button>
              )}
            </li>
          ))}
        </ol>
      )}
      {side === "patient" && !isInstant && (
        <p className="text-muted">El horario queda guardado hasta que te respondan, como mucho un día.</p>
      )}
      {problem && (
        <p role="alert" className="font-semibold text-danger">
          {problem}
        </p>
      )}
      <Button
        isWide
        isPending={book.isPending}
        isDisabled={isSeries && (blocked.length > 0 || dates.length === 0)}
        onPress={() => void ask(isBusy)}
      >
        {side === "kine" ? "Proponer" : isInstant && !isBusy ? "Reservar" : "Pedir"} {isBusy && "igual "}
        {plural(starts.length, "turno", "turnos")}
      </Button>
    </div>
  );
}
