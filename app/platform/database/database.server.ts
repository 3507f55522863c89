import { Kysely, type LogEvent, PostgresDialect, sql, type Transaction } from "kysely";
import pg from "pg";
import type { DB } from "../../../db/types.ts";
import { prepared } from "./prepared-statements.server.ts";
import { failFastPool } from "./fail-fast-pool.server.ts";
import { retryingPool } from "./retrying-pool.server.ts";

export type Database = Kysely<DB>;
export type Tx = Transaction<DB>;

const [DATE_OID, TIME_OID] = [1082, 1184];
const parsers = new Map<number, (text: string) => unknown>([
  // Dates stay text as PostgreSQL writes them (yyyy-mm-dd): a day has no time zone.
  [DATE_OID, (text) => text],
  [TIME_OID, timeOf],
]);
/** How values of PostgreSQL become values of the program, in every pool whose results the program reads. */
export const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: "text" | "binary") =>
    parsers.get(oid) ?? pg.types.getTypeParser(oid, format)) as pg.CustomTypesConfig["getTypeParser"],
};

/** The end of the milliseconds in `yyyy-mm-dd hh:mm:ss.ffffff+00`. */
const MILLISECONDS_END = 23;
const parseTime = pg.types.getTypeParser(TIME_OID);

/** Parses a timestamp. Nearly all are in UTC with a four-digit year: the engine parses these in half the time that the driver takes. */
function timeOf(text: string): unknown {
  if (text[10] !== " " || !text.endsWith("+00")) return parseTime(text);
  return new Date(`${text.slice(0, 10)}T${text.slice(11, Math.min(MILLISECONDS_END, text.length - 3))}Z`);
}

/** The connections of a pool, how many of them are idle, and how many requests wait for one. */
export type PoolFigures = { total: number; idle: number; waiting: number };

type DatabaseOptions = {
  max: number;
  /** Whether the URL is a pooler's, which lends a connection for one transaction only and supports no session settings. */
  isPooled?: boolean;
  onError(error: Error): unknown;
  /**
   * Called after each commit of a write. It must wake the readers of live events, since the database then does not: NOTIFY in a transaction
   * makes all commits wait for each other.
   */
  onWrite?: () => void;
  /** Called after each statement. */
  onQuery?: ((event: LogEvent) => void) | undefined;
};

/** A pool: its query builder and its figures. `db.destroy()` closes it. */
type OpenedDatabase = { db: Database; pool: () => PoolFigures };

/** Opens a pool of at most `max` connections to a PostgreSQL URL; connects lazily. `isDatabaseAway` recognises its errors. */
export function openDatabase(url: string, options: DatabaseOptions): OpenedDatabase {
  const isPooled = options.isPooled ?? false;
  const onWrite = isPooled ? undefined : options.onWrite;
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max,
    // A new connection reads the catalogue and plans each statement again, 2 to 20 ms each: at rest ten seconds, the driver's default, were that for
    // most requests of a quiet site. Networks forget a connection without a packet after some minutes.
    idleTimeoutMillis: 600_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 60_000,
    ...(onWrite && { options: "-c kinexo.wakes_readers=after_commit" }),
    types,
    // Statements that are sent together do not wait for each other's answers.
    pipeline: true,
    connectionTimeoutMillis: 5_000,
    ...(isPooled ? {} : { statement_timeout: 15_000, idle_in_transaction_session_timeout: 30_000 }),
  });
  pool.on("error", options.onError);
  // The pool does not listen to a checked-out connection; an unhandled error event would end the process.
  pool.on("connect", (client) => client.on("error", () => undefined));
  const retrying = retryingPool(failFastPool(pool, url, isPooled), { isLost: isConnectionLost, isPooled, onWrite });
  return {
    db: new Kysely<DB>({
      dialect: new PostgresDialect({ pool: retrying }),
      ...(options.onQuery && { log: options.onQuery }),
    }),
    pool: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
  };
}

// PostgreSQL's error classes: 08 connection, 25006 no longer the primary, 40 serialisation failure, 53 out of resources, 57 shutting down
// or cancelled, 55P03 lock timeout, 25P03/25P04 transaction timeouts; 26000 and 42P05 a connection that did not prepare the statement.
const PASSING_STATES = /^(08|25006|26000|40|42P05|53|57|55P03|25P0[34])/;
const LOST_STATES = /^(08|25006|26000|42P05|57P0[123])/;
const SYSTEM_CODES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
]);
const LOST_CONNECTION = /connection terminated(?! due to)|client was closed|not queryable/i;
const NO_CONNECTION =
  /timeout exceeded when trying to connect|connection terminated|cannot use a pool after|timeout expired/i;

/** Whether an error says that the database is unreachable or cannot answer now: a retry may succeed later. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as NodeJS.ErrnoException;
  // The path of a missing socket; any other missing file has nothing to do with the database.
  if (code === "ENOENT") return syscall === "connect";
  return isConnectionLost(error) || PASSING_STATES.test(code ?? "") || NO_CONNECTION.test(error.message);
}

/** Whether an error says that the connection is unusable, also because its server became read-only: another connection may work at once. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code = "" } = error as NodeJS.ErrnoException;
  return SYSTEM_CODES.has(code) || LOST_STATES.test(code) || LOST_CONNECTION.test(error.message);
}

/** Runs `work` in one transaction that identifies the caller to the database (`viewer_id()`). */
export function asViewer<T>(db: Database, viewerId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (tx) => {
    await identify.run(tx, { viewerId });
    return work(tx);
  });
}

const identify = prepared(
  "viewer of the transaction",
  (_, { viewerId }: { viewerId: string }) => sql`
    select set_config('kinexo.viewer', ${viewerId}, true)`,
  { isDeferred: true },
);
