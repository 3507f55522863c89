/** A least-recently-used cache. */
export type LruCache<Value> = { get(key: string): Value | undefined; set(key: string, value: Value): void };

/**
 * Opens an in-memory cache. It holds at most `most` entries, or a total size by `sizeOf` of `most`, and at least the half used most recently.
 * It drops the older of two generations as a whole: finding the oldest entry of a single Map takes a step for each entry removed before it,
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
      const value = current.get(key);
      if (value !== undefined) return value;
      const older = previous.get(key);
      if (older !== undefined) set(key, older);
      return older;
    },
    set,
  };
}
