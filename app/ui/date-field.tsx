import { parseDate } from "@internationalized/date";
import { type Ref, useImperativeHandle, useRef } from "react";
import { Button, DateInput, DatePicker, DateSegment, FieldError, Group, Label, Text } from "react-aria-components";
import { DateCalendar } from "./date-calendar.tsx";
import { descriptionLook, errorLook, ErrorText, labelLook, Optional } from "./field-look.tsx";
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
  const { label, value, onChange, min, max, description, errorMessage, isOptional = false, inputRef, ...rest } = props;
  const segments = useRef<HTMLDivElement>(null);
  // The container of the segments is not focusable; focus its first segment.
  useImperativeHandle(inputRef, () => ({
    focus: () => segments.current?.querySelector<HTMLElement>("[role=spinbutton]")?.focus(),
  }));
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
      <Label className={labelLook}>
        {label}
        <Optional isRequired={!isOptional} />
      </Label>
      {description && (
        <Text slot="description" className={descriptionLook}>
          {description}
        </Text>
      )}
      <Group
        className="flex min-h-12 w-full items-center rounded-card border border-control bg-surface pl-3.5
          transition-colors duration-150 hover:border-primary focus-within:border-primary
          data-disabled:opacity-60 data-invalid:border-2 data-invalid:border-danger"
      >
        <DateInput ref={segments} className="flex grow items-center py-2 tabular-nums">
          {(segment) => (
            <DateSegment
              segment={segment}
              className="rounded px-0.5 py-1 outline-none data-focused:bg-primary data-focused:text-on-primary
                data-placeholder:text-muted data-focused:data-placeholder:text-on-primary data-[type=literal]:px-0
                data-[type=literal]:text-muted"
            />
          )}
        </DateInput>
        <Button className="m-0.5 grid size-11 shrink-0 place-items-center rounded-[10px] text-primary hover:bg-primary-soft">
          <Icon name="calendar" />
        </Button>
      </Group>
      <FieldError className={errorLook}>{errorMessage && <ErrorText>{errorMessage}</ErrorText>}</FieldError>
      <DateCalendar />
    </DatePicker>
  );
}
