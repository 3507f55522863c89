import { Link } from "react-router";
import { Badge } from "../../ui/badge.tsx";
import { Card, CardHead } from "../../ui/card.tsx";
import { Icon } from "../../ui/icons.tsx";
import { CASE_MODALITY_LABELS } from "../profiles/modality.ts";
import { BookingActions } from "./booking-actions.tsx";
import { type Booking, capitalised, dayOf, momentOf, ownTimeOf, standingOf, stateOf } from "./booking-words.ts";
import { momentInShort, shortDayOf, timeOf } from "./short-days.ts";

/** A booking as its reader acts on it: one filled button for what is asked of them, the rest beside it. */
export function BookingCard({ booking }: { booking: Booking }) {
  return (
    <Card as="li">
      <CardHead aside={<State booking={booking} />}>
        <Moment booking={booking} />
      </CardHead>
      <Body booking={booking} />
    </Card>
  );
}

/** The same alone in its dialog. */
export function OpenBooking({ booking }: { booking: Booking }) {
  return (
    <>
      <div className="flex flex-col items-start gap-2">
        <Moment booking={booking} />
        <State booking={booking} />
      </div>
      <Body booking={booking} />
    </>
  );
}

/** The same as one low row, its buttons beside it or, without room, below it. */
export function BookingRow({ booking }: { booking: Booking }) {
  const { local_start, moved_local, moved_by, side, other_name, place } = booking;
  return (
    <li className="flex items-center gap-x-4 gap-y-1.5 py-1.5 pr-2 pl-4 max-lg:flex-wrap max-lg:py-3">
      <h3 className="shrink-0 text-base lg:w-36">{capitalised(momentInShort(local_start))}</h3>
      <p className="min-w-0 max-lg:w-full max-lg:wrap-anywhere lg:grow lg:truncate">
        <span className="font-semibold">{other_name ?? "Ya no están en contacto"}</span>
        {moved_by && moved_by !== side && moved_local ? (
          <>
            {" propone "}
            <strong>{momentInShort(moved_local)}</strong>
          </>
        ) : (
          <span className="text-muted"> · {place}</span>
        )}
      </p>
      <BookingActions booking={booking} isRow />
    </li>
  );
}

/** A booking that asks for nothing now: when it is and how it stands, which opens the rest. */
export function FoldedBooking({ booking }: { booking: Booking }) {
  return (
    <li className="border-b border-line">
      <details className="group open:pb-4">
        <summary className="flex min-h-14 cursor-pointer list-none items-center gap-3 rounded [&::-webkit-details-marker]:hidden">
          <span className="flex min-w-0 grow flex-wrap items-baseline gap-x-3">
            <span className="font-semibold">
              {booking.modality ? shortMomentOf(booking) : dayOf(booking.local_start)}
            </span>
            <span className="text-muted">{stateOf(booking)[0]}</span>
          </span>
          <Icon name="chevron" className="size-5 shrink-0 text-muted transition-transform group-open:rotate-180" />
        </summary>
        <Body booking={booking} />
      </details>
    </li>
  );
}

const shortMomentOf = ({ local_start }: Booking) => `${capitalised(shortDayOf(local_start))}, ${timeOf(local_start)}`;

function State({ booking }: { booking: Booking }) {
  const [label, tone] = stateOf(booking);
  return <Badge tone={tone}>{label}</Badge>;
}

function Moment({ booking }: { booking: Booking }) {
  const own = ownTimeOf(booking);
  return (
    <div>
      <h3 className="text-lg leading-snug">
        {booking.modality ? momentOf(booking.local_start) : dayOf(booking.local_start)}
      </h3>
      {booking.modality && own && <p className="text-sm text-muted">{own}</p>}
    </div>
  );
}

function Body({ booking }: { booking: Booking }) {
  return (
    <>
      <p className="mt-2 font-semibold wrap-anywhere">
        {booking.side === "kine" && booking.other_name ? (
          <Link
            to={`/dashboard/kine/matches?caso=${booking.case_id}`}
            className="inline-flex min-h-6 items-center text-primary underline underline-offset-4"
          >
            {booking.other_name}
          </Link>
        ) : booking.side === "patient" && booking.state === "requested" && booking.asked_by === "patient" ? (
          `Pediste este turno. ${standingOf(booking)[1]}`
        ) : (
          (booking.other_name ?? "Ya no están en contacto")
        )}
      </p>
      <p className="text-muted wrap-anywhere">{whereOf(booking).filter(Boolean).join(" · ")}</p>
      {booking.side === "patient" && booking.state === "confirmed" && booking.arrival && (
        <p className="wrap-anywhere">{booking.arrival}</p>
      )}
      <BookingActions booking={booking} />
    </>
  );
}

function whereOf({ side, minutes, place, modality, address }: Booking): (string | false | null)[] {
  if (!modality) return [place, "La anotó tu especialista"];
  // Specialists named their places, and know where their own is.
  if (side === "kine") return [`${minutes} min`, place, modality !== "consultorio" && address];
  // An address says that it is there.
  return [place, address, (modality !== "consultorio" || !address) && CASE_MODALITY_LABELS[modality]];
}
