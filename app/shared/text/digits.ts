const isDigit = (code: number) => /^\p{Nd}$/u.test(String.fromCodePoint(code));

/** A text whose decimal digits of other scripts, and wide ones, are written as 0 to 9. */
export const plainDigits = (text: string): string =>
  text.replaceAll(/\p{Nd}/gu, (letter) => {
    const code = letter.codePointAt(0) ?? 0;
    if (code < 0x80) return letter;
    // The digits of each script stand together in tens, from its zero.
    let first = code;
    while (isDigit(first - 1)) first -= 1;
    return String((code - first) % 10);
  });
