import { ButtonLink } from "../../ui/button-link.tsx";
import { useTogether } from "../../ui/together.tsx";
import { NextBooking } from "./next-booking.tsx";
import { useOwnBookings } from "./use-own-bookings.ts";

export type MatchBookingsProps = {
  matchId: string;
  /** Whether a turno is the next act of the screen. */
  isMain: boolean;
};

/** The next turno with an accepted specialist, or else the way to ask for one; nothing where they take none. */
export function MatchBookings({ matchId, isMain }: MatchBookingsProps) {
  const { next, canAsk, isLoading } = useOwnBookings(matchId);
  useTogether(isLoading);
  if (!next && !canAsk) return null;
  return (
    <section aria-label="Turnos" data-uncovered className={`print:hidden ${next ? "w-full" : ""}`}>
      {next ? (
        <NextBooking booking={next} />
      ) : (
        <ButtonLink
          to={`/dashboard/patient/bookings?con=${matchId}`}
          variant={isMain ? "primary" : "secondary"}
          icon="calendar"
        >
          Pedir turno
        </ButtonLink>
      )}
    </section>
  );
}
