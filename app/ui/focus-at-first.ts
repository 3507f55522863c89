/** A ref that focuses the main element of a screen or dialog when it appears. */
export function focusAtFirst(element: HTMLElement | null): void {
  // A dialog above another one can hold the focus only from the next frame on.
  if (element) requestAnimationFrame(() => element.focus());
}
