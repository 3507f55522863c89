import { wordsOf } from "../../shared/text/words.ts";

const SHORTEST = 3;

/** Whether a text contains a word of a person's name. Numbers and words of one or two letters are ignored: they are too common. */
export function namesIn(text: string, name: string): boolean {
  const words = new Set(wordsOf(text));
  return wordsOf(name).some((word) => word.length >= SHORTEST && /\p{L}/u.test(word) && words.has(word));
}
