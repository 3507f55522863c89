const SHORTEST = 3;
/** The words of a text in lower case and without accents, without words shorter than `SHORTEST`. */
const wordsOf = (text: string) =>
  text
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word.length >= SHORTEST);

/** Whether a text contains a word of a person's name. Words of one or two letters are ignored: they are too common. */
export function namesIn(text: string, name: string): boolean {
  const words = new Set(wordsOf(text));
  return wordsOf(name).some((word) => words.has(word));
}
