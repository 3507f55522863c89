/** A line of a CSV file. An apostrophe is prepended to a cell that a spreadsheet would run as a formula. */
export function csvLine(cells: readonly (string | null)[]): string {
  return `${cells
    .map((cell) => {
      const text = cell ?? "";
      const safe = /^[\s]*[=+\-@\t\r]/.test(text) ? `'${text}` : text;
      return `"${safe.replaceAll('"', '""')}"`;
    })
    .join(",")}\r\n`;
}
