import { Link } from "react-router";
import { Icon } from "../../ui/icons.tsx";
import { type Booking, momentOf, standingOf } from "./booking-words.ts";

/** The next turno in a sentence that stays: when it is, and whether it is agreed on. Leads to "Turnos". */
export function NextBooking({ booking }: { booking: Booking }) {
  const [before, after] = standingOf(booking);
  const isAgreed = booking.state === "confirmed" && !booking.moved_by;
  return (
    <Link
      to="/dashboard/patient/bookings"
      className={`flex w-full items-start gap-2 rounded-card p-4 text-ink hover:underline ${isAgreed ? "bg-success-soft" : "bg-primary-soft"}`}
    >
      <Icon
        name={isAgreed ? "circleCheck" : "calendar"}
        className={`mt-0.5 size-5 ${isAgreed ? "text-success" : "text-primary"}`}
      />
      <span className="min-w-0 wrap-anywhere">
        {before}: <strong>{momentOf(booking.local_start)}</strong>. {after}
      </span>
    </Link>
  );
}
