import { type RefObject, useEffect, useEffectEvent } from "react";
import { isKeyTaken } from "../../shell/keys-switch.ts";

type RowKeys = {
  /** The element that holds the list and the panel beside it. */
  root: RefObject<HTMLElement | null>;
  isOn: boolean;
  isPanelOpen: boolean;
  /** The names of the buttons that letters press in the panel or in the current row. */
  buttons: Readonly<Record<string, readonly string[]>>;
  onClose: () => void;
  onHelp: () => void;
};

/**
 * The keys of a list: "/" searches and Enter goes from there to the first row, "j" and "k" move through the rows, letters press buttons, "?" shows
 * help, Escape closes the panel.
 */
export function useRowKeys({ root, isOn, isPanelOpen, buttons, onClose, onHelp }: RowKeys): void {
  const act = useEffectEvent((event: KeyboardEvent) => {
    const { target, key } = event;
    if (!event.defaultPrevented && target !== null && target === searchOf(root.current))
      return leaveSearch(event, root.current);
    if (!root.current || isKeyTaken(event)) return;
    if (key === "Escape" && isPanelOpen) return done(event, onClose);
    if (!isOn) return;
    if (key === "?") return done(event, onHelp);
    if (key === "/") return done(event, () => searchOf(root.current)?.focus());
    if (key === "j" || key === "k") return done(event, () => move(root.current, key === "j" ? 1 : -1, isPanelOpen));
    if (key === "x") return done(event, () => checkboxOf(root.current)?.click());
    const names = buttons[key];
    if (names) done(event, () => buttonNamed(root.current, names)?.click());
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => act(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}

/** Enter and the arrow go from the search to the first row, Escape out of it. */
function leaveSearch(event: KeyboardEvent, root: HTMLElement | null) {
  if (event.key === "Escape") return done(event, () => searchOf(root)?.blur());
  const first = rowsOf(root).map(openerOf).find(Boolean);
  if (first && ["Enter", "ArrowDown"].includes(event.key)) done(event, () => first.focus());
}

function done(event: KeyboardEvent, work: () => void) {
  event.preventDefault();
  work();
}

const rowsOf = (root: HTMLElement | null) => [...(root?.querySelectorAll<HTMLElement>("[data-row]") ?? [])];

/** Whether a key does something in the list as it stands. */
export function doesAct(root: HTMLElement | null, key: string, buttons: readonly string[]): boolean {
  if (key === "/") return searchOf(root) !== null;
  if (key === "j" || key === "k") return rowsOf(root).some(openerOf);
  if (key === "Enter" || key === "Esc") return hasOpener(root);
  if (key === "x") return checkboxOf(root) !== null;
  return buttonNamed(root, buttons) !== undefined;
}

const openerOf = (row: HTMLElement) =>
  row.querySelector<HTMLElement>("[data-opener]") ?? row.querySelector<HTMLElement>("a, button");
const searchOf = (root: HTMLElement | null) => root?.querySelector<HTMLElement>("[data-search] input") ?? null;
const checkboxOf = (root: HTMLElement | null) =>
  (currentRow(root) ?? rowsOf(root)[0])?.querySelector<HTMLElement>("[type=checkbox]") ?? null;

/** Whether a row opens the panel. */
export const hasOpener = (root: HTMLElement | null) => Boolean(root?.querySelector("[data-row] [data-opener]"));

/** The row with the focus, else the row that is open in the panel. */
function currentRow(root: HTMLElement | null): HTMLElement | undefined {
  const rows = rowsOf(root);
  return rows.find((row) => row.contains(document.activeElement)) ?? rows.find((row) => row.ariaCurrent === "true");
}

/** Goes to the next or previous row; with an open panel, opens it there. */
function move(root: HTMLElement | null, by: 1 | -1, isPanelOpen: boolean) {
  const rows = rowsOf(root);
  const current = currentRow(root);
  const place = current ? rows.indexOf(current) + by : 0;
  const next = rows[Math.min(Math.max(place, 0), rows.length - 1)];
  if (next) openerOf(next)?.focus();
  if (isPanelOpen) next?.querySelector<HTMLElement>("[data-opener]")?.click();
}

/** A button's label without the letter that follows it. */
function wordsOf(button: HTMLElement): string {
  const copy = button.cloneNode(true) as HTMLElement;
  copy.querySelector("kbd")?.remove();
  return copy.textContent.trim();
}

/** The first button with one of these names, in the panel or else in the current row, or in the last notice. */
function buttonNamed(root: HTMLElement | null, names: readonly string[]): HTMLElement | undefined {
  const notice = document.querySelector("[data-sonner-toast][data-removed=false]");
  const places = [root?.querySelector("[data-panel]"), currentRow(root) ?? rowsOf(root)[0], notice];
  return places
    .flatMap((place) => [...(place?.querySelectorAll<HTMLElement>("button") ?? [])])
    .find((button) => names.includes(wordsOf(button)));
}
