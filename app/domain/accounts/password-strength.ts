import { PASSWORD_MIN } from "../../shared/password-rules.ts";

/** The strength of a password: 0 is rejected, 1 is acceptable, 2 is good, 3 is very good; and the text to show. */
export type PasswordStrength = { level: 0 | 1 | 2 | 3; words: string };

const GOOD_LENGTH = 12;
const VERY_GOOD_LENGTH = 16;
const FEW_CHARACTERS = 7;
const KNOWN_MIN = 4;

const rules = [
  { lacks: (text: string) => text.length < PASSWORD_MIN, words: `${PASSWORD_MIN} caracteres` },
  { lacks: (text: string) => !/\p{Lu}/u.test(text), words: "una mayúscula" },
  { lacks: (text: string) => !/\d/.test(text), words: "un número" },
];

/**
 * What a password still lacks, or its strength. The length counts, unless the password has few distinct characters or contains known facts
 * about the user (`known`: name, e-mail). `isCommon` tells the commonest passwords, which are refused.
 */
export function passwordStrength(
  password: string,
  known: readonly string[] = [],
  isCommon: (password: string) => boolean = () => false,
): PasswordStrength {
  const missing = rules.filter(({ lacks }) => lacks(password)).map(({ words }) => words);
  if (missing.length > 0) return { level: 0, words: `Falta: ${listOf(missing)}.` };
  if (isCommon(password)) return { level: 0, words: "Es de las más usadas: elegí otra." };
  if (isAbout(password, known)) return { level: 1, words: "Sirve, pero se adivina: no uses tu nombre ni tu email." };
  const isVaried = new Set(password.toLowerCase()).size > FEW_CHARACTERS;
  if (!isVaried || password.length < GOOD_LENGTH) return { level: 1, words: "Sirve. Con más letras es más segura." };
  if (password.length < VERY_GOOD_LENGTH) return { level: 2, words: "Buena." };
  return { level: 3, words: "Muy buena." };
}

function isAbout(password: string, known: readonly string[]): boolean {
  const text = password.toLowerCase();
  return known
    .flatMap((each) => each.toLowerCase().split(/[^\p{L}\d]+/u))
    .some((part) => part.length >= KNOWN_MIN && text.includes(part));
}

function listOf(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} y ${words.at(-1)}`;
}
