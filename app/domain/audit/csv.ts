/** A line of a CSV file. A cell that a spreadsheet would take for a formula is made text by an apostrophe. */
export function csvLine(cells: readonly (string | null)[]): string {
  return `${cells.map((cell) => {
    const text = cell ?? "";
    const safe = /^[\s]*[=+\-@\t\r]/.test(text) ? `'${text}` : text;
    return `"${safe.replaceAll('"', '""')}"`;
  }).join(",")}\r\n`;
}
