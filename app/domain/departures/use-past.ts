import { useState } from "react";
import type { Departure } from "./earlier-accounts.tsx";

/** What a card shows of earlier accounts, and what its admin answered about them, as a decision takes it. */
export function usePast(departures: Departure[]) {
  const [given, setGiven] = useState<Readonly<Record<string, boolean>>>({});
  return {
    departures,
    answerOf: (id: string) => given[id],
    answer: (id: string, isSame: boolean) => setGiven({ ...given, [id]: isSame }),
    given: {
      shown: departures.map(({ id }) => id),
      answers: departures.flatMap(({ id }) => (given[id] === undefined ? [] : [{ id, is_same: given[id] }])),
    },
  };
}
export type ReadPast = ReturnType<typeof usePast>;
