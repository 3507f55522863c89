/** A cache that forgets the entries not used for longest. */
export type LruCache<Value> = { get(key: string): Value | undefined; set(key: string, value: Value): void };

/**
 * Opens a cache in memory of at most `most` entries: at least the half used last. Two generations, of which the older is dropped as a whole:
 * finding the oldest entry of one Map takes a step for each entry removed before it, some 100 µs in a large cache.
 */
export function openLruCache<Value>(most: number): LruCache<Value> {
  let current = new Map<string, Value>();
  let previous = new Map<string, Value>();
  function set(key: string, value: Value) {
    if (current.size >= most / 2 && !current.has(key)) [previous, current] = [current, new Map()];
    current.set(key, value);
  }
  return {
    get(key) {
      const value = current.get(key) ?? previous.get(key);
      if (value !== undefined && !current.has(key)) set(key, value);
      return value;
    },
    set,
  };
}
