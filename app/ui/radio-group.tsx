import { type Ref, useId } from "react";
import { FieldGroup } from "./field-frame.tsx";

type RadioGroupProps = {
  label: string;
  options: readonly { value: string; label: string; description?: string }[];
  value: string;
  onChange?: (value: string) => void;
  onBlur?: () => void;
  inputRef?: Ref<HTMLInputElement>;
  description?: string;
  errorMessage?: string;
  isRequired?: boolean;
  isDisabled?: boolean;
};

/** A radio group whose options are all visible; `inputRef` is the first one. */
export function RadioGroup(props: RadioGroupProps) {
  const { options, value, onChange, onBlur, inputRef, isDisabled, ...texts } = props;
  const name = useId();
  return (
    <FieldGroup {...texts} role="radiogroup">
      <div className="flex flex-col gap-2">
        {options.map((option, index) => (
          <label
            key={option.value}
            className="flex min-h-12 items-start gap-3 rounded-card border border-control bg-surface px-3.5 py-2.5
              has-checked:border-primary has-checked:bg-primary-soft has-disabled:opacity-60"
          >
            <input
              ref={index === 0 ? inputRef : undefined}
              type="radio"
              name={name}
              value={option.value}
              checked={value === option.value}
              disabled={isDisabled}
              aria-labelledby={`${name}${option.value}`}
              aria-describedby={option.description ? `${name}${option.value}more` : undefined}
              onBlur={onBlur}
              onChange={() => onChange?.(option.value)}
              className="mt-0.5 size-6 shrink-0 appearance-none rounded-full border-2 border-control bg-surface
                checked:border-[7px] checked:border-primary"
            />
            <span className="flex flex-col">
              <span id={`${name}${option.value}`}>{option.label}</span>
              {option.description && (
                <span id={`${name}${option.value}more`} className="text-sm text-muted">
                  {option.description}
                </span>
              )}
            </span>
          </label>
        ))}
      </div>
    </FieldGroup>
  );
}
