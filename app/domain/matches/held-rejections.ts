import { useSyncExternalStore } from "react";

/** How long a rejection can be undone and its notice is shown (ms). */
export const UNDO_MS = 8_000;

type Held = { timer: ReturnType<typeof setTimeout>; send: () => Promise<unknown> };

/** Only in browsers: rejections decided here and not sent yet, by application id. */
let held: ReadonlyMap<string, Held> = new Map();
const listeners = new Set<() => void>();

function change(alter: (next: Map<string, Held>) => void) {
  const next = new Map(held);
  alter(next);
  held = next;
  for (const listener of listeners) listener();
}

/** Sends a rejection after `UNDO_MS`; at once when the page is hidden, since it may not be shown again. */
export function holdRejection(id: string, send: () => Promise<unknown>): void {
  const timer = setTimeout(() => void sendOne(id), UNDO_MS);
  change((next) => next.set(id, { timer, send }));
  document.addEventListener("visibilitychange", onHidden);
}

function onHidden() {
  if (document.visibilityState === "hidden") void sendHeldRejections();
}

/** Undoes a rejection that was not sent yet. */
export function takeRejectionBack(id: string): void {
  clearTimeout(held.get(id)?.timer);
  change((next) => next.delete(id));
}

/** Sends the held rejections; resolves once they are answered. */
export async function sendHeldRejections(): Promise<void> {
  await Promise.all([...held.keys()].map(sendOne));
}

async function sendOne(id: string) {
  const waiting = held.get(id);
  if (!waiting) return;
  clearTimeout(waiting.timer);
  // The rejection stays held, and the application is shown as rejected, until the server answers.
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

/** The applications rejected here whose rejection the server does not know yet. */
export function useHeldRejections(): ReadonlyMap<string, unknown> {
  return useSyncExternalStore(
    subscribe,
    () => held,
    () => none,
  );
}
