import { cp, rm } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import type { Database } from "../../app/platform/database/database.server.ts";

/**
 * Tables that a call without effect may still change: counters, the server's own state, and audit logs
 * of accounts and study views, which cannot be undone.
 */
const NOT_KEPT = [
  "schema_migrations",
  "rate_limits",
  "signing_keys",
  "audit_events",
  "audit_chain",
  "audit_head",
  "audit_reasons",
  "study_views",
];

type Table = { name: string; copy: string; key: string; columns: string };

/** Waits, ten seconds at most, until no send job is left. */
async function messagesSent(db: Database) {
  for (let turn = 0; turn < 200; turn += 1) {
    const { rows } = await sql`select from graphile_worker.jobs where task_identifier = 'send_message' limit 1`.execute(
      db,
    );
    if (rows.length === 0) return;
    await wait(50);
  }
}

/**
 * Saves every row and every file of the folder. `restore` reverts later changes in one round trip
 * without firing triggers, restores deleted files, and returns the number of rows it touched: 0 means nothing had
 * changed. The job queue is not reverted: each job names a row, and one without its row does nothing.
 */
export async function keepState(db: Database, folder: string): Promise<{ restore(): Promise<number> }> {
  await messagesSent(db);
  const { rows: tables } = await sql<Table>`
    select format('%I.%I', n.nspname, c.relname) as name, format('kept.%I', n.nspname || '_' || c.relname) as copy,
      (select string_agg(format('%I', a.attname), ', ' order by k.place)
        from unnest(i.indkey::int[]) with ordinality k (number, place)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number) as key,
      (select string_agg(format('%I', a.attname), ', ' order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_index i on i.indrelid = c.oid and i.indisprimary
    where c.relkind = 'r' and n.nspname in ('public', 'auth') and c.relname <> all (${NOT_KEPT}::text[])`.execute(db);
  const statements = tables.map(
    ({ name, copy, key, columns }) => `
    delete from ${name} where (${key}) in (select ${key} from (table ${name} except table ${copy}) as added);
    get diagnostics touched = row_count;
    total := total + touched;
    insert into ${name} (${columns}) overriding system value select ${columns} from (table ${copy} except table ${name}) as missing;
    get diagnostics touched = row_count;
    total := total + touched;`,
  );
  await sql
    .raw(
      `
    drop schema if exists kept cascade;
    create schema kept;
    ${tables.map(({ name, copy }) => `create table ${copy} as table ${name};`).join("\n")}
    create function kept.restore() returns int language plpgsql set session_replication_role = replica as $$
    #variable_conflict use_column
    declare touched int; total int := 0;
    begin ${statements.join("\n")}
      return total;
    end $$;`,
    )
    .execute(db);
  const keptFolder = `${folder}-kept`;
  await rm(keptFolder, { recursive: true, force: true });
  await cp(folder, keptFolder, { recursive: true });
  return {
    async restore() {
      const { rows } = await sql<{ total: number }>`select kept.restore() as total`.execute(db);
      const { total } = rows[0]!;
      if (total > 0) await cp(keptFolder, folder, { recursive: true });
      return total;
    },
  };
}
