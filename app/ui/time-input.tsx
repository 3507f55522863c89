import { parseTime } from "@internationalized/date";
import type { Ref } from "react";
import { TimeField as AriaTimeField } from "react-aria-components";
import { FieldLabel, FieldProblem } from "./aria-field.tsx";
import { DateSegments } from "./date-segments.tsx";

export type TimeFieldProps = {
  label: string;
  value: string;
  onChange?: (value: string) => void;
  onBlur?: () => void;
  inputRef?: Ref<{ focus(): void }>;
  name?: string;
  errorMessage?: string;
  /** Only screen readers read the label. */
  isLabelHidden?: boolean;
};

/** A time typed as hh:mm, always 24-hour; `TimeField` loads it. */
export function TimeInput(props: TimeFieldProps) {
  const { label, value, onChange, onBlur, inputRef, name, errorMessage, isLabelHidden = false } = props;
  return (
    <AriaTimeField
      name={name}
      value={value ? parseTime(value) : null}
      onChange={(time) => onChange?.(time ? time.toString().slice(0, 5) : "")}
      onBlur={onBlur}
      hourCycle={24}
      shouldForceLeadingZeros
      isInvalid={Boolean(errorMessage)}
      validationBehavior="aria"
      className="flex flex-col gap-1.5"
    >
      <FieldLabel {...{ label, isLabelHidden }} />
      <DateSegments
        inputRef={inputRef}
        className="min-h-12 w-full rounded-card border border-control bg-surface px-3.5 transition-colors duration-150
          hover:border-primary focus-within:border-primary data-invalid:border-2 data-invalid:border-danger"
      />
      <FieldProblem errorMessage={errorMessage} />
    </AriaTimeField>
  );
}
