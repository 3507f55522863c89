import type { RawBuilder } from "kysely";

/** A section of an export: its content in one sentence for the reader, its tables, and the query of its rows by user id. */
export type Section = {
  name: string;
  about: string;
  tables: readonly string[];
  rows: (id: string) => RawBuilder<object>;
};

/** A section by its name, its sentence, its tables between spaces, and its query. */
export const section = (name: string, about: string, tables: string, rows: Section["rows"]): Section => ({
  name,
  about,
  tables: tables.split(" "),
  rows,
});
