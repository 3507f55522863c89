import { useSyncExternalStore } from "react";
import { UNDO_MS } from "../held-decisions/held-decision.ts";

/** The answer of the server's clock, and of the list after it, takes a moment. */
const SHOWN_MS = UNDO_MS + 12_000;

/** Only in browsers: applications rejected here that the server still holds, with what applies each at once. */
let held: ReadonlyMap<string, () => Promise<unknown>> = new Map();
const listeners = new Set<() => void>();

function change(alter: (next: Map<string, () => Promise<unknown>>) => void) {
  const next = new Map(held);
  alter(next);
  held = next;
  for (const listener of listeners) listener();
}

/** Shows an application as rejected while the server holds its rejection; `apply` sends it so that nothing waits. */
export function showRejected(id: string, apply: () => Promise<unknown>): void {
  change((next) => next.set(id, apply));
  setTimeout(() => showAsItIs(id), SHOWN_MS);
}

/** Shows an application again as the server answers it. */
export const showAsItIs = (id: string): void => change((next) => next.delete(id));

/** Applies the held rejections at once; resolves once they are answered. */
export async function applyHeldRejections(): Promise<void> {
  await Promise.all(
    [...held].map(([id, apply]) =>
      apply().then(
        () => showAsItIs(id),
        () => undefined,
      ),
    ),
  );
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const none: ReadonlyMap<string, () => Promise<unknown>> = new Map();

/** The applications rejected here whose rejection the server may still hold. */
export function useHeldRejections(): ReadonlyMap<string, unknown> {
  return useSyncExternalStore(
    subscribe,
    () => held,
    () => none,
  );
}
