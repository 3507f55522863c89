/** A cache that forgets the entries not used for longest. */
export type LruCache<Value> = { get(key: string): Value | undefined; set(key: string, value: Value): void };

/**
 * Opens a cache in memory of at most `most` entries, or of entries whose sizes by `sizeOf` add up to it: at least the half used last. Two
 * generations, of which the older is dropped as a whole: finding the oldest entry of one Map takes a step for each entry removed before it,
 * some 100 µs in a large cache.
 */
export function openLruCache<Value>(most: number, sizeOf: (value: Value) => number = () => 1): LruCache<Value> {
  let current = new Map<string, Value>();
  let previous = new Map<string, Value>();
  let size = 0;
  function set(key: string, value: Value) {
    const replaced = current.get(key);
    if (replaced !== undefined) size -= sizeOf(replaced);
    else if (size >= most / 2) [previous, current, size] = [current, new Map(), 0];
    current.set(key, value);
    size += sizeOf(value);
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
