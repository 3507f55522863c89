import { useRef } from "react";

/** Upper bound for the wait: a hidden tab never paints. */
const LONGEST_WAIT_MS = 100;

/** The first comes before the text; not all ways to enter text have it. */
const TYPING = ["beforeinput", "input"];

/**
 * Runs the work after the browser has painted the immediate feedback to a press or key, such as the pressed button, but before any text that is
 * typed next: what a press clears must not take that along.
 */
export function afterPaint(work: () => void): void {
  let isDone = false;
  const once = () => {
    if (isDone) return;
    isDone = true;
    for (const event of TYPING) removeEventListener(event, once, true);
    work();
  };
  for (const event of TYPING) addEventListener(event, once, true);
  requestAnimationFrame(() => setTimeout(once));
  setTimeout(once, LONGEST_WAIT_MS);
}

/** Runs `work` after the next paint. Calls are ignored until it has settled and its pending state is rendered: double presses count as one. */
export function useSingleFlight(work: (() => unknown) | undefined): () => void {
  const isInFlight = useRef(false);
  const run = async () => {
    try {
      await work?.();
    } finally {
      // The query client renders a mutation as pending in a later task.
      setTimeout(() => (isInFlight.current = false));
    }
  };
  return () => {
    if (isInFlight.current) return;
    isInFlight.current = true;
    afterPaint(() => void run());
  };
}
