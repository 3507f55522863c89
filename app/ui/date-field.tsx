import { parseDate } from "@internationalized/date";
import type { Ref } from "react";
import { Button, DatePicker, Group } from "react-aria-components";
import { FieldLabel, FieldProblem } from "./aria-field.tsx";
import { DateCalendar } from "./date-calendar.tsx";
import { DateSegments } from "./date-segments.tsx";
import { Icon } from "./icons.tsx";

type DateFieldProps = {
  label: string;
  value: string | null;
  onChange?: (value: string | null) => void;
  onBlur?: () => void;
  inputRef?: Ref<{ focus(): void }>;
  name?: string;
  min?: string;
  max?: string;
  description?: string;
  errorMessage?: string;
  isRequired?: boolean;
  isOptional?: boolean;
  isDisabled?: boolean;
  isReadOnly?: boolean;
};

/** A date typed as dd/mm/aaaa or chosen in a calendar. Dates are ISO "yyyy-mm-dd". */
export function DateField(props: DateFieldProps) {
  const { label, value, onChange, min, max, description, errorMessage, isOptional, inputRef, ...rest } = props;
  return (
    <DatePicker
      {...rest}
      value={value ? parseDate(value) : null}
      onChange={(date) => onChange?.(date ? date.toString() : null)}
      minValue={parseDate(min ?? "1900-01-01")}
      maxValue={max ? parseDate(max) : undefined}
      isInvalid={Boolean(errorMessage)}
      validationBehavior="aria"
      shouldForceLeadingZeros
      className="flex flex-col gap-1.5"
    >
      <FieldLabel {...{ label, description, isOptional }} />
      <Group
        className="flex min-h-12 w-full items-center rounded-card border border-control bg-surface pl-3.5
          transition-colors duration-150 hover:border-primary focus-within:border-primary
          data-disabled:opacity-60 data-invalid:border-2 data-invalid:border-danger"
      >
        <DateSegments inputRef={inputRef} className="grow" />
        <Button className="m-0.5 grid size-11 shrink-0 place-items-center rounded-[10px] text-primary hover:bg-primary-soft">
          <Icon name="calendar" />
        </Button>
      </Group>
      <FieldProblem errorMessage={errorMessage} />
      <DateCalendar />
    </DatePicker>
  );
}
