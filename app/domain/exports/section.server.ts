import type { RawBuilder } from "kysely";
import type { Services } from "../../api/services.server.ts";
import { shownToOthers } from "../contacts/shown-to-others.ts";

/** A section of an export: its content in one sentence for the reader, its tables, and the query of its rows by user id. */
export type Section = {
  name: string;
  about: string;
  tables: readonly string[];
  rows: (id: string) => RawBuilder<object>;
  /** A row as the reader may see it. */
  shown?: ((row: object, masked: Services["masked"]) => object) | undefined;
};

/** Builds a section from its name, its sentence, its space-separated tables, its query, and a view of its rows. */
export const section = (
  name: string,
  about: string,
  tables: string,
  rows: Section["rows"],
  shown?: Section["shown"],
): Section => ({ name, about, tables: tables.split(" "), rows, shown });

/** A row with another person's name, as the screens show it. */
export const withName: Section["shown"] = (row, masked) => shownToOthers({ masked }, row);
