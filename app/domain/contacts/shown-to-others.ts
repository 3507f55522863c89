/** The columns of texts that people write about themselves or others for everybody to read, by their names in answers. */
const SHOWN_TO_OTHERS: readonly string[] = [
  "name",
  "specialty",
  "price_range",
  "location_city",
  "bio",
  "plans",
  "comment",
  "reply",
  "patient_name",
  "other_name",
  "viewer_name",
];

/** A row as others read it: contact data in its texts are masked, those of a profile, coverage or review. */
export function shownToOthers<Row extends object>({ masked }: { masked: (text: string) => string }, row: Row): Row {
  const shown = (column: string, value: unknown) =>
    typeof value === "string" && SHOWN_TO_OTHERS.includes(column) ? masked(value) : value;
  return Object.fromEntries(Object.entries(row).map(([column, value]) => [column, shown(column, value)])) as Row;
}
