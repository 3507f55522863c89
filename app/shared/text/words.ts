import { fold } from "./fold.ts";

const BETWEEN_WORDS = /[^\p{L}\p{N}]+/gu;

const spaced = (folded: string) => folded.replaceAll(BETWEEN_WORDS, " ").trim();

/** The key by which names are compared and ordered: folded words with one blank between them. `text_key` of the database is the same. */
export const textKey = (text: string): string => spaced(fold(text));

/**
 * The folded words of a text, each once; with an apostrophe in its parts and joined: "D'Angelo" is d, angelo and dangelo. `search_words` of
 * the database is the same.
 */
export function wordsOf(text: string): string[] {
  const folded = fold(text);
  const words = `${spaced(folded)} ${spaced(folded.replaceAll("'", ""))}`.split(" ");
  return [...new Set(words)].filter((word) => word !== "");
}
