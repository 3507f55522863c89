import { type CalendarDate, parseDate } from "@internationalized/date";
import type { RefObject } from "react";
import {
  Button,
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarMonthPicker,
  CalendarYearPicker,
  Dialog,
  Heading,
  Popover,
} from "react-aria-components";
import { Icon } from "./icons.tsx";

type PickerProps = {
  "aria-label": string;
  value: string | number;
  onChange: (key: number) => void;
  items: readonly { id: number; formatted: string }[];
};

export type DateCalendarProps = {
  anchor: RefObject<HTMLElement | null>;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  value: string | null;
  max: string | undefined;
  opensAt: string | undefined;
  onChange: (date: string) => void;
};

const EARLIEST = parseDate("1900-01-01");

/** A date field's calendar popover; month and year are selects, so a birth date takes two choices. Dates are ISO. */
export function DateCalendar({ anchor, isOpen, onOpenChange, value, max, opensAt, onChange }: DateCalendarProps) {
  return (
    <Popover
      triggerRef={anchor}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      placement="bottom start"
      className="rounded-card border border-line bg-surface p-4 shadow-soft data-entering:animate-enter
        data-exiting:animate-leave"
    >
      <Dialog aria-label="Calendario" className="outline-none">
        <Calendar<CalendarDate>
          value={value ? parseDate(value) : null}
          defaultFocusedValue={opensAt && !value ? parseDate(opensAt) : undefined}
          onChange={(date) => onChange(date.toString())}
          minValue={EARLIEST}
          maxValue={max ? parseDate(max) : undefined}
        >
          <Heading className="sr-only" />
          <div className="mb-3 flex items-center gap-1">
            <PageButton slot="previous" />
            <CalendarMonthPicker format="long">{(picker) => <PartPicker {...picker} />}</CalendarMonthPicker>
            <CalendarYearPicker visibleYears={250}>{(picker) => <PartPicker {...picker} />}</CalendarYearPicker>
            <PageButton slot="next" />
          </div>
          <CalendarGrid weekdayStyle="short" className="w-full border-separate text-center text-sm">
            {(date) => (
              <CalendarCell
                date={date}
                className="grid size-10 cursor-pointer place-items-center rounded-lg tabular-nums outline-none
                  hover:bg-primary-soft data-disabled:cursor-default data-disabled:text-muted
                  data-disabled:line-through data-focus-visible:ring-2 data-focus-visible:ring-(--focus)
                  data-focus-visible:ring-offset-1 data-outside-month:hidden data-selected:bg-primary
                  data-selected:font-semibold data-selected:text-on-primary"
              />
            )}
          </CalendarGrid>
        </Calendar>
      </Dialog>
    </Popover>
  );
}

function PartPicker({ value, onChange, items, ...rest }: PickerProps) {
  return (
    <select
      {...rest}
      value={value}
      onChange={(event) => onChange(Number(event.target.value))}
      className="min-h-11 grow rounded-lg bg-surface px-1 text-center font-semibold hover:bg-primary-soft"
    >
      {items.map((item) => (
        <option key={item.id} value={item.id}>
          {item.formatted}
        </option>
      ))}
    </select>
  );
}

function PageButton({ slot }: { slot: "previous" | "next" }) {
  return (
    <Button
      slot={slot}
      className="grid size-11 shrink-0 place-items-center rounded-lg text-primary hover:bg-primary-soft
        disabled:opacity-40"
    >
      <Icon name="chevron" className={`size-5 ${slot === "previous" ? "rotate-90" : "-rotate-90"}`} />
    </Button>
  );
}
