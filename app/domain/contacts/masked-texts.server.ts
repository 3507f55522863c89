import { openLruCache } from "../../platform/lru-cache.server.ts";
import type { Masked } from "../../shared/masked.ts";
import { maskedText } from "./masked-text.ts";
import { maskedTogether } from "./masked-together.ts";

/** The cache size in characters. Finding contact data takes 2 µs a character, and lists show the same cases again and again. */
const CHARACTERS_KEPT = 4_000_000;

/** `maskedText` and `maskedTogether` with least-recently-used caches. */
export function openMaskedTexts(): Masked {
  const known = openLruCache<string>(CHARACTERS_KEPT, (shown) => shown.length + 1);
  const knownTogether = openLruCache<string[]>(CHARACTERS_KEPT, (shown) => shown.join(" ").length + 1);
  const masked = (text: string) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const shown = maskedText(text);
    known.set(text, shown);
    return shown;
  };
  const together = (texts: readonly (string | null | undefined)[]) => {
    const there = texts.filter((text) => text !== null && text !== undefined);
    const key = JSON.stringify(there);
    const shown = knownTogether.get(key) ?? maskedTogether(masked, there);
    knownTogether.set(key, shown);
    let at = 0;
    return texts.map((text) => (text === null || text === undefined ? null : (shown[at++] ?? null)));
  };
  return Object.assign(masked, { together });
}
