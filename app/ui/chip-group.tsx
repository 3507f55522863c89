import { type ReactNode, type Ref, useId } from "react";
import { FieldGroup } from "./field-frame.tsx";
import { Icon } from "./icons.tsx";

type ChipGroupProps = {
  label: string;
  options: readonly { value: string; label: string }[];
  onBlur?: () => void;
  inputRef?: Ref<HTMLInputElement>;
  name?: string;
  description?: string;
  errorMessage?: string;
  isOptional?: boolean;
  isDisabled?: boolean;
  /** Only screen readers read the label: what stands above says it. */
  isLabelHidden?: boolean;
};
type OneOf = ChipGroupProps & { value: string; onChange?: (value: string) => void; isRequired?: boolean };
type AnyOf = ChipGroupProps & { value: readonly string[]; onChange?: (value: string[]) => void };

/** A radio group of a few short options, side by side; `inputRef` is the first one. */
export function RadioChips({ options, value, onChange, onBlur, inputRef, isDisabled, ...texts }: OneOf) {
  // Unique per group: two groups with the same name would act as one group.
  const group = useId();
  return (
    <FieldGroup {...texts} role="radiogroup">
      <Row>
        {options.map((option, index) => (
          <Chip
            key={option.value}
            type="radio"
            name={group}
            option={option}
            isSelected={value === option.value}
            onChange={() => onChange?.(option.value)}
            inputRef={index === 0 ? inputRef : undefined}
            {...{ onBlur, isDisabled }}
          />
        ))}
      </Row>
    </FieldGroup>
  );
}

/** A checkbox group of a few short options, in the order of `options`; `inputRef` is the first one. */
export function CheckboxChips({ options, value, onChange, onBlur, inputRef, name, isDisabled, ...texts }: AnyOf) {
  const toggled = (option: string) =>
    options.map((each) => each.value).filter((each) => value.includes(each) !== (each === option));
  return (
    <FieldGroup {...texts}>
      <Row>
        {options.map((option, index) => (
          <Chip
            key={option.value}
            type="checkbox"
            name={name}
            option={option}
            isSelected={value.includes(option.value)}
            onChange={() => onChange?.(toggled(option.value))}
            inputRef={index === 0 ? inputRef : undefined}
            {...{ onBlur, isDisabled }}
          />
        ))}
      </Row>
    </FieldGroup>
  );
}

function Row({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap gap-2">{children}</div>;
}

type ChipProps = {
  type: "radio" | "checkbox";
  name?: string;
  option: { value: string; label: string };
  isSelected: boolean;
  isDisabled?: boolean;
  inputRef?: Ref<HTMLInputElement>;
  onBlur?: () => void;
  onChange: () => void;
};

// The input spans the chip, so its outline is the chip's. The check mark's space is reserved: selecting moves nothing.
function Chip({ type, name, option, isSelected, isDisabled, inputRef, onBlur, onChange }: ChipProps) {
  return (
    <label
      className="relative flex min-h-11 items-center gap-2 rounded-full border border-control bg-surface px-3 py-2
        leading-tight transition-colors duration-150 hover:border-primary has-checked:border-primary
        has-checked:bg-primary-soft has-checked:text-primary has-disabled:opacity-60"
    >
      <input
        ref={inputRef}
        type={type}
        name={name}
        value={option.value}
        checked={isSelected}
        disabled={isDisabled}
        onBlur={onBlur}
        onChange={onChange}
        className="peer absolute inset-0 cursor-[inherit] appearance-none rounded-full"
      />
      <span
        className={`pointer-events-none grid size-4.5 shrink-0 place-items-center border-2 border-control
          peer-checked:border-primary peer-checked:bg-primary peer-checked:*:block
          ${type === "radio" ? "rounded-full" : "rounded-sm"}`}
      >
        <Icon name="check" className="hidden size-3.5 text-on-primary" />
      </span>
      <span className="pointer-events-none">{option.label}</span>
    </label>
  );
}
