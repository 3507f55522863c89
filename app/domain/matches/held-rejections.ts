import { useSyncExternalStore } from "react";

/** How long a rejection can be taken back, and its notice stays (ms). */
export const UNDO_MS = 8_000;

type Held = { timer: ReturnType<typeof setTimeout>; send: () => Promise<unknown> };

/** Only in browsers: rejections decided here and not sent yet, by application. */
let held: ReadonlyMap<string, Held> = new Map();
const listeners = new Set<() => void>();

function change(alter: (next: Map<string, Held>) => void) {
  const next = new Map(held);
  alter(next);
  held = next;
  for (const listener of listeners) listener();
}

/** Sends a rejection after the time to take it back; at once when the page is hidden, since it may not come back. */
export function holdRejection(id: string, send: () => Promise<unknown>): void {
  const timer = setTimeout(() => void sendOne(id), UNDO_MS);
  change((next) => next.set(id, { timer, send }));
  document.addEventListener("visibilitychange", onHidden);
}

function onHidden() {
  if (document.visibilityState === "hidden") void sendHeldRejections();
}

/** Takes a rejection back that was not sent yet. */
export function takeRejectionBack(id: string): void {
  clearTimeout(held.get(id)?.timer);
  change((next) => next.delete(id));
}

/** Sends the rejections that wait; resolves once they are answered. */
export async function sendHeldRejections(): Promise<void> {
  await Promise.all([...held.keys()].map(sendOne));
}

async function sendOne(id: string) {
  const waiting = held.get(id);
  if (!waiting) return;
  clearTimeout(waiting.timer);
  // It stays held, and shown as rejected, until the answer is there.
  const answer = waiting.send().catch(() => undefined);
  change((next) => next.set(id, { ...waiting, send: () => answer }));
  await answer;
  takeRejectionBack(id);
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const none: ReadonlyMap<string, Held> = new Map();

/** The applications rejected here that the server does not know of yet. */
export function useHeldRejections(): ReadonlyMap<string, unknown> {
  return useSyncExternalStore(
    subscribe,
    () => held,
    () => none,
  );
}
