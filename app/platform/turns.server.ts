import { setImmediate as turn } from "node:timers/promises";

/** Waits for those who asked before, and for a turn of the event loop: of long computations, all else waits for one at most. */
export function openLoopTurns(): () => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  return () => (last = last.then(() => turn()));
}
