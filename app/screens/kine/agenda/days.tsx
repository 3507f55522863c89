import { type ReactNode, useState } from "react";
import type { Answers } from "../../../client/api.ts";
import { dayOf, isAsked, spanOf, stateOf } from "../../../domain/bookings/booking-words.ts";
import { shortDayOf, timeOf } from "../../../domain/bookings/short-days.ts";
import { daysAfter } from "../../../domain/bookings/wall-time.ts";
import { plural } from "../../../shared/format.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { RadioChips } from "../../../ui/chip-group.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { today } from "../../../shared/text/calendar-days.ts";
import { Change } from "./hours-change.tsx";
import { type AgendaView, freeOf, mondayOf, type Stretch } from "./agenda-days.ts";

type Week = NonNullable<Answers["agendas"]["week"]>;
type Day = Week["days"][number];

/** The heads of the seven days are as tall as the tallest, so that their turnos begin at one height. */
const TWO_ROWS = "xl:row-span-2 xl:grid xl:grid-cols-1 xl:grid-rows-subgrid";

type DaysProps = {
  week: Week;
  day: string;
  view: AgendaView;
  /** What can be added to the days, after the ways through them. */
  act: ReactNode;
  onDay: (day: string) => void;
  onWeek: (weeks: 1 | -1) => void;
  onView: (view: AgendaView) => void;
  onBooking: (id: string) => void;
  /** A free stretch was chosen, by its begin. */ onFree: (start: string) => void;
};

/** The days of a week as lists in the order of time, side by side where there is room; on phones the chosen day under a strip of the seven. */
export function Days({ week, day, view, act, onDay, onWeek, onView, onBooking, onFree }: DaysProps) {
  const [opened] = useState(() => new Date());
  const now = opened.toLocaleString("sv", { timeZone: week.zone }).slice(0, 16).replace(" ", "T");
  const isWeek = view === "semana";
  // In two columns the days that are over would come first.
  const isOver = (each: Day) => each.day < week.today && day >= week.today;
  return (
    <section aria-label="Días">
      <div className="mb-3 flex flex-wrap items-center gap-2 print:hidden">
        <IconButton icon="back" label="Semana anterior" onPress={() => onWeek(-1)} />
        <IconButton icon="arrow" label="Semana siguiente" onPress={() => onWeek(1)} />
        <Button variant="secondary" size="small" onPress={() => onDay(today())}>
          Hoy
        </Button>
        <p className="ml-2 flex items-center gap-2 font-semibold max-lg:hidden">
          {isWeek ? spanOf(mondayOf(day), daysAfter(mondayOf(day), 6)) : dayOf(day)}
          {!isWeek && day === week.today && <TodayBadge />}
        </p>
        <div className="ml-auto">{act}</div>
        <div className="hidden md:block">
          <RadioChips
            label="Vista"
            isLabelHidden
            options={[
              { value: "dia", label: "Día" },
              { value: "semana", label: "Semana" },
            ]}
            value={view}
            onChange={(value) => onView(value === "dia" ? "dia" : "semana")}
          />
        </div>
      </div>
      <ol
        role="list"
        aria-label="Días de la semana"
        className={`mb-4 grid grid-cols-7 gap-1 print:hidden ${isWeek ? "md:hidden" : ""}`}
      >
        {week.days.map((each) => (
          <li key={each.day}>
            <button
              type="button"
              aria-current={each.day === day ? "date" : undefined}
              onClick={() => onDay(each.day)}
              className="flex min-h-14 w-full cursor-pointer flex-col items-center justify-center rounded-card border border-line bg-surface
                leading-tight aria-[current]:border-primary aria-[current]:bg-primary-soft aria-[current]:text-primary"
            >
              <span className="text-sm text-muted">{shortDayOf(each.day).slice(0, 2)}</span>
              <span className="font-semibold">{Number(each.day.slice(8))}</span>
              <span
                aria-hidden
                className={`mt-1 size-1.5 rounded-full ${each.bookings.length > 0 ? "bg-primary" : ""}`}
              />
              <span className="sr-only">
                {dayOf(each.day)}, {plural(each.bookings.length, "turno", "turnos")}
              </span>
            </button>
          </li>
        ))}
      </ol>
      {isWeek && week.days.some(isOver) && (
        <div className="mb-3 hidden md:max-xl:block print:hidden">
          <Button variant="quiet" size="small" onPress={() => onDay(mondayOf(day))}>
            Ver los días que pasaron
          </Button>
        </div>
      )}
      <div className={isWeek ? "grid gap-4 md:grid-cols-2 xl:grid-cols-7 xl:gap-0" : "grid gap-4"}>
        {week.days.map((each) => (
          <div
            key={each.day}
            className={`${isWeek ? `border-line xl:border-l xl:px-3 xl:first:border-0 xl:first:pl-0 xl:last:pr-0 ${TWO_ROWS}` : ""} ${
              each.day === day
                ? ""
                : !isWeek
                  ? "hidden print:block"
                  : isOver(each)
                    ? "max-xl:hidden print:block"
                    : "max-md:hidden print:block"
            }`}
          >
            <OneDay day={each} now={now} isShort={isWeek} {...{ onBooking, onFree }} />
          </div>
        ))}
      </div>
    </section>
  );
}

type OneDayProps = {
  day: Day;
  /** The wall time in its zone. */ now: string;
  isShort: boolean;
  onBooking: (id: string) => void;
  onFree: (start: string) => void;
};

// No taller than the line that it stands in.
const TodayBadge = () => (
  <span className="-my-1">
    <Badge tone="info" icon={null}>
      Hoy
    </Badge>
  </span>
);

/** `isShort`: the month stands above the week, where its days are side by side; otherwise the whole day does, and its turnos are rows. Free stretches are of one day: of the week's on phones. */
function OneDay({ day, now, isShort, onBooking, onFree }: OneDayProps) {
  const { bookings, exceptions, hours, holiday } = day;
  const isToday = now.startsWith(day.day);
  const startOf = (row: Day["bookings"][number] | Stretch) => ("minutes" in row ? timeOf(row.local_start) : row.from);
  const rows = [...bookings, ...freeOf(day, now)].toSorted((one, other) => (startOf(one) < startOf(other) ? -1 : 1));
  const closed = exceptions.filter(({ is_open }) => !is_open);
  return (
    <section aria-labelledby={`agenda-${day.day}`} className={isShort ? TWO_ROWS : ""}>
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
      <div className={isShort ? "" : "max-w-200"}>
        <ol className="flex flex-col gap-2">
          {exceptions.map((each) => (
            <Change key={each.id} change={each} />
          ))}
          {rows.map((row) =>
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
        {bookings.length === 0 && closed.length === 0 && (isShort || rows.length === 0) && (
          <p className={`text-muted ${rows.length > 0 ? "max-md:hidden print:block" : ""}`}>Sin turnos</p>
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
          hover:border-primary ${isShort ? "" : "md:grid md:min-h-13 md:grid-cols-[7.5rem_1fr_1fr_8.5rem] md:items-center md:px-4 md:py-1.5"}`}
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
