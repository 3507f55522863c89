import { sql } from "kysely";
import type { WordKind } from "./vocabulary.ts";

/** The columns of free text, and the kind of word in each. */
export const TEXT_COLUMNS: readonly TextColumn[] = [
  { table: "profiles", column: "location_city", kind: "place" },
  { table: "cases", column: "location_city", kind: "place" },
  { table: "profiles", column: "specialty", kind: "specialty" },
  { table: "cases", column: "injury_area", kind: "zone" },
];

export type TextColumn = { table: "profiles" | "cases"; column: string; kind: WordKind };

/** A column of free text in statements. `isUnlinked` is the condition of the index that is read. */
export const partsOf = ({ table, column, kind }: TextColumn) => ({
  rows: sql.table(table),
  column: sql.ref(column),
  slug: sql.ref(`${kind}_slug`),
  key: sql<string>`vocabulary_key(${sql.ref(column)})`,
  isUnlinked: sql<boolean>`${sql.ref(`${kind}_slug`)} is null and ${sql.ref(column)} is not null`,
});

type Walk = { where: ReturnType<typeof sql<boolean>>; after: string | null; most: number };

/** The first part of a statement: `walk` has at most `most` keys of a column after one, in order and each once, by one look into its index for each. */
export function walkOf(of: TextColumn, { where, after, most }: Walk) {
  const { rows, key } = partsOf(of);
  return sql`with recursive walk (key, place) as (
    select (select min(${key}) from ${rows} where ${where}${after === null ? sql`` : sql` and ${key} > ${after}`}), 1
    union all
    select (select min(${key}) from ${rows} where ${where} and ${key} > w.key), w.place + 1
      from walk w where w.key is not null and w.place < ${most}::int
  )`;
}
