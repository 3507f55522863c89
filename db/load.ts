import type pg from "pg";
import { EXACT_TEXT, nameOf, quoted, type Sequence, type Table, tablesOf } from "./catalogue.ts";
import type { Applied } from "./last-release/last-release.ts";
import { applyAll, migrateJobs, withMigrationLock } from "./migrate.ts";

/** The data to load: the tables with their rows as `openSnapshot` returned them. */
export type Load = {
  migrations: Applied[];
  tables: Table[];
  sequences: Sequence[];
  rowsOf(table: Table): AsyncIterable<string>;
  /** Checks the loaded data before the commit; an error rolls everything back. */
  inspect(client: pg.Client): Promise<void>;
};

const ROWS_AT_ONCE = 500;
/** The queue's own migrations create these rows, which describe its schema. */
const isOfQueue = ({ schema, name }: Table) => schema === "graphile_worker" && name === "migrations";

/**
 * Creates the schema and rows in an empty database in one transaction. Needs no superuser. Sessions are ended, since they may have been
 * revoked after the backup, and jobs are unlocked. Throws a one-line error when the database is not empty, or the data does not belong to
 * this app.
 */
export async function loadDatabase(databaseUrl: string, load: Load): Promise<void> {
  await withMigrationLock(databaseUrl, async (client) => {
    await mustBeEmpty(client);
    await migrateJobs(databaseUrl);
    await client.query(EXACT_TEXT);
    await client.query("begin");
    try {
      await applyAll(client, load.migrations);
      await mustFit(await tablesOf(client), load.tables);
      const tables = load.tables.filter((table) => !isOfQueue(table));
      const restoreStatements = await suspendConstraints(client);
      await client.query(`truncate ${tables.map(nameOf).join(", ")}`);
      for (const table of tables) await insertRows(client, table, load.rowsOf(table));
      for (const { schema, name, last_value } of load.sequences) {
        if (last_value) await client.query("select setval($1::regclass, $2)", [nameOf({ schema, name }), last_value]);
      }
      await client.query(
        "update auth.sessions set ended_at = greatest(now(), refreshed_at), end_reason = 'signed_out' where ended_at is null",
      );
      await client.query(
        "update graphile_worker._private_jobs set locked_at = null, locked_by = null where locked_at is not null",
      );
      await client.query(
        "update graphile_worker._private_job_queues set locked_at = null, locked_by = null where locked_at is not null",
      );
      for (const statement of restoreStatements) await client.query(statement);
      await load.inspect(client);
      await client.query("commit");
    } catch (error) {
      await client.query("rollback").catch(() => undefined);
      throw error;
    }
    await client.query("analyze");
  });
}

async function mustBeEmpty(client: pg.Client): Promise<void> {
  const tables = (await tablesOf(client)).filter(({ schema }) => schema !== "graphile_worker");
  if (tables.length > 0)
    throw new Error(`the database is not empty: it has a table ${tables[0]?.schema}.${tables[0]?.name}`);
}

async function mustFit(current: Table[], expected: Table[]): Promise<void> {
  for (const table of expected) {
    const match = current.find(({ schema, name }) => schema === table.schema && name === table.name);
    if (match?.columns.join() === table.columns.join()) continue;
    throw new Error(
      `the backup's table ${table.schema}.${table.name} is another than this program's: restore it with the program that made it`,
    );
  }
}

/** Drops foreign keys and disables triggers; returns the statements that restore them. */
async function suspendConstraints(client: pg.Client): Promise<string[]> {
  const { rows: keys } = await client.query<{ table: string; name: string; says: string }>(
    `select format('%I.%I', n.nspname, t.relname) as table, c.conname as name, pg_get_constraintdef(c.oid) as says
    from pg_constraint c join pg_class t on t.oid = c.conrelid join pg_namespace n on n.oid = t.relnamespace
    where c.contype = 'f' and n.nspname in ('public', 'auth', 'graphile_worker')`,
  );
  const { rows: triggers } = await client.query<{ table: string; name: string; fires: string }>(
    `select format('%I.%I', n.nspname, t.relname) as table, g.tgname as name,
      case g.tgenabled when 'A' then 'enable always' when 'R' then 'enable replica' else 'enable' end as fires
    from pg_trigger g join pg_class t on t.oid = g.tgrelid join pg_namespace n on n.oid = t.relnamespace
    where not g.tgisinternal and g.tgenabled <> 'D' and n.nspname in ('public', 'auth', 'graphile_worker')`,
  );
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${quoted(name)}`);
  for (const { table, name } of triggers) await client.query(`alter table ${table} disable trigger ${quoted(name)}`);
  return [
    ...keys.map(({ table, name, says }) => `alter table ${table} add constraint ${quoted(name)} ${says}`),
    ...triggers.map(({ table, name, fires }) => `alter table ${table} ${fires} trigger ${quoted(name)}`),
  ];
}

async function insertRows(client: pg.Client, table: Table, rows: AsyncIterable<string>): Promise<void> {
  const type = nameOf(table);
  const columns = table.columns.map(quoted);
  const statement = `insert into ${type} (${columns.join(", ")}) overriding system value
    select ${columns.map((column) => `(whole).${column}`).join(", ")}
    from (select given::${type} as whole from unnest($1::text[]) given offset 0) read`;
  let batch: string[] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < ROWS_AT_ONCE) continue;
    await client.query(statement, [batch]);
    batch = [];
  }
  if (batch.length > 0) await client.query(statement, [batch]);
}
