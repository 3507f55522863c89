import { type KeyboardEvent, type ReactNode, useId, useRef } from "react";

type TabsProps = {
  label: string;
  items: readonly { id: string; label: ReactNode; content: ReactNode }[];
  selected: string;
  onSelect: (id: string) => void;
  isKept?: boolean;
};

/**
 * Tabs of equal width, or as wide as their words where four are on a phone; the arrow keys, Home and End select. `isKept` keeps hidden panels mounted, so their input is not lost. Written by
 * hand, since the library's tabs would add 18 kB of code for collections to the sign-in screen.
 */
export function Tabs({ label, items, selected, onSelect, isKept = false }: TabsProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);

  function selectByKey(event: KeyboardEvent) {
    const current = items.findIndex((item) => item.id === selected);
    const steps: Record<string, number> = { ArrowRight: current + 1, ArrowLeft: current - 1, Home: 0, End: -1 };
    const step = steps[event.key];
    const next = step === undefined ? undefined : items.at(step % items.length);
    if (!next) return;
    event.preventDefault();
    onSelect(next.id);
    list.current?.querySelector<HTMLElement>(`[id="${id}${next.id}"]`)?.focus();
  }

  return (
    <div className="flex flex-col gap-6">
      <div ref={list} role="tablist" aria-label={label} className="flex gap-1 rounded-card bg-sunken p-1">
        {items.map((item) => (
          <button
            key={item.id}
            type="button"
            role="tab"
            id={`${id}${item.id}`}
            aria-selected={item.id === selected}
            aria-controls={item.id === selected || isKept ? `${id}${item.id}-panel` : undefined}
            tabIndex={item.id === selected ? 0 : -1}
            onClick={() => onSelect(item.id)}
            onKeyDown={selectByKey}
            className={`flex min-h-11 flex-1 cursor-pointer items-center justify-center rounded-lg px-3 py-2 text-center
              leading-tight font-semibold text-muted transition-colors duration-150 hover:text-primary
              aria-selected:bg-surface aria-selected:text-primary aria-selected:shadow-soft ${
                items.length > 2 ? "max-sm:px-1 max-sm:text-sm" : ""
              } ${items.length > 3 ? "max-sm:flex-auto" : ""}`}
          >
            {item.label}
          </button>
        ))}
      </div>
      {items
        .filter((item) => isKept || item.id === selected)
        .map((item) => (
          <div
            key={item.id}
            role="tabpanel"
            id={`${id}${item.id}-panel`}
            aria-labelledby={`${id}${item.id}`}
            hidden={item.id !== selected}
            className="rounded-card"
          >
            {item.content}
          </div>
        ))}
    </div>
  );
}
