import { plainDigits } from "./digits.ts";

/** The sentence at a field of money that holds anything but whole pesos. */
export const NOT_PESOS = "Escribí un monto en pesos, sin centavos";

/** The largest amount that is read, far above each field's own limit. */
const MOST_DIGITS = 12;

/**
 * An amount of whole pesos as people type or paste it: "28000", "28.000", "$ 28 000". Dots and spaces stand between groups of three digits only.
 * Null for an empty text, undefined for anything else.
 */
export function pesos(text: string): number | null | undefined {
  const amount = plainDigits(text)
    .trim()
    .replace(/^(?:\$|ARS)\s*/i, "");
  if (amount === "") return text.trim() === "" ? null : undefined;
  if (!/^(?:\d+|[1-9]\d{0,2}(?:(?:\.\d{3})+|(?:\s\d{3})+))$/.test(amount)) return undefined;
  const digits = amount.replaceAll(/[.\s]/g, "");
  return digits.length > MOST_DIGITS ? undefined : Number(digits);
}
