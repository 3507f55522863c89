import { Refusal } from "./refusal.ts";
import type { SourceRow } from "./source.ts";

const LETTERS: Record<string, string> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v" };
const ESCAPED = /\\(?:([0-7]{1,3})|x([0-9A-Fa-f]{1,2})|([\s\S]))/g;

/** The row of a line of COPY's text format. `at` is the line's number. Throws `Refusal`. */
export function copyRow(text: string, columns: readonly string[], at: number): SourceRow {
  const fields = text.split("\t");
  if (fields.length !== columns.length)
    throw new Refusal(`line ${at}: ${fields.length} values for ${columns.length} columns`);
  const row: SourceRow = {};
  for (const [index, column] of columns.entries()) row[column] = valueOf(fields[index] ?? "", at);
  return row;
}

function valueOf(field: string, at: number): string | null {
  if (field === "\\N") return null;
  if (field.includes("\0")) throw new Refusal(`line ${at}: a text with a NUL`);
  if (!field.includes("\\")) return field;
  return field.replaceAll(ESCAPED, (_, octal?: string, hex?: string, letter = "") => {
    const code = octal ? parseInt(octal, 8) : hex ? parseInt(hex, 16) : null;
    if (code === null) return LETTERS[letter] ?? letter;
    // Bytes of a longer character are written as they are.
    if (code === 0 || code > 127) throw new Refusal(`line ${at}: a byte that is no text`);
    return String.fromCharCode(code);
  });
}
