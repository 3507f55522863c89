const DAY_FIRST = /^(\d{1,2})[/.\s-]+(\d{1,2})[/.\s-]+(\d{4})$/;
const YEAR_FIRST = /^(\d{4})[/.-](\d{1,2})[/.-](\d{1,2})$/;
const DIGITS = /^(\d{2})(\d{2})(\d{4})$/;
const ISO = /^(\d{4})-(\d{2})-(\d{2})$/;

/**
 * The ISO date (yyyy-mm-dd) of a typed or pasted text: day first, or the ISO form. Null unless the text is an existing
 * day with a four-digit year.
 */
export function readDate(text: string): string | null {
  const typed = text.replaceAll(/\p{Cf}/gu, "").trim();
  const [, first = "", second = "", third = ""] = DAY_FIRST.exec(typed) ?? DIGITS.exec(typed) ?? [];
  const [, year = third, month = second, day = first] = YEAR_FIRST.exec(typed) ?? [];
  if (!year) return null;
  const date = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const parsed = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(date) ? date : null;
}

/** A form's value as the field shows it: an ISO date as dd/mm/yyyy, any other text as it was typed. */
export function shownDate(value: string | null): string {
  const [, year, month, day] = ISO.exec(value ?? "") ?? [];
  return year ? `${day}/${month}/${year}` : (value ?? "");
}
