import type { Ref } from "react";
import { Checkbox } from "./checkbox.tsx";
import { FieldGroup } from "./field-frame.tsx";

type CheckboxGroupProps = {
  label: string;
  options: readonly { value: string; label: string }[];
  value: readonly string[];
  onChange?: (value: string[]) => void;
  onBlur?: () => void;
  inputRef?: Ref<HTMLInputElement>;
  name?: string;
  description?: string;
  errorMessage?: string;
  isOptional?: boolean;
  isDisabled?: boolean;
};

/** Any of a few options, in the order of `options`; `inputRef` is the first box. */
export function CheckboxGroup(props: CheckboxGroupProps) {
  const { label, options, value, onChange, onBlur, inputRef, name, isDisabled, ...texts } = props;
  const toggled = (option: string) =>
    options.map((each) => each.value).filter((each) => value.includes(each) !== (each === option));
  return (
    <FieldGroup label={label} {...texts}>
      <div className="flex flex-wrap gap-x-6">
        {options.map((option, index) => (
          <Checkbox
            key={option.value}
            inputRef={index === 0 ? inputRef : undefined}
            name={name}
            value={option.value}
            isSelected={value.includes(option.value)}
            isDisabled={isDisabled}
            onBlur={onBlur}
            onChange={() => onChange?.(toggled(option.value))}
          >
            {option.label}
          </Checkbox>
        ))}
      </div>
    </FieldGroup>
  );
}
