import { type CSSProperties, type ReactNode, useState } from "react";
import type { Answers } from "../../../client/api.ts";
import { dayOf, spanOf } from "../../../domain/bookings/booking-words.ts";
import { shortDayOf } from "../../../domain/bookings/short-days.ts";
import { daysAfter } from "../../../domain/bookings/wall-time.ts";
import { plural } from "../../../shared/format.ts";
import { Button } from "../../../ui/button.tsx";
import { RadioChips } from "../../../ui/chip-group.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { today } from "../../../shared/text/calendar-days.ts";
import { type AgendaView, hoursOf, mondayOf } from "./agenda-days.ts";
import { OneDay, TodayBadge } from "./one-day.tsx";

type Week = NonNullable<Answers["agendas"]["week"]>;
type Day = Week["days"][number];

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
  const scale = hoursOf(week.days);
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
      <div
        className={`grid gap-4 ${isWeek ? "md:grid-cols-2 xl:grid-cols-[3.25rem_repeat(7,minmax(0,1fr))] xl:gap-0" : ""}`}
        style={{ "--rows": scale.length } as CSSProperties}
      >
        {isWeek && (
          <div
            aria-hidden="true"
            data-scale
            className="hidden xl:col-span-full xl:row-[2/span_var(--rows)] xl:grid xl:grid-cols-1 xl:grid-rows-subgrid print:hidden"
          >
            {scale.map((hour) => (
              <span key={hour} className="min-h-9 border-t border-line pt-1.5 text-sm text-muted tabular-nums">
                {String(hour).padStart(2, "0")}:00
              </span>
            ))}
          </div>
        )}
        {week.days.map((each, at) => (
          <div
            key={each.day}
            style={{ "--column": at + 2 } as CSSProperties}
            className={`${isWeek ? "border-line xl:col-[var(--column)] xl:row-[1/span_calc(var(--rows)+1)] xl:grid xl:grid-cols-1 xl:grid-rows-subgrid xl:border-l xl:px-3 xl:last:pr-0" : ""} ${
              each.day === day
                ? ""
                : !isWeek
                  ? "hidden print:block"
                  : isOver(each)
                    ? "max-xl:hidden print:block"
                    : "max-md:hidden print:block"
            }`}
          >
            <OneDay day={each} scale={scale} now={now} isShort={isWeek} {...{ onBooking, onFree }} />
          </div>
        ))}
      </div>
    </section>
  );
}
