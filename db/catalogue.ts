import type pg from "pg";

/** A table with its written columns; generated columns are left out. */
export type Table = { schema: string; name: string; columns: string[] };
export type Sequence = { schema: string; name: string; last_value: string | null };

const SCHEMAS = ["auth", "graphile_worker", "public"];

/** Session settings that format dates, intervals and numbers as text with the same meaning on every server. */
export const EXACT_TEXT = `set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set timezone = 'UTC';
  set bytea_output = 'hex'; set extra_float_digits = 1; set statement_timeout = 0`;

/** Quotes an identifier. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** The qualified name of a table, quoted. */
export const nameOf = ({ schema, name }: Pick<Table, "schema" | "name">): string => `${quoted(schema)}.${quoted(name)}`;

/**
 * The tables of the app and of its job queue, by name; without tables of extensions, and without `chores` and
 * `operator_alarms`, which describe the installation.
 */
export async function tablesOf(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select n.nspname as schema, c.relname as name, array(
        select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum
      ) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = any ($1) and c.relkind in ('r', 'p') and c.relname not in ('chores', 'operator_alarms')
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    order by n.nspname, c.relname`,
    [SCHEMAS],
  );
  return rows;
}

/** Every sequence with its last value; null when it was never used. */
export async function sequencesOf(client: pg.Client): Promise<Sequence[]> {
  const { rows } = await client.query<Sequence>(
    `select schemaname as schema, sequencename as name, last_value::text from pg_sequences
    where schemaname = any ($1) order by schemaname, sequencename`,
    [SCHEMAS],
  );
  return rows;
}
