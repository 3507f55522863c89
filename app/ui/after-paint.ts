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
