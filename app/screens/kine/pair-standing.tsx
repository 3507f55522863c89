import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { type Answers, queries } from "../../client/api.ts";
import { BookingActions } from "../../domain/bookings/booking-actions.tsx";
import { capitalised, isAsked } from "../../domain/bookings/booking-words.ts";
import { nearMoment } from "../../domain/bookings/near-moment.ts";
import { standingInWords } from "../../domain/bookings/standing-words.ts";
import { DOT } from "../../shared/format.ts";
import { useTogether } from "../../ui/together.tsx";

type CaseView = Answers["cases"]["view"];

/**
 * The turno that says how the pair stands, as the agenda has it, the one that waits for the specialist's answer,
 * and whether one can be proposed or is the first.
 */
export function usePair(seen: CaseView | undefined) {
  const match = seen?.match;
  const isOn = seen?.access === "accepted" && seen.status !== "closed";
  const { data, isLoading } = useQuery({ ...queries.bookings.mine.queryOptions(), enabled: isOn });
  const booking = match?.booking;
  const partner = isOn ? data?.partners.find(({ match_id }) => match_id === match?.id) : undefined;
  const own = data?.upcoming.find(
    ({ match_id, moved_local, local_start }) =>
      match_id === match?.id && (moved_local ?? local_start) === booking?.local_start,
  );
  return {
    isLoading,
    partner,
    isFirst: booking === null && partner?.is_first === true,
    own,
    asked: isOn && own && isAsked(own) ? own : undefined,
  };
}

const BEFORE = { asked: "Te pide turno: ", proposed: "Le propusiste: ", agreed: "" };

/** How the two stand, first in an accepted case: the turno that says so with the way to it, that none is agreed on, or that the case is closed. */
export function PairStanding({ data }: { data: CaseView }) {
  const { isLoading, partner, isFirst, own, asked } = usePair(data);
  useTogether(isLoading);
  const { status, match, closed_reason } = data;
  const booking = match?.booking ?? null;
  const isClosed = status === "closed";
  const isAhead = booking !== null && booking.standing in BEFORE;
  const words =
    own && booking && isAhead
      ? capitalised(
          [
            `${BEFORE[booking.standing as keyof typeof BEFORE]}${nearMoment(booking.local_start, own.zone)}`,
            own.place,
          ].join(DOT),
        )
      : booking
        ? standingInWords(booking)
        : isFirst
          ? "Te aceptó. Falta acordar el primer turno"
          : "Te aceptó";
  return (
    <div
      className={`flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-card px-4 py-3 wrap-anywhere
        ${isClosed ? "bg-sunken" : "bg-primary-soft"}`}
    >
      <p>
        <strong>{isClosed ? "Caso cerrado" : words}</strong>
        {isClosed && booking && `${DOT}${standingInWords(booking)}`}
        {closed_reason && `${DOT}Lo cerró un administrador: ${closed_reason}`}
      </p>
      {!isClosed && (isAhead || (partner && !isFirst)) && (
        <Link
          to={`/dashboard/kine/agenda?${isAhead ? `dia=${booking.local_start.slice(0, 10)}` : `con=${match?.id}`}`}
          className="-my-2 inline-flex min-h-11 items-center font-semibold text-primary underline underline-offset-4"
        >
          {isAhead ? "Ver en la agenda" : "Proponer turno"}
        </Link>
      )}
      {asked && (
        <div className="w-full">
          <BookingActions booking={asked} />
        </div>
      )}
    </div>
  );
}
