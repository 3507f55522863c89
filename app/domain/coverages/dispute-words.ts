type Answers = { denials: number; extras: number; confirmations: number };

/** "2 dijeron que no · 0 que sí", and where somebody said so "· 1 que cobró un plus". */
export const answersWords = ({ denials, extras, confirmations }: Answers): string =>
  `${denials} ${denials === 1 ? "dijo" : "dijeron"} que no · ${confirmations} que sí${extras > 0 ? ` · ${extras} que cobró un plus` : ""}`;
