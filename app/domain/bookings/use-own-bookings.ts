import { useQuery } from "@tanstack/react-query";
import { queries } from "../../client/api.ts";

/** What a patient has with an accepted specialist: the next turno, and whether they can ask for one where none is ahead. */
export function useOwnBookings(matchId: string) {
  const own = useQuery(queries.bookings.mine.queryOptions());
  const next = own.data?.upcoming.find(({ match_id }) => match_id === matchId);
  const canAsk = !next && Boolean(own.data?.partners.some(({ match_id }) => match_id === matchId));
  return { next, canAsk, isLoading: own.isLoading };
}
