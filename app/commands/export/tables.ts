import type pg from "pg";
import { EXACT_TEXT, nameOf, quoted, tablesOf } from "../../../db/catalogue.ts";
import { LEFT_OUT, PASSWORD_COLUMN, SEALED_COLUMNS } from "./left-out.ts";

export type ExportedTable = {
  schema: string;
  name: string;
  columns: { name: string; type: string }[];
  /** The columns of the primary key; empty where one of them is not exported. */
  key: string[];
};

const ROWS_AT_ONCE = 500;

/** The exported tables of the database, by name. An enumeration is a text. */
export async function exportedTables(client: pg.Client, withPasswords: boolean): Promise<ExportedTable[]> {
  const tables: ExportedTable[] = [];
  for (const { schema, name } of await tablesOf(client)) {
    if (schema === "graphile_worker" || `${schema}.${name}` in LEFT_OUT) continue;
    const { rows } = await client.query<{ name: string; type: string; key: number | null }>(
      `select a.attname as name, array_position(k.conkey, a.attnum) as key,
        case when t.typtype = 'e' then 'text' when e.typtype = 'e' then 'text[]' else format_type(a.atttypid, a.atttypmod) end as type
      from pg_attribute a join pg_type t on t.oid = a.atttypid left join pg_type e on e.oid = t.typelem and t.typcategory = 'A'
      left join pg_constraint k on k.conrelid = a.attrelid and k.contype = 'p'
      where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum`,
      [nameOf({ schema, name })],
    );
    const isGiven = (column: string) =>
      !SEALED_COLUMNS.includes(column) && (withPasswords || column !== PASSWORD_COLUMN);
    const keys = rows.filter(({ key }) => key !== null).toSorted((a, b) => Number(a.key) - Number(b.key));
    tables.push({
      schema,
      name,
      columns: rows.filter((row) => isGiven(row.name)).map((row) => ({ name: row.name, type: row.type })),
      key: keys.every((row) => isGiven(row.name)) ? keys.map((row) => row.name) : [],
    });
  }
  return tables;
}

/** The statements that make empty tables for an export, in any PostgreSQL. */
export function schemaOf(tables: readonly ExportedTable[]): string {
  const schemas = [...new Set(tables.map(({ schema }) => schema))].map(
    (schema) => `create schema if not exists ${quoted(schema)};`,
  );
  const creates = tables.map(({ columns, key, ...table }) => {
    const lines = columns.map(({ name, type }) => `  ${quoted(name)} ${type}`);
    if (key.length > 0) lines.push(`  primary key (${key.map(quoted).join(", ")})`);
    return `create table ${nameOf(table)} (\n${lines.join(",\n")}\n);`;
  });
  return `${[...schemas, ...creates].join("\n\n")}\n`;
}

/** A table as CSV, with a header: a null is nothing, an empty text is `""`. */
export async function* csvOf(client: pg.Client, { columns, ...table }: ExportedTable): AsyncGenerator<Buffer> {
  const list = columns.map(({ name }) => `${quoted(name)}::text`).join(", ");
  yield Buffer.from(`${columns.map(({ name }) => fieldOf(name)).join(",")}\n`);
  for await (const rows of rowsOf(client, `select ${list} from ${nameOf(table)}`))
    yield Buffer.from(`${rows.map((row) => row.map(fieldOf).join(",")).join("\n")}\n`);
}

/** The rows of a query in batches, each value as PostgreSQL's text. */
export async function* rowsOf(client: pg.Client, query: string): AsyncGenerator<(string | null)[][]> {
  await client.query(EXACT_TEXT);
  await client.query(`declare exporting no scroll cursor for ${query}`);
  for (;;) {
    const { rows } = await client.query<(string | null)[]>({
      text: `fetch ${ROWS_AT_ONCE} from exporting`,
      rowMode: "array",
      types: { getTypeParser: () => String },
    });
    if (rows.length > 0) yield rows;
    if (rows.length < ROWS_AT_ONCE) break;
  }
  await client.query("close exporting");
}

const fieldOf = (value: string | null): string => (value === null ? "" : `"${value.replaceAll('"', '""')}"`);
