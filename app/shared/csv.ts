/** The records of a CSV, separated by semicolons where its first line has any, else by commas; a field between quotes may hold separators, line ends and doubled quotes. Empty lines are left out. */
export function recordsOf(text: string): string[][] {
  const separator = (text.split("\n", 1)[0] ?? "").includes(";") ? ";" : ",";
  const records: string[][] = [];
  let [record, field, isQuoted]: [string[], string, boolean] = [[], "", false];
  const endRecord = () => {
    record.push(field);
    if (record.some((each) => each.trim() !== "")) records.push(record);
    [record, field] = [[], ""];
  };
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charAt(at);
    if (letter === '"') {
      if (isQuoted && text[at + 1] === '"') {
        field += '"';
        at += 1;
      } else isQuoted = !isQuoted;
    } else if (isQuoted || (letter !== separator && letter !== "\n" && letter !== "\r")) field += letter;
    else if (letter === separator) {
      record.push(field);
      field = "";
    } else if (letter === "\n") endRecord();
  }
  endRecord();
  return records;
}
