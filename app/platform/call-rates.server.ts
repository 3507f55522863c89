/** How many callers are remembered in each of two generations, some 100 bytes each. */
const MOST = 50_000;

/** So many units a second in the long run, and what was not used in so many seconds at once. */
export type Rate = { perSecond: number; burstSeconds: number };

export type CallRates = {
  /**
   * Takes `cost` units for each of these keys, or for none of them. Returns the whole seconds to wait, 0 when they were taken.
   */
  take(keys: { key: string; rate: Rate }[], cost: number): number;
};

/**
 * Counts by the generic cell rate algorithm: of each key only the moment is kept at which it will have caught up. Who was not seen for
 * a while has caught up, so that the older half of many is forgotten at once.
 */
export function openCallRates(now = () => performance.now(), most = MOST): CallRates {
  let current = new Map<string, number>();
  let previous = new Map<string, number>();
  const readyAt = (key: string) => current.get(key) ?? previous.get(key) ?? 0;

  return {
    take(keys, cost) {
      const at = now();
      const taken = keys.map(({ key, rate }) => {
        const ready = Math.max(readyAt(key), at) + (cost / rate.perSecond) * 1000;
        return { key, ready, late: ready - at - rate.burstSeconds * 1000 };
      });
      const late = Math.max(...taken.map((one) => one.late));
      if (late > 0) return Math.ceil(late / 1000);
      for (const { key, ready } of taken) current.set(key, ready);
      if (current.size > most) [previous, current] = [current, new Map()];
      return 0;
    },
  };
}
