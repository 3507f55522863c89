import { type ComponentType, type Ref, useRef, useState } from "react";
import { Icon } from "./icons.tsx";
import type { DateCalendarProps } from "./date-calendar.tsx";
import { TextField } from "./text-field.tsx";
import { readDate, shownDate } from "./typed-date.ts";

type DateFieldProps = {
  label: string;
  value: string | null;
  onChange?: (value: string | null) => void;
  onBlur?: () => void;
  inputRef?: Ref<HTMLInputElement & HTMLTextAreaElement>;
  name?: string;
  autoComplete?: "bday" | "off";
  max?: string;
  /** The date at which the calendar of an empty field opens. */
  opensAt?: string;
  description?: string;
  errorMessage?: string;
  isRequired?: boolean;
  isOptional?: boolean;
};

/**
 * A date typed or pasted as day/month/year, or chosen in a calendar. The value is an ISO date (yyyy-mm-dd), null while
 * empty, or any other text as it was typed, so that validation sees an incomplete date.
 */
export function DateField({ value, onChange, onBlur, max, opensAt, ...field }: DateFieldProps) {
  const [typed, setTyped] = useState(() => shownDate(value));
  const box = useRef<HTMLDivElement>(null);
  const { calendar, open } = useCalendar();
  // The value may also change from elsewhere: the calendar, a reset, another tab.
  const text = valueOf(typed) === value ? typed : shownDate(value);
  const change = (next: string) => {
    setTyped(next);
    onChange?.(valueOf(next));
  };
  return (
    <div ref={box} className="relative">
      <TextField
        {...field}
        value={text}
        onChange={change}
        onBlur={() => {
          setTyped(shownDate(valueOf(text)));
          onBlur?.();
        }}
        inputMode="numeric"
        placeholder="dd/mm/aaaa"
        trailing={
          // A plain button: the library would take its label as the field's.
          <button
            type="button"
            onClick={open}
            aria-label={`Abrir el calendario: ${field.label}`}
            className="grid size-11 place-items-center rounded-[10px] text-primary hover:bg-primary-soft"
          >
            <Icon name="calendar" />
          </button>
        }
      />
      {calendar && (
        <calendar.Part
          anchor={box}
          isOpen={calendar.isOpen}
          onOpenChange={calendar.setOpen}
          value={readDate(text)}
          max={max}
          opensAt={opensAt}
          onChange={(date) => {
            change(shownDate(date));
            calendar.setOpen(false);
          }}
        />
      )}
    </div>
  );
}

/** The calendar is loaded when it is first opened; if loading fails, the date can still be typed. */
function useCalendar() {
  const [Part, setPart] = useState<ComponentType<DateCalendarProps>>();
  const [isOpen, setOpen] = useState(false);
  return {
    calendar: Part && { Part, isOpen, setOpen },
    open: () => {
      void import("./date-calendar.tsx").then(
        ({ DateCalendar }) => {
          setPart(() => DateCalendar);
          setOpen(true);
        },
        () => undefined,
      );
    },
  };
}

const valueOf = (typed: string) => readDate(typed) ?? (typed.trim() || null);
