import { openLruCache } from "../../platform/lru-cache.server.ts";
import { maskedText } from "./masked-text.ts";

/** The cache size in characters. Finding contact data takes 2 µs a character, and lists show the same cases again and again. */
const CHARACTERS_KEPT = 4_000_000;

/** `maskedText` with a least-recently-used cache. */
export function openMaskedTexts(): (text: string) => string {
  const known = openLruCache<string>(CHARACTERS_KEPT, (shown) => shown.length + 1);
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const shown = maskedText(text);
    known.set(text, shown);
    return shown;
  };
}
