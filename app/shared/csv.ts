/** A record of a CSV and the line of the file in which it begins. */
export type CsvRecord = { line: number; fields: string[] };

/**
 * The records of a CSV, separated by semicolons where its first line has any, else by commas; a field between quotes may hold separators, line
 * ends and doubled quotes. Empty lines are left out.
 */
export function csvRecords(text: string): CsvRecord[] {
  const separator = (text.split("\n", 1)[0] ?? "").includes(";") ? ";" : ",";
  const records: CsvRecord[] = [];
  let [fields, field, isQuoted, line, begun]: [string[], string, boolean, number, number] = [[], "", false, 1, 1];
  const endRecord = () => {
    fields.push(field);
    if (fields.some((each) => each.trim() !== "")) records.push({ line: begun, fields });
    [fields, field, begun] = [[], "", line];
  };
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charAt(at);
    if (letter === "\n") line += 1;
    if (letter === '"') {
      if (isQuoted && text[at + 1] === '"') {
        field += '"';
        at += 1;
      } else isQuoted = !isQuoted;
    } else if (isQuoted || (letter !== separator && letter !== "\n" && letter !== "\r")) field += letter;
    else if (letter === separator) {
      fields.push(field);
      field = "";
    } else if (letter === "\n") endRecord();
  }
  endRecord();
  return records;
}

/** The fields of `csvRecords`. */
export const recordsOf = (text: string): string[][] => csvRecords(text).map(({ fields }) => fields);
