import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Answers, queries } from "../../client/api.ts";
import { Button } from "../../ui/button.tsx";
import { RadioChips } from "../../ui/chip-group.tsx";
import { Fold } from "../../ui/fold.tsx";
import { CardListSkeleton } from "../../ui/skeleton.tsx";
import { TimeField } from "../../ui/time-field.tsx";
import { dayInShort, timeOf } from "./short-days.ts";

/** The first day on which a place has a free time, of two weeks. */
export const firstFreeDay = (times: Answers["agendas"]["slots"] | undefined, placeId: string) =>
  times?.slots.find(({ place_id }) => place_id === placeId)?.local_start.slice(0, 10);

type FreeHoursProps = {
  matchId: string;
  placeId: string;
  day: string;
  time: string;
  /** The wall time that is not offered, since it is the present one. */
  present?: string;
  onChange: (time: string) => void;
  onDay: (day: string) => void;
};

/** How many free times of a half of the day are offered at first. */
const TIMES_OF_HALF = 4;
const MIDDAY = "13:00";

/** The free times of a day to choose from, the first of each half of it; the others and any other time are folded. */
export function FreeHours({ matchId, placeId, day, time, present, onChange, onDay }: FreeHoursProps) {
  const slots = useQuery(queries.agendas.slots.queryOptions({ input: { match_id: matchId, from: day } }));
  const [isAll, setAll] = useState(false);
  const field = <TimeField label="Hora" value={time} onChange={onChange} />;
  if (!slots.data) return slots.error ? field : <CardListSkeleton count={1} lines={1} />;
  const free = slots.data.slots
    .filter(
      ({ place_id, local_start }) => place_id === placeId && local_start.startsWith(day) && local_start !== present,
    )
    .map(({ local_start }) => timeOf(local_start));
  if (free.length === 0) {
    const next = firstFreeDay(slots.data, placeId);
    return (
      <>
        <p className="text-muted">Ese día no te quedan horarios libres en ese lugar.</p>
        {next && (
          <Button variant="secondary" size="small" onPress={() => onDay(next)}>
            Ver el {dayInShort(next)}
          </Button>
        )}
        {field}
      </>
    );
  }
  const [morning, afternoon] = [free.filter((each) => each < MIDDAY), free.filter((each) => each >= MIDDAY)];
  const first = [...morning.slice(0, TIMES_OF_HALF), ...afternoon.slice(0, TIMES_OF_HALF)];
  const shown = free.filter((each) => isAll || first.includes(each) || each === time);
  return (
    <div className="flex flex-col gap-2">
      <RadioChips
        label="Horarios libres"
        options={shown.map((value) => ({ value, label: value }))}
        value={time}
        onChange={onChange}
      />
      {shown.length < free.length && (
        <div className="-ml-3.5">
          <Button variant="quiet" size="small" onPress={() => setAll(true)}>
            Ver más horarios
          </Button>
        </div>
      )}
      <Fold title="Otra hora" isOpen={time !== "" && !free.includes(time)}>
        {field}
      </Fold>
    </div>
  );
}
