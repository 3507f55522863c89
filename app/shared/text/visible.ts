// Letters and symbols without a shape of their own: fillers, the empty braille cell, a placeholder, a note without a head, single accents.
const SEEN =
  /(?![\p{Default_Ignorable_Code_Point}\u2800\uFFFC\u{1D159}\u02B9-\u02DF\u02E5-\u02FF\u0374\u037A\u0559\u0640\uFF9E\uFF9F])[\p{L}\p{N}\p{Sm}\p{Sc}\p{So}]/u;

/** Whether a text has a letter, digit or symbol that is seen. Blanks, punctuation, accents and invisible characters look empty. */
export const visible = (text: string): boolean => SEEN.test(text);
