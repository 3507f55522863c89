const graphemes = new Intl.Segmenter("es-AR", { granularity: "grapheme" });

/** The longest beginning of a text of at most `most` UTF-16 units that ends between characters as people see them. */
export const cut = (text: string, most: number): string =>
  text.slice(0, graphemes.segment(text).containing(most)?.index);
