import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import pg from "pg";
import { type Applied, LAST_RELEASE, lastReleaseMigrations, lastReleaseSchema } from "./last-release/last-release.ts";
import { readFiles } from "./schema-files.ts";

const FOLDER = join(import.meta.dirname, "migrations");
const LOCK = 5_141_966_021;
const OLDEST_SERVER = 150_000;
// The app's modules load meanwhile; on a busy machine that takes longer than any server's answer.
const LONGEST_CONNECT_MS = 30_000;
const POOLER = "DATABASE_URL leads to a pooler: set DATABASE_DIRECT_URL to the database itself too (or correct it)";
const MIGRATIONS_TABLE = `create table if not exists public.schema_migrations (
  name text primary key, checksum text not null, applied_at timestamptz not null default now())`;

/** The first line of a migration that runs without a transaction: PostgreSQL builds an index beside writers only outside one. */
const ALONE = "-- Each statement alone\n";
/** While a migration waits for a lock, later statements queue behind it: it gives up after this time and tries again. */
const LONGEST_LOCK_MS = 1_000;
const RETRY_MS = 1_000;
const MOST_TRIES = 60;
const POLL_MS = 100;
/** The SQLSTATEs of a lock timeout and of a deadlock. */
const RETRYABLE = ["55P03", "40P01"];

type Migration = Applied & { sql: string };

/**
 * Brings a database to this version of the app, one process at a time: a new one is created from db/schema in one transaction; an existing one
 * gets the migrations that it lacks, each in its own transaction, or each of its statements alone. Throws a one-line error: no connection, a
 * database newer than the app or older than the last release, a changed migration, or a lock that is never free. `folder` has the migrations since
 * the last release.
 */
export async function migrate(databaseUrl: string, folder = FOLDER): Promise<{ applied: string[] }> {
  return withMigrationLock(databaseUrl, async (client) => {
    // Migrations add jobs.
    await migrateJobs(databaseUrl);
    return { applied: await applyPending(client, folder) };
  });
}

/** Connects and takes the migration lock, so that no other process changes the schema meanwhile. Throws a one-line error. */
export async function withMigrationLock<T>(databaseUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: LONGEST_CONNECT_MS });
  client.on("error", () => undefined);
  await client.connect().catch((error: unknown) => {
    throw new Error(explain(error, databaseUrl));
  });
  try {
    const { rows } = await client.query<{ version: number; pid: number }>(
      "select current_setting('server_version_num')::int as version, pg_backend_pid() as pid",
    );
    if ((rows[0]?.version ?? 0) < OLDEST_SERVER) throw new Error("DATABASE_URL leads to a PostgreSQL older than 15");
    // Behind a pooler the lock would stay with a connection that serves other clients.
    if (rows[0]?.pid !== (client as pg.Client & { processID: number | null }).processID) throw new Error(POOLER);
    await takeLock(client);
    return await work(client);
  } finally {
    await client.end();
  }
}

// Polls: a waiting statement holds a snapshot, for which the holder's CREATE INDEX CONCURRENTLY would wait in turn.
async function takeLock(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ got: boolean }>("select pg_try_advisory_lock($1) as got", [LOCK]);
    if (rows[0]?.got) return;
    await setTimeout(POLL_MS);
  }
}

/** Every migration of this program and of the last release, in order. */
export const allMigrations = (folder = FOLDER): Applied[] => [...lastReleaseMigrations(), ...readMigrations(folder)];

/** Creates the schema as it was after the `wanted` migrations, in the caller's transaction. Throws as `migrate` does. */
export async function applyAll(client: pg.Client, wanted: Applied[]): Promise<void> {
  const migrations = checkKnown(wanted, FOLDER);
  await client.query(MIGRATIONS_TABLE);
  await runSchema(client, lastReleaseSchema());
  for (const { sql } of migrations.filter(({ name }) => wanted.some((entry) => entry.name === name)))
    await client.query(sql.startsWith(ALONE) ? sql.replaceAll(" concurrently ", " ") : sql);
}

/** Notes that a database has these migrations. */
export async function noteApplied(client: pg.Client, applied: Applied[]): Promise<void> {
  await client.query(
    "insert into public.schema_migrations (name, checksum) select * from unnest($1::text[], $2::text[])",
    [applied.map(({ name }) => name), applied.map(({ checksum }) => checksum)],
  );
}

async function applyPending(client: pg.Client, folder: string): Promise<string[]> {
  await client.query(MIGRATIONS_TABLE);
  const { rows } = await client.query<Applied>("select name, checksum from public.schema_migrations order by name");
  if (rows.length === 0) return createSchema(client);
  const pending = checkKnown(rows, folder).filter(({ name }) => !rows.some((row) => row.name === name));
  for (const migration of pending) await apply(client, migration);
  return pending.map(({ name }) => name);
}

async function createSchema(client: pg.Client): Promise<string[]> {
  const migrations = allMigrations();
  try {
    await client.query("begin");
    await runSchema(client, readFiles().join("\n"));
    await noteApplied(client, migrations);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw new Error(`The schema cannot be created: ${(error as Error).message}`);
  }
  return migrations.map(({ name }) => name);
}

/** Functions call each other and name tables of later files, so their bodies are not checked here: they were when their migration ran. */
async function runSchema(client: pg.Client, sql: string): Promise<void> {
  await client.query("set check_function_bodies = off");
  await client.query(sql);
  await client.query("reset check_function_bodies");
}

/** The app's migrations, when every applied one is known and unchanged, and all of the last release are applied. */
function checkKnown(applied: Applied[], folder: string): Migration[] {
  const known = allMigrations(folder);
  for (const row of applied) {
    const same = known.find(({ name }) => name === row.name);
    if (!same) throw new Error(`The database is newer than this program: it has ${row.name}. Start a newer version`);
    if (same.checksum !== row.checksum) throw new Error(`Migration ${row.name} was changed after it had been applied`);
  }
  const missing = lastReleaseMigrations().find(({ name }) => !applied.some((row) => row.name === name));
  if (missing)
    throw new Error(
      `The database is older than the last release: it lacks ${missing.name}. Start the program of commit ${LAST_RELEASE} on it once, then this one`,
    );
  return readMigrations(folder);
}

/** The job queue has a schema of its own, `graphile_worker`, with its own migrations. */
export async function migrateJobs(connectionString: string): Promise<void> {
  const { Logger, runMigrations } = await import("graphile-worker");
  const pool = new pg.Pool({ connectionString, max: 1 });
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  try {
    await runMigrations({ pgPool: pool, logger: new Logger(() => () => undefined) });
  } finally {
    await pool.end();
  }
}

async function apply(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  const note = () => noteApplied(client, [{ name, checksum }]);
  try {
    if (sql.startsWith(ALONE)) {
      for (const statement of sql.split(/;$/m)) await client.query(statement);
      await note();
    } else await applyInTransaction(client, sql, note);
  } catch (error) {
    throw new Error(`Migration ${name} failed: ${(error as Error).message}`);
  }
}

async function applyInTransaction(client: pg.Client, sql: string, note: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await client.query("begin");
      await client.query(`set local lock_timeout = ${LONGEST_LOCK_MS}`);
      await client.query(sql);
      await note();
      await client.query("commit");
      return;
    } catch (error) {
      await client.query("rollback").catch(() => undefined);
      const { code = "" } = error as { code?: string };
      if (!RETRYABLE.includes(code) || tries === MOST_TRIES) throw error;
      await setTimeout(RETRY_MS);
    }
  }
}

function readMigrations(folder: string): Migration[] {
  const files = readdirSync(folder).filter((file) => file.endsWith(".sql"));
  return files.toSorted().map((file) => {
    // Normalises line ends, so that the checksum does not depend on the checkout.
    const sql = readFileSync(join(folder, file), "utf8").replaceAll("\r\n", "\n");
    return { name: file.slice(0, -".sql".length), sql, checksum: createHash("sha256").update(sql).digest("hex") };
  });
}

function explain(error: unknown, databaseUrl: string): string {
  const { code, message } = error as { code?: string; message: string };
  const { hostname, port, username, pathname } = new URL(databaseUrl);
  const place = `${hostname}:${port || 5432}`;
  if (code === "28P01" || code === "28000")
    return `DATABASE_URL: ${place} refuses the user ${username} or the password`;
  if (code === "3D000") return `DATABASE_URL: there is no database ${pathname.slice(1)} at ${place}`;
  return `DATABASE_URL: no PostgreSQL answers at ${place} (${code ?? message})`;
}
