import { findPhoneNumbersInText } from "libphonenumber-js";
import { Phone } from "../../domain/profiles/profile-input.ts";
import { Line, Text } from "../../shared/text/text-input.ts";
import { cut } from "../../shared/text/cut.ts";
import { timeOf } from "./ids.ts";
import type { Finding } from "./findings.ts";

/** What a row loses on its way, with the original, which is kept with its person. */
export type Losses = { findings: [Finding, string][]; left: Record<string, string> };
export const noLosses = (): Losses => ({ findings: [], left: {} });

export function lose({ findings, left }: Losses, finding: Finding, column: string, original: string): void {
  findings.push([finding, column]);
  left[column] = original;
}

type Limits = { least?: number; most: number; isLine?: boolean };

/** A text within its limits: cut at a word where it is too long, null where it is empty or too short. */
export function textOf(
  losses: Losses,
  column: string,
  original: string | null | undefined,
  { least = 1, most, isLine = true }: Limits,
): string | null {
  if (original === null || original === undefined) return null;
  const text = (isLine ? Line : Text).parse(original);
  if (text.length < least) {
    if (text !== "") lose(losses, "text_dropped", column, original);
    return null;
  }
  if (text.length <= most) return text;
  lose(losses, "text_cut", column, original);
  const part = cut(text, most);
  const word = /^[\s\S]*\S(?=\s)/.exec(part)?.[0] ?? part;
  return word.length >= least && word.length * 2 > part.length ? word : part.trim();
}

/** A phone that a form would take, or the first number in the text; null for others. */
export function phoneOf(losses: Losses, original: string | null | undefined): string | null {
  if (!original?.trim()) return null;
  const plain = Phone.safeParse(original);
  if (plain.success) return plain.data;
  const found = findPhoneNumbersInText(original.slice(0, 500), "AR")[0]?.number.number;
  const number = found && Phone.safeParse(found).success ? found : null;
  lose(losses, number ? "phone_found" : "phone_dropped", "phone", original);
  return number;
}

/** A date of birth (yyyy-mm-dd) that a living person can have. */
export function birthDateOf(losses: Losses, original: string | null | undefined): string | null {
  if (!original) return null;
  const day = timeOf(original);
  // February 31 is read as a day of March.
  const isDay = day?.toISOString().slice(0, 10) === original;
  if (isDay && original >= "1900-01-01" && +day <= Date.now()) return original;
  lose(losses, "birth_date_dropped", "birth_date", original);
  return null;
}
