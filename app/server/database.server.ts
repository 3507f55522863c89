import { Kysely, PostgresDialect, sql, type Transaction } from "kysely";
import pg from "pg";
import type { DB } from "../../db/types.ts";

export type Database = Kysely<DB>;
export type Tx = Transaction<DB>;

// Dates stay the text that PostgreSQL writes (yyyy-mm-dd): a day has no time zone.
const DATE_OID = 1082;
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: "text" | "binary") =>
    oid === DATE_OID ? (text: string) => text : pg.types.getTypeParser(oid, format)) as pg.CustomTypesConfig["getTypeParser"],
};

/** Opens a pool of at most `max` connections to a PostgreSQL URL; connects lazily. */
export function openDatabase(url: string, options: { max: number; onError(error: Error): unknown }): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max,
    types,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 30_000,
  });
  pool.on("error", options.onError);
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
}

/** Runs `work` in one transaction in which the database knows who asks (`viewer_id()`). */
export function asViewer<T>(db: Database, viewerId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (tx) => {
    await sql`select set_config('kinexo.viewer', ${viewerId}, true)`.execute(tx);
    return work(tx);
  });
}
