/** The ref of what a screen or a dialog is there for: it takes the focus when it appears. */
export function focusAtFirst(element: HTMLElement | null): void {
  // A dialog above another one may hold the focus only from the next frame on.
  if (element) requestAnimationFrame(() => element.focus());
}
