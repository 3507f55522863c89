import { cut } from "../../shared/text/cut.ts";

/** The most characters of a description in a list. The whole text is opened, and each opening is noted. */
const EXCERPT_MAX = 280;

/** A case of a list with the beginning of its description, as its reader may see it. */
export function excerpted<Row extends { description: string | null }>(row: Row): Row {
  const { description } = row;
  if (description === null || description.length <= EXCERPT_MAX) return row;
  const start = cut(description, EXCERPT_MAX);
  // Between words where there are any, and not inside an emoji.
  const end = start.search(/\s\S*$/u);
  return { ...row, description: `${end > EXCERPT_MAX / 2 ? start.slice(0, end) : start}…` };
}
