/** A least-recently-used cache. */
export type LruCache<Value> = { get(key: string): Value | undefined; set(key: string, value: Value): void };

/** Opens a cache of at most `most` entries, in memory. */
export function openLruCache<Value>(most: number): LruCache<Value> {
  const kept = new Map<string, Value>();
  return {
    get(key) {
      const value = kept.get(key);
      if (value) {
        kept.delete(key);
        kept.set(key, value);
      }
      return value;
    },
    set(key, value) {
      kept.set(key, value);
      const [oldest] = kept.keys();
      if (kept.size > most && oldest !== undefined) kept.delete(oldest);
    },
  };
}
