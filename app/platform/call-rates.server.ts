import { openLruCache } from "./lru-cache.server.ts";

/** The most callers remembered, about 100 bytes each. */
const MOST = 100_000;

/** A rate limit: the sustained rate in units per second, and the burst as that many seconds' worth of units. */
export type Rate = { perSecond: number; burstSeconds: number };

export type CallRates = {
  /** Takes `cost` units of every key, or of none. Returns the whole seconds to wait, or 0 when they were taken. */
  take(keys: { key: string; rate: Rate }[], cost: number): number;
};

/**
 * A rate limiter by the generic cell rate algorithm (GCRA): each key stores only the time at which it has caught up. An idle key has caught
 * up, so it can be forgotten.
 */
export function openCallRates(now = () => performance.now(), most = MOST): CallRates {
  const caughtUpAt = openLruCache<number>(most);
  return {
    take(keys, cost) {
      const at = now();
      const taken = keys.map(({ key, rate }) => {
        const ready = Math.max(caughtUpAt.get(key) ?? 0, at) + (cost / rate.perSecond) * 1000;
        return { key, ready, late: ready - at - rate.burstSeconds * 1000 };
      });
      const late = Math.max(...taken.map((one) => one.late));
      if (late > 0) return Math.ceil(late / 1000);
      for (const { key, ready } of taken) caughtUpAt.set(key, ready);
      return 0;
    },
  };
}
