import { openLruCache } from "./lru-cache.server.ts";

/** How many keys are remembered. */
const MOST = 10_000;

export type Backoff = {
  /** How long this key has to wait, in milliseconds. */
  msLeft(key: string): number;
  /** Makes this key wait, `factor` times as long as the last time unless twice the longest wait has passed since. */
  strike(key: string): void;
};

/** Waits that grow, kept in this process alone. */
export function openBackoff({ firstMs, factor, mostMs }: { firstMs: number; factor: number; mostMs: number }, now = () => performance.now()): Backoff {
  const kept = openLruCache<{ waitMs: number; since: number }>(MOST);
  return {
    msLeft(key) {
      const last = kept.get(key);
      return last ? Math.max(0, last.since + last.waitMs - now()) : 0;
    },
    strike(key) {
      const last = kept.get(key);
      const isRecent = last !== undefined && now() - last.since < 2 * mostMs;
      kept.set(key, { waitMs: isRecent ? Math.min(last.waitMs * factor, mostMs) : firstMs, since: now() });
    },
  };
}
