import { csvRecords } from "./csv.ts";
import { textKey } from "./text/words.ts";

/** A line of a list: its number in the file, and its fields by column, without spaces around. A column that the file lacks is empty. */
export type ListLine<Column extends string> = { line: number; fields: Record<Column, string> };
/** The names that people give to a column. */
type Columns<Column extends string> = Readonly<Record<Column, readonly string[]>>;

/** Excel writes a long number so when it saves, and its digits are lost. */
const BY_EXCEL = /^\d(?:[.,]\d+)?E\+\d+$/i;

/**
 * Parses a list that somebody made or downloaded: a CSV with a header, in UTF-8 or, as Excel saves it, windows-1252. Throws an error that names
 * the line, in Spanish: a missing column of `needed`, or a number that Excel changed.
 */
export function readList<Column extends string>(
  bytes: Uint8Array,
  columns: Columns<Column>,
  needed: readonly NoInfer<Column>[],
): ListLine<Column>[] {
  const [header, ...records] = csvRecords(textOf(bytes));
  const names = (header?.fields ?? []).map(textKey);
  const places = Object.entries<readonly string[]>(columns).map(
    ([column, spelt]) => [column as Column, names.findIndex((name) => spelt.includes(name))] as const,
  );
  for (const [column, place] of places)
    if (place < 0 && needed.includes(column)) throw new Error(`línea 1: falta la columna ${columns[column][0]}`);
  return records.map(({ line, fields }) => {
    const found = places.map(
      ([column, place]) => [column, (fields[place] ?? "").trim().replaceAll(/\s+/g, " ")] as const,
    );
    for (const [column, field] of found)
      if (BY_EXCEL.test(field)) throw new Error(`línea ${line}: Excel cambió ${columns[column][0]} por ${field}`);
    return { line, fields: Object.fromEntries(found) as Record<Column, string> };
  });
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
