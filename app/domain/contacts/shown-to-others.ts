import type { Masked } from "../../shared/masked.ts";

/** The columns of what one person writes about themselves, by their names in answers: masked together. */
const OF_ONE: readonly string[] = ["name", "specialty", "price_range", "location_city", "bio"];
/** The columns of other texts that people write for everybody to read. */
const SHOWN_TO_OTHERS: readonly string[] = ["plans", "comment", "reply", "patient_name", "other_name", "viewer_name"];

/** A row as others read it: contact data in its texts are masked, those of a profile, coverage or review. */
export function shownToOthers<Row extends object>({ masked }: { masked: Masked }, row: Row): Row {
  const texts = row as Readonly<Record<string, unknown>>;
  const own = OF_ONE.filter((column) => typeof texts[column] === "string");
  const shown = masked.together(own.map((column) => texts[column] as string));
  const others = SHOWN_TO_OTHERS.filter((column) => typeof texts[column] === "string");
  return {
    ...row,
    ...Object.fromEntries(own.map((column, at) => [column, shown[at]])),
    ...Object.fromEntries(others.map((column) => [column, masked(texts[column] as string)])),
  };
}
