import { abortWith } from "./abort-with.ts";

/** A browser opens six connections to a server over HTTP/1.1: four streams leave two connections for everything else. */
const MOST_STREAMS = 4;
const SLOTS = Array.from({ length: MOST_STREAMS }, (_, slot) => `live-${slot}`);

/**
 * Runs `work` while this window has one of the browser's streams. A further window waits until any other closes or is
 * hidden; meanwhile it sees changes when it refetches or is shown. Stops waiting when the signal is aborted. Where the browser refuses locks,
 * `work` runs at once.
 */
export async function withStreamSlot(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  // Absent on an insecure origin.
  const locks = navigator.locks as LockManager | undefined;
  if (!locks) return work();
  const waiting = abortWith(signal);
  const takeOne = async () => {
    // Several slots may be granted in the same moment, and several be refused.
    if (waiting.signal.aborted) return;
    waiting.abort();
    await work();
  };
  const ask = async (slot: string) => {
    try {
      await locks.request(slot, { signal: waiting.signal }, takeOne);
    } catch {
      // Aborted, or refused: then nothing else would ever start the work.
      await takeOne();
    }
  };
  await Promise.all(SLOTS.map(ask));
}
