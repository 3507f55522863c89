import { isAsked } from "../../app/domain/departures/is-asked.ts";

type Earlier = Parameters<typeof isAsked>[0] & { id: string };

/** What the admin of a card read of earlier accounts, each with the same answer where it is asked for. */
export const allAnswered = ({ departures }: { departures: Earlier[] }, is_same: boolean) => ({
  shown: departures.map(({ id }) => id),
  answers: departures.filter(isAsked).map(({ id }) => ({ id, is_same })),
});
