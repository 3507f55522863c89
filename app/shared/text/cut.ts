const graphemes = new Intl.Segmenter("es-AR", { granularity: "grapheme" });

/** The longest beginning of a text of at most `most` UTF-16 units that ends between characters as people see them. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  // A character is bounded in practice, and a long text is not split for its beginning.
  const near = text.slice(0, most + 64);
  let end = 0;
  for (const { index, segment } of graphemes.segment(near)) {
    if (index + segment.length > most) break;
    end = index + segment.length;
  }
  return text.slice(0, end);
}

/** How many characters a text has as people see them. */
export function lengthInCharacters(text: string): number {
  let count = 0;
  for (const _ of graphemes.segment(text)) count += 1;
  return count;
}
