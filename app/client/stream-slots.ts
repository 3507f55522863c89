/** A browser opens six connections to a server over HTTP/1.1: four streams leave two connections for everything else. */
const MOST_STREAMS = 4;
const SLOTS = Array.from({ length: MOST_STREAMS }, (_, slot) => `live-${slot}`);

/**
 * Runs `work` while this window has one of the browser's streams. A further window waits until any other closes or is
 * hidden; meanwhile it sees changes when it refetches or is shown. Stops waiting when the signal is aborted.
 */
export async function withStreamSlot(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  // Absent on an insecure origin.
  const locks = navigator.locks as LockManager | undefined;
  if (!locks) return work();
  const granted = new AbortController();
  const waiting = AbortSignal.any([signal, granted.signal]);
  const takeOne = async () => {
    // Several slots may be granted in the same moment.
    if (waiting.aborted) return;
    granted.abort();
    await work();
  };
  const requests = SLOTS.map((slot) => locks.request(slot, { signal: waiting }, takeOne).catch(ignoreAbort));
  await Promise.all(requests);
}

function ignoreAbort(error: unknown) {
  if (!(error instanceof DOMException && error.name === "AbortError")) throw error;
}
