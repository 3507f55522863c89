import { useRef } from "react";

/** A page that is not painted, as in a tab in the background, does not keep anything waiting for longer. */
const LONGEST_WAIT_MS = 100;

/** Does the work when the browser has painted what it answers at once to a press or a key, such as the pressed button. */
export function afterPaint(work: () => void): void {
  let isDone = false;
  const once = () => {
    if (isDone) return;
    isDone = true;
    work();
  };
  requestAnimationFrame(() => setTimeout(once));
  setTimeout(once, LONGEST_WAIT_MS);
}

/** What is done at a press, after the next picture; presses that come before it are one press. */
export function usePress(onPress: (() => void) | undefined): (() => void) | undefined {
  const isWaiting = useRef(false);
  if (!onPress) return undefined;
  return () => {
    if (isWaiting.current) return;
    isWaiting.current = true;
    afterPaint(() => {
      isWaiting.current = false;
      onPress();
    });
  };
}
