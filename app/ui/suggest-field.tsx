import { type ComponentType, type Ref, useEffect, useState, useSyncExternalStore } from "react";
import { FieldFrame, type Wiring } from "./field-frame.tsx";
import { boxLook } from "./field-look.tsx";
import { loadingLate } from "./late.tsx";
import type { LentProps, SuggestionListProps } from "./suggestion-list.tsx";

type SuggestFieldProps = {
  label: string;
  value: string;
  /** Suggestions for `value`, best first; an empty list shows nothing. While undefined, the field is plain text. */
  suggestions: readonly { name: string; hint: string }[] | undefined;
  /** Called at each focus until there are suggestions, to load their data. */
  onEntered?: () => void;
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
  /** Called with a chosen suggestion, instead of `onChange`. */
  onChoose?: (name: string) => void;
};

const loadList = loadingLate(async () => (await import("./suggestion-list.tsx")).SuggestionList, false);

/**
 * A text field with suggestions below it; any other text is accepted too. The input accepts typing immediately. The suggestion list is
 * loaded at the first focus and takes over the same input element.
 */
export function SuggestField(props: SuggestFieldProps) {
  const { label, description, errorMessage, isOptional, onChange, onChoose = onChange, ...input } = props;
  const { suggestions, onEntered, menuTrigger, ...box } = input;
  const [lending] = useState(makeLending);
  const [List, setList] = useState<ComponentType<SuggestionListProps>>();
  const [textAtFocus, setTextAtFocus] = useState("");

  function enter() {
    setTextAtFocus(box.value);
    onEntered?.();
    // If loading fails, the field still takes any text.
    loadList().then(
      (loaded) => setList(() => loaded),
      () => undefined,
    );
  }

  return (
    <FieldFrame {...{ label, description, errorMessage, isOptional }}>
      {(wiring, labelId) => (
        <>
          <InputBox
            {...{ ...box, onChange, lending, wiring }}
            onEntered={enter}
            // A list that loads after Escape stays closed for this text.
            onEscape={() => setTextAtFocus(box.value)}
          />
          {List && suggestions && (
            <List
              {...{ labelId, textAtFocus, suggestions, menuTrigger, onChange, onChoose }}
              id={wiring.id}
              value={box.value}
              onBlur={box.onBlur}
              lend={lending.lend}
            />
          )}
        </>
      )}
    </FieldFrame>
  );
}

/** Passes the library's input props from the list to the input. Only the input renders again: rendering the list would pass them once more. */
function makeLending() {
  let lent: LentProps | undefined;
  let hear = () => {};
  return {
    lend(props: LentProps) {
      lent = props;
      hear();
    },
    read: () => lent,
    subscribe(onLent: () => void) {
      hear = onLent;
      return () => void (hear = () => {});
    },
  };
}

type InputBoxProps = Pick<
  SuggestFieldProps,
  "value" | "onChange" | "onBlur" | "inputRef" | "name" | "placeholder" | "isRequired"
> & { lending: ReturnType<typeof makeLending>; wiring: Wiring; onEntered: () => void; onEscape: () => void };

/** The input: the same element before and after the library has lent its props. */
function InputBox(props: InputBoxProps) {
  const { value, onChange, onBlur, inputRef, name, placeholder, isRequired, lending, wiring, onEntered, onEscape } =
    props;
  const lent = useSyncExternalStore(lending.subscribe, lending.read, () => undefined);
  const isLent = lent !== undefined;
  useEffect(() => {
    const input = document.getElementById(wiring.id);
    // The library has not seen this input get the focus.
    if (isLent && input === document.activeElement) input?.dispatchEvent(new FocusEvent("focusin", { bubbles: true }));
  }, [isLent, wiring.id]);
  return (
    <input
      type="text"
      role="combobox"
      aria-expanded={false}
      aria-controls={undefined}
      aria-autocomplete="list"
      autoComplete="off"
      autoCorrect="off"
      spellCheck={false}
      onChange={(event) => onChange?.(event.target.value)}
      onBlur={onBlur}
      onFocus={onEntered}
      onKeyDown={(event) => event.key === "Escape" && onEscape()}
      {...lent}
      {...wiring}
      {...{ value, name, placeholder }}
      ref={inputRef}
      aria-required={isRequired || undefined}
      className={boxLook}
    />
  );
}
