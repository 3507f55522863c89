import { parseTime } from "@internationalized/date";
import { type Ref, useImperativeHandle, useRef } from "react";
import { DateInput, DateSegment, FieldError, Label, TimeField as AriaTimeField } from "react-aria-components";
import { errorLook, ErrorText, labelLook } from "./field-look.tsx";

type TimeFieldProps = {
  label: string;
  value: string;
  onChange?: (value: string) => void;
  onBlur?: () => void;
  inputRef?: Ref<{ focus(): void }>;
  name?: string;
  errorMessage?: string;
};

/** A time typed as hh:mm, always 24-hour: "09:30", or "" while incomplete. */
export function TimeField({ label, value, onChange, onBlur, inputRef, name, errorMessage }: TimeFieldProps) {
  const segments = useRef<HTMLDivElement>(null);
  // The container of the segments is not focusable; focus its first segment.
  useImperativeHandle(inputRef, () => ({
    focus: () => segments.current?.querySelector<HTMLElement>("[role=spinbutton]")?.focus(),
  }));
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
      <Label className={labelLook}>{label}</Label>
      <DateInput
        ref={segments}
        className="flex min-h-12 w-full items-center rounded-card border border-control bg-surface px-3.5 py-2 tabular-nums
          transition-colors duration-150 hover:border-primary focus-within:border-primary
          data-invalid:border-2 data-invalid:border-danger"
      >
        {(segment) => (
          <DateSegment
            segment={segment}
            className="rounded px-0.5 py-1 outline-none data-focused:bg-primary data-focused:text-on-primary
              data-placeholder:text-muted data-focused:data-placeholder:text-on-primary data-[type=literal]:px-0
              data-[type=literal]:text-muted"
          />
        )}
      </DateInput>
      <FieldError className={errorLook}>{errorMessage && <ErrorText>{errorMessage}</ErrorText>}</FieldError>
    </AriaTimeField>
  );
}
