/** What was made once and may be asked for again; the one not asked for longest goes first. */
export type Kept = {
  get(key: string): Uint8Array<ArrayBuffer> | undefined;
  set(key: string, bytes: Uint8Array<ArrayBuffer>): void;
};

/** Keeps up to `most` of what is set, in memory. */
export function openKept(most: number): Kept {
  const kept = new Map<string, Uint8Array<ArrayBuffer>>();
  return {
    get(key) {
      const bytes = kept.get(key);
      if (bytes) {
        kept.delete(key);
        kept.set(key, bytes);
      }
      return bytes;
    },
    set(key, bytes) {
      kept.set(key, bytes);
      const [oldest] = kept.keys();
      if (kept.size > most && oldest !== undefined) kept.delete(oldest);
    },
  };
}
