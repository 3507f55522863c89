import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Answers, queries } from "../../client/api.ts";
import { neverLoaded } from "../../client/never-loaded.ts";
import { errorCode, errorMessage } from "../../shared/errors.ts";
import { Button } from "../../ui/button.tsx";
import { RadioChips } from "../../ui/chip-group.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Fold } from "../../ui/fold.tsx";
import { CardListSkeleton } from "../../ui/skeleton.tsx";
import { capitalised, dayOf } from "./booking-words.ts";
import { shortDayOf, timeOf } from "./short-days.ts";

type Slots = Answers["agendas"]["slots"];
export type Slot = Slots["slots"][number];

/** How many days with free times are offered at first, and how many times of each half of a day. */
const DAYS_AT_FIRST = 4;
const TIMES_AT_FIRST = 3;
const MIDDAY = "13:00";

/**
 * The first times of the first day on which an accepted specialist has free ones; other days, places and times are a press away. `placeId` limits
 * them to one place.
 */
export function FreeTimes(props: { matchId: string; placeId?: string; onPick: (slot: Slot, agenda: Slots) => void }) {
  const { matchId, placeId, onPick } = props;
  const times = useInfiniteQuery(
    queries.agendas.slots.infiniteOptions({
      input: (from: string | null) => ({ match_id: matchId, from }),
      initialPageParam: null as string | null,
      getNextPageParam: (page) => page.next,
    }),
  );
  const [isAll, setAll] = useState(false);
  const [chosen, setChosen] = useState<string>();
  const [chosenDay, setChosenDay] = useState<string>();
  const [everyOf, setEveryOf] = useState<string>();
  if (neverLoaded(times))
    return ["AGENDA_OFF", "TREATMENT_OVER"].includes(errorCode(times.error) ?? "") ? (
      <p className="text-muted">{errorMessage(times.error)}</p>
    ) : (
      <ErrorState
        message="No se pudieron cargar los horarios"
        onRetry={() => void times.refetch()}
        isRetrying={times.isFetching}
      />
    );
  const pages = times.data?.pages ?? [];
  const [agenda] = pages;
  if (!agenda) return <CardListSkeleton count={2} />;
  const place = placeId ?? chosen ?? agenda.places[0]?.id ?? "";
  const slots = pages.flatMap((page) => page.slots).filter((slot) => slot.place_id === place);
  const days = [...new Set(slots.map(({ local_start }) => local_start.slice(0, 10)))];
  const shown = isAll ? days : days.slice(0, DAYS_AT_FIRST);
  const day = shown.find((each) => each === chosenDay) ?? shown[0];
  const ofDay = day ? slots.filter(({ local_start }) => local_start.startsWith(day)) : [];
  const halves = [
    ["A la mañana", ofDay.filter((slot) => timeOf(slot.local_start) < MIDDAY)],
    ["A la tarde", ofDay.filter((slot) => timeOf(slot.local_start) >= MIDDAY)],
  ] as const;
  const isEvery = everyOf === day || halves.every(([, slotsOf]) => slotsOf.length <= TIMES_AT_FIRST);
  const hasPlaces = !placeId && agenda.places.length > 1;
  const label = agenda.places.find(({ id }) => id === place)?.label;
  return (
    <div className="flex flex-col gap-3">
      {day ? (
        <section aria-labelledby="times-of-day" className="flex flex-col gap-3">
          <h3 id="times-of-day" className="text-lg">
            {dayOf(day)}
            {hasPlaces && <span className="block text-base font-normal text-muted wrap-anywhere">{label}</span>}
          </h3>
          {halves.map(([half, slotsOf]) => (
            <Times
              key={half}
              label={half}
              slots={isEvery ? slotsOf : slotsOf.slice(0, TIMES_AT_FIRST)}
              onPick={(slot) => onPick(slot, agenda)}
            />
          ))}
          {!isEvery && (
            <div className="-ml-3.5">
              <Button variant="quiet" size="small" onPress={() => setEveryOf(day)}>
                Ver más horarios
              </Button>
            </div>
          )}
        </section>
      ) : (
        <p className="text-muted">No hay horarios libres en estos días.</p>
      )}
      {(hasPlaces || days.length > 1 || times.hasNextPage) && (
        <Fold title={hasPlaces ? "Otro día o lugar" : "Otro día"} isOpen={!day}>
          {hasPlaces && (
            <RadioChips
              label="Dónde"
              options={agenda.places.map(({ id, label: value }) => ({ value: id, label: value }))}
              value={place}
              onChange={setChosen}
            />
          )}
          {day && (
            <RadioChips
              label="Qué día"
              options={shown.map((each) => ({ value: each, label: capitalised(shortDayOf(each)) }))}
              value={day}
              onChange={setChosenDay}
            />
          )}
          {(shown.length < days.length || times.hasNextPage) && (
            <div className="-ml-3.5">
              <Button
                variant="quiet"
                size="small"
                isPending={times.isFetchingNextPage}
                onPress={() => {
                  setAll(true);
                  if (shown.length === days.length) void times.fetchNextPage();
                }}
              >
                Ver más días
              </Button>
            </div>
          )}
        </Fold>
      )}
    </div>
  );
}

function Times({ label, slots, onPick }: { label: string; slots: Slot[]; onPick: (slot: Slot) => void }) {
  if (slots.length === 0) return null;
  return (
    <div className="grid grid-cols-[3.75rem_1fr] items-start gap-1.5">
      <span className="pt-2.5 text-sm text-muted">{label}</span>
      <ul className="flex flex-wrap gap-1.5 tabular-nums">
        {slots.map((slot) => (
          <li key={slot.local_start}>
            <Button
              variant="secondary"
              onPress={() => onPick(slot)}
              aria-label={`${dayOf(slot.local_start)}, ${timeOf(slot.local_start)}`}
            >
              {timeOf(slot.local_start)}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
