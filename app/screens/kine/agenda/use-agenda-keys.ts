import { useEffect, useEffectEvent } from "react";
import { daysAfter } from "../../../domain/bookings/wall-time.ts";
import { today } from "../../../shared/text/calendar-days.ts";

type AgendaKeys = {
  goFrom: (next: (from: string) => string) => void;
  isOn: boolean;
  keys: Readonly<Record<string, () => void>>;
  onBooking: (id: string) => void;
};

const FIELDS =
  "input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable=true], [role=spinbutton]";
/** Open the entry that has the focus, which then offers to move or to cancel it. */
const OPENING = ["m", "x"];

/** The keys of the agenda: days, today, entries, and what acts on the entry that has the focus. Nothing while a dialog is open. */
export function useAgendaKeys({ goFrom, isOn, keys, onBooking }: AgendaKeys): void {
  const act = useEffectEvent((event: KeyboardEvent) => {
    const { target, key } = event;
    if (!isOn || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (document.querySelector("[role=dialog], [role=alertdialog], [role=menu]")) return;
    if (target instanceof Element && target.matches(FIELDS)) return;
    const entry = document.activeElement?.closest<HTMLElement>("[data-entry]")?.dataset["entry"];
    const step = { j: 1, ArrowRight: 1, k: -1, ArrowLeft: -1 }[key];
    const work =
      step !== undefined
        ? () => goFrom((from) => daysAfter(from, step))
        : key === "t"
          ? () => goFrom(today)
          : key === "ArrowDown" || key === "ArrowUp"
            ? () => focusEntry(key === "ArrowDown" ? 1 : -1)
            : entry && OPENING.includes(key)
              ? () => onBooking(entry)
              : keys[key];
    if (!work) return;
    event.preventDefault();
    work();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => act(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}

/** Goes to the next or previous entry that is shown. */
function focusEntry(by: 1 | -1) {
  const entries = [...document.querySelectorAll<HTMLElement>("[data-entry]")].filter(
    (each) => each.offsetParent !== null,
  );
  const at = entries.indexOf(document.activeElement as HTMLElement);
  entries[at === -1 ? 0 : Math.min(Math.max(at + by, 0), entries.length - 1)]?.focus();
}
