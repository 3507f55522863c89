/** The ref of what a screen or a dialog is there for: it takes the focus when it appears. */
export function focusAtFirst(element: HTMLElement | null): void {
  element?.focus();
}
