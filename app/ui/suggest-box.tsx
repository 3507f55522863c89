import type { Ref } from "react";
import { ComboBox, Input, ListBox, ListBoxItem, Popover } from "react-aria-components";
import { FieldLabel, FieldProblem } from "./aria-field.tsx";
import { boxLook } from "./field-look.tsx";

export type SuggestFieldProps = {
  label: string;
  value: string;
  /** Suggestions for `value`, best first; an empty list shows nothing. */
  suggestions: readonly { name: string; hint: string }[];
  onChange?: (value: string) => void;
  onBlur?: () => void;
  inputRef?: Ref<HTMLInputElement>;
  name?: string;
  placeholder?: string;
  description?: string;
  errorMessage?: string;
  isRequired?: boolean;
  isOptional?: boolean;
  /** Opens the suggestions also before anything is typed. */
  menuTrigger?: "focus";
  /** Called with a suggestion that is chosen, instead of `onChange`. */
  onChoose?: (name: string) => void;
};

/** A text field with suggestions below it; `SuggestField` loads it. */
export function SuggestBox(props: SuggestFieldProps) {
  const {
    label,
    value,
    suggestions,
    onChange,
    onChoose = onChange,
    inputRef,
    placeholder,
    description,
    errorMessage,
    ...rest
  } = props;
  const { isOptional, ...control } = rest;
  return (
    <ComboBox
      {...control}
      items={suggestions.map((suggestion) => ({ id: suggestion.name, ...suggestion }))}
      inputValue={value}
      onInputChange={onChange}
      // Nothing is ever selected: a suggestion only fills in the text.
      selectedKey={null}
      onSelectionChange={(chosen) => chosen !== null && onChoose?.(String(chosen))}
      allowsCustomValue
      isInvalid={Boolean(errorMessage)}
      validationBehavior="aria"
      className="flex flex-col gap-1.5"
    >
      <FieldLabel {...{ label, description, isOptional }} />
      <Input ref={inputRef} placeholder={placeholder} className={boxLook} />
      <FieldProblem errorMessage={errorMessage} />
      <Popover
        offset={4}
        className="w-(--trigger-width) overflow-y-auto rounded-card border border-line bg-surface p-1.5 shadow-soft"
      >
        <ListBox className="outline-none">
          {(suggestion: { id: string; name: string; hint: string }) => (
            <ListBoxItem
              textValue={suggestion.name}
              className="flex min-h-11 cursor-pointer items-center justify-between gap-x-3 rounded-lg px-3 py-1.5
                outline-none data-focused:bg-primary-soft data-hovered:bg-primary-soft"
            >
              <span>{suggestion.name}</span> <span className="shrink-0 text-sm text-muted">{suggestion.hint}</span>
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}
