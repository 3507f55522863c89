const SHORTEST = 3;
/** Letters without case and accents, words apart. */
const wordsOf = (text: string) =>
  text
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word.length >= SHORTEST);

/** Whether a text says a part of a person's name; words of two letters are too common to be told. */
export function namesIn(text: string, name: string): boolean {
  const said = new Set(wordsOf(text));
  return wordsOf(name).some((word) => said.has(word));
}
