import { openLruCache } from "./lru-cache.server.ts";

/** The most keys remembered; the least recently used are evicted. */
const MOST = 10_000;

export type Backoff = {
  /** The remaining wait of this key, in milliseconds. */
  msLeft(key: string): number;
  /** Makes this key wait: `factor` times its last wait, or `firstMs` once twice the longest wait has passed since then. */
  strike(key: string): void;
};

/** Exponential backoff per key, in this process's memory only. */
export function openBackoff(
  { firstMs, factor, mostMs }: { firstMs: number; factor: number; mostMs: number },
  now = () => performance.now(),
): Backoff {
  const strikes = openLruCache<{ waitMs: number; since: number }>(MOST);
  return {
    msLeft(key) {
      const last = strikes.get(key);
      return last ? Math.max(0, last.since + last.waitMs - now()) : 0;
    },
    strike(key) {
      const last = strikes.get(key);
      const isRecent = last !== undefined && now() - last.since < 2 * mostMs;
      strikes.set(key, { waitMs: isRecent ? Math.min(last.waitMs * factor, mostMs) : firstMs, since: now() });
    },
  };
}
