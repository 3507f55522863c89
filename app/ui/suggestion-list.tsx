import { useContext, useLayoutEffect, useState } from "react";
import { ComboBox, InputContext, type InputProps, ListBox, ListBoxItem, Popover } from "react-aria-components";

/** The props that the library gives its input. */
export type LentProps = Omit<InputProps, "className" | "style" | "render">;

export type SuggestionListProps = {
  /** The id of the field's input, which stays the same element. */
  id: string;
  lend: (props: LentProps) => void;
  labelId: string;
  value: string;
  textAtFocus: string;
  suggestions: readonly { name: string; hint: string }[];
  menuTrigger: "focus" | undefined;
  onChange: ((value: string) => void) | undefined;
  onChoose: ((name: string) => void) | undefined;
  onBlur: (() => void) | undefined;
};

/** The suggestions of an existing text field, whose input gets the library's input props. `SuggestField` loads it. */
export function SuggestionList(props: SuggestionListProps) {
  const { id, lend, labelId, value, textAtFocus, suggestions, menuTrigger, onChange, onChoose, onBlur } = props;
  // Text typed before the list loaded counts as typed now, so that it gets suggestions.
  const [hasCaughtUp, setCaughtUp] = useState(() => document.activeElement?.id !== id);
  return (
    <ComboBox
      id={id}
      aria-labelledby={labelId}
      items={suggestions.map((suggestion) => ({ id: suggestion.name, ...suggestion }))}
      inputValue={hasCaughtUp ? value : textAtFocus}
      onInputChange={onChange}
      onFocus={() => setCaughtUp(true)}
      onBlur={onBlur}
      menuTrigger={menuTrigger}
      // Nothing is ever selected: a suggestion only fills in the text.
      selectedKey={null}
      onSelectionChange={(chosen) => chosen !== null && onChoose?.(String(chosen))}
      allowsCustomValue
      validationBehavior="aria"
      className="contents"
    >
      <LentInput id={id} lend={lend} />
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

/** Rendered where the library expects its input; passes the library's props to the field's own input. */
function LentInput({ id, lend }: Pick<SuggestionListProps, "id" | "lend">) {
  const given = useContext(InputContext);
  useLayoutEffect(() => {
    // No `ref` is given where the library renders its children only to collect the items.
    if (!given || !("ref" in given) || typeof given.ref !== "object" || !given.ref) return;
    const { ref, className: _look, style: _style, render: _render, ...props } = given;
    ref.current = document.getElementById(id) as HTMLInputElement | null;
    lend(props);
  });
  return null;
}
