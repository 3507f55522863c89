import { useQuery } from "@tanstack/react-query";
import { queries } from "../../client/api.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { useTogether } from "../../ui/together.tsx";
import { NextBooking } from "./next-booking.tsx";

/** The next turno with an accepted specialist, or else the way to ask for one; nothing where they take none. */
export function MatchBookings({ matchId }: { matchId: string }) {
  const own = useQuery(queries.bookings.mine.queryOptions());
  useTogether(own.isLoading);
  const next = own.data?.upcoming.find(({ match_id }) => match_id === matchId);
  const partner = own.data?.partners.find(({ match_id }) => match_id === matchId);
  if (!next && !partner) return null;
  return (
    <section aria-label="Turnos" data-uncovered className={`print:hidden ${next ? "w-full" : ""}`}>
      {next ? (
        <NextBooking booking={next} />
      ) : (
        <ButtonLink to={`/dashboard/patient/bookings?con=${matchId}`} variant="secondary" icon="calendar">
          Pedir turno
        </ButtonLink>
      )}
    </section>
  );
}
