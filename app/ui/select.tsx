import type { Ref } from "react";
import { FieldFrame } from "./field-frame.tsx";
import { boxLook } from "./field-look.tsx";
import { Icon } from "./icons.tsx";

type SelectProps = {
  label: string;
  options: readonly { value: string; label: string }[];
  value: string;
  onChange?: (value: string) => void;
  onBlur?: () => void;
  inputRef?: Ref<HTMLSelectElement>;
  name?: string;
  placeholder?: string;
  description?: string;
  errorMessage?: string;
  isRequired?: boolean;
  isOptional?: boolean;
  isDisabled?: boolean;
  isLabelHidden?: boolean;
};

/**
 * A native select; "" means none and shows `placeholder`. Native because phones have their own familiar picker
 * and it works before any script runs. With `isLabelHidden` the label is only its accessible name.
 */
export function Select(props: SelectProps) {
  const { label, description, errorMessage, isOptional, isLabelHidden, ...control } = props;
  if (isLabelHidden) return <SelectBox {...control} aria-label={label} />;
  return (
    <FieldFrame {...{ label, description, errorMessage, isOptional }}>
      {(wiring) => <SelectBox {...control} {...wiring} />}
    </FieldFrame>
  );
}

type SelectBoxProps = Pick<
  SelectProps,
  "options" | "value" | "onChange" | "onBlur" | "inputRef" | "name" | "placeholder" | "isRequired" | "isDisabled"
> & { id?: string; "aria-label"?: string; "aria-describedby"?: string; "aria-invalid"?: true };

function SelectBox(props: SelectBoxProps) {
  const { options, value, onChange, inputRef, placeholder, isRequired, isDisabled, ...rest } = props;
  return (
    <div className="relative">
      <select
        {...rest}
        ref={inputRef}
        value={value}
        disabled={isDisabled}
        aria-required={isRequired || undefined}
        onChange={(event) => onChange?.(event.target.value)}
        className={`${boxLook} appearance-none pr-11`}
      >
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <Icon
        name="chevron"
        className="pointer-events-none absolute top-1/2 right-3.5 size-5 -translate-y-1/2 text-muted"
      />
    </div>
  );
}
