import { setImmediate as turn } from "node:timers/promises";

/** Returns a function whose callers proceed one by one, each in a turn of the event loop. Other work waits for at most one long computation. */
export function openLoopTurns(): () => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  return () => (last = last.then(() => turn()));
}
