/**
 * A line of a CSV file, as an Argentine Excel splits it: at semicolons. An apostrophe is put before whatever a spreadsheet would run as a
 * formula: at the start of a cell, and inside it wherever another separator or quote might start one.
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
