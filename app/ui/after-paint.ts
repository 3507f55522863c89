import { useRef } from "react";

/** Upper bound for the wait: a hidden tab never paints. */
const LONGEST_WAIT_MS = 100;

/** Runs the work after the browser has painted the immediate feedback to a press or key, such as the pressed button. */
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

/** A press handler that runs after the next paint; presses before that count as one. */
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
