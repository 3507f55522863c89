/**
 * A line of a CSV file, separated by semicolons as an Argentine Excel expects. An apostrophe precedes any text that a spreadsheet would run
 * as a formula: at the start of a cell, and inside it after another separator or a quote.
 */
export function csvLine(cells: readonly (string | null)[]): string {
  return `${cells
    .map((cell) => {
      const text = (cell ?? "").replace(/([,;\t\r\n"]\s*)(?=[=+\-@])/g, "$1'");
      const safe = /^\s*[=+\-@\t\r]/.test(text) ? `'${text}` : text;
      return `"${safe.replaceAll('"', '""')}"`;
    })
    .join(";")}\r\n`;
}
