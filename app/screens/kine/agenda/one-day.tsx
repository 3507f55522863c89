import type { CSSProperties } from "react";
import type { Answers } from "../../../client/api.ts";
import { dayOf, isAsked, stateOf } from "../../../domain/bookings/booking-words.ts";
import { timeOf } from "../../../domain/bookings/short-days.ts";
import { Badge } from "../../../ui/badge.tsx";
import { freeOf, rowOf, type Stretch } from "./agenda-days.ts";
import { Change } from "./hours-change.tsx";

type Day = NonNullable<Answers["agendas"]["week"]>["days"][number];

/** No taller than the line that it stands in. */
export const TodayBadge = () => (
  <span className="-my-1">
    <Badge tone="info" icon={null}>
      Hoy
    </Badge>
  </span>
);

/** The hours of a week stand beside its seven days, a row of the grid for each. */
const BY_HOURS = "xl:grid xl:grid-cols-1 xl:grid-rows-subgrid";

type OneDayProps = {
  day: Day;
  /** The hours that stand beside the days, in order. */ scale: readonly number[];
  /** The wall time in its zone. */ now: string;
  isShort: boolean;
  onBooking: (id: string) => void;
  onFree: (start: string) => void;
};

/** `isShort`: the month stands above the week, where its days are side by side; otherwise the whole day does, and its turnos are rows. Free stretches are of one day: of the week's on phones. */
export function OneDay({ day, scale, now, isShort, onBooking, onFree }: OneDayProps) {
  const { bookings, exceptions, hours, holiday } = day;
  const isToday = now.startsWith(day.day);
  const startOf = (row: Day["bookings"][number] | Stretch) => ("minutes" in row ? timeOf(row.local_start) : row.from);
  const rows = [...bookings, ...freeOf(day, now)].toSorted((one, other) => (startOf(one) < startOf(other) ? -1 : 1));
  const changes = exceptions.toSorted((one, other) => ((one.start_time ?? "") < (other.start_time ?? "") ? -1 : 1));
  // A day alone is one list.
  const lists = isShort
    ? scale
        .map((hour, at) => {
          const isIn = (time: string) => rowOf(scale, time) === at;
          return {
            hour,
            at,
            changes: changes.filter(({ start_time }) => isIn(start_time ?? "")),
            rows: rows.filter((row) => isIn(startOf(row))),
          };
        })
        .filter((list) => list.changes.length + list.rows.length > 0)
    : [{ hour: 0, at: 0, changes, rows }];
  const closed = exceptions.filter(({ is_open }) => !is_open);
  return (
    <section aria-labelledby={`agenda-${day.day}`} className={isShort ? `${BY_HOURS} xl:[grid-row:1/-1]` : ""}>
      <div>
        <div className={`flex items-center gap-2 ${isShort ? "" : "lg:sr-only print:not-sr-only"}`}>
          <h2 id={`agenda-${day.day}`} className="text-lg leading-snug">
            {isShort && (
              <span aria-hidden className="hidden xl:inline">
                {dayOf(day.day).replace(/,| de .*/g, "")}
              </span>
            )}
            <span className={isShort ? "xl:sr-only" : ""}>{dayOf(day.day)}</span>
          </h2>
          {isToday && <TodayBadge />}
        </div>
        {holiday && (
          <p className="my-1 text-sm">
            <Badge icon={null}>Feriado</Badge> <span className={isShort ? "md:sr-only" : ""}>{holiday}</span>
          </p>
        )}
        <p className="mb-2 text-sm text-muted">
          {/* Each stretch stays on one line. */}
          {hours
            .map(({ start_time, end_time }) => `${start_time} a ${end_time}`.replaceAll(" ", "\u00a0"))
            .join(" y ") || "Sin horario"}
        </p>
      </div>
      <div className={`flex flex-col gap-2 ${isShort ? `xl:gap-0 xl:[grid-row:2/-1] ${BY_HOURS}` : "max-w-200"}`}>
        {lists.map((list) => (
          <ol
            key={list.hour}
            className="flex flex-col gap-2 xl:[grid-row:var(--hour)] xl:py-1"
            style={{ "--hour": list.at + 1 } as CSSProperties}
          >
            {list.changes.map((each) => (
              <Change key={each.id} change={each} />
            ))}
            {list.rows.map((row) =>
              "minutes" in row ? (
                <Entry key={row.id} booking={row} isShort={isShort} onPress={() => onBooking(row.id)} />
              ) : (
                <li key={row.from} className={`print:hidden ${isShort ? "md:hidden" : ""}`}>
                  <button
                    type="button"
                    onClick={() => onFree(`${day.day}T${row.from}`)}
                    className="min-h-11 w-full cursor-pointer rounded-card border border-dashed border-control px-4 text-left text-muted
                    hover:border-primary"
                  >
                    Libre {row.from} a {row.until}
                  </button>
                </li>
              ),
            )}
          </ol>
        ))}
        {bookings.length === 0 && closed.length === 0 && (isShort || rows.length === 0) && (
          <p
            className={`text-muted ${isShort ? "xl:sr-only print:not-sr-only" : ""} ${rows.length > 0 ? "max-md:hidden print:block" : ""}`}
          >
            Sin turnos
          </p>
        )}
      </div>
    </section>
  );
}

type EntryProps = { booking: Day["bookings"][number]; isShort: boolean; onPress: () => void };

function Entry({ booking, isShort, onPress }: EntryProps) {
  return (
    <li>
      <button
        type="button"
        data-entry={booking.id}
        onClick={onPress}
        className={`flex min-h-11 w-full cursor-pointer flex-col items-start gap-1 rounded-card border border-line bg-surface p-3 text-left
          hover:border-primary ${isShort ? "xl:gap-0 xl:px-2.5 xl:py-1.5" : "md:grid md:min-h-13 md:grid-cols-[7.5rem_1fr_1fr_8.5rem] md:items-center md:px-4 md:py-1.5"}`}
      >
        <span className="font-semibold">
          <span className="sr-only">{dayOf(booking.local_start)}, </span>
          {timeOf(booking.local_start)}
          <span className="font-normal text-muted"> · {booking.minutes} min</span>
        </span>
        <span className="wrap-anywhere">{booking.other_name ?? "Ya no están en contacto"}</span>
        <span className={`flex flex-wrap gap-x-3 text-sm text-muted wrap-anywhere ${isShort ? "" : "md:contents"}`}>
          <span>{booking.place}</span>
          <span className={isAsked(booking) ? "font-semibold text-warning" : ""}>{stateOf(booking)[0]}</span>
        </span>
      </button>
    </li>
  );
}
