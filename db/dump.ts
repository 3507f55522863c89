import pg from "pg";
import type { Applied } from "./last-release/last-release.ts";
import { EXACT_TEXT, nameOf, type Sequence, sequencesOf, type Table, tablesOf } from "./catalogue.ts";

/** A consistent snapshot of all rows, unaffected by concurrent writes. */
export type Snapshot = {
  at: string;
  migrations: Applied[];
  tables: Table[];
  /** The rows of a table, each as PostgreSQL's text of the whole row. */
  rowsOf(table: Table): AsyncGenerator<string>;
  /** Read last, so that no row holds a number above its sequence's value. */
  sequences(): Promise<Sequence[]>;
  close(): Promise<void>;
};

const ROWS_AT_ONCE = 500;

/** Opens a snapshot of a database. Throws when the database does not belong to this app. */
export async function openSnapshot(databaseUrl: string): Promise<Snapshot> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query(EXACT_TEXT);
    await client.query("begin isolation level repeatable read, read only");
    const {
      rows: [now],
    } = await client.query<{ at: Date }>("select now() as at");
    const { rows: migrations } = await client.query<Applied>(
      "select name, checksum from public.schema_migrations order by name",
    );
    return {
      at: now?.at.toISOString() ?? "",
      migrations,
      tables: await tablesOf(client),
      rowsOf: (table) => rowsOf(client, table),
      sequences: () => sequencesOf(client),
      close: () => client.end(),
    };
  } catch (error) {
    await client.end();
    if ((error as { code?: string }).code === "42P01") throw new Error("the database is none of this program's");
    throw error;
  }
}

async function* rowsOf(client: pg.Client, table: Table): AsyncGenerator<string> {
  await client.query(
    `declare reading no scroll cursor for select whole_row::text as row from only ${nameOf(table)} whole_row`,
  );
  for (;;) {
    const { rows } = await client.query<{ row: string }>(`fetch ${ROWS_AT_ONCE} from reading`);
    for (const { row } of rows) yield row;
    if (rows.length < ROWS_AT_ONCE) break;
  }
  await client.query("close reading");
}
