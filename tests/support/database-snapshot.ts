import { copyFileSync, cpSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { keepDirectory } from "../../app/domain/directory/copy.server.ts";
import type { Database } from "../../app/platform/database/database.server.ts";

/**
 * Tables that a call without effect may still change: counters, the server's own state, and audit logs
 * of accounts and study views, which cannot be undone.
 */
const IGNORED = [
  "schema_migrations",
  "chores",
  "rate_limits",
  "signing_keys",
  "audit_events",
  "audit_chain",
  "audit_head",
  "audit_reasons",
  "study_views",
  "case_openings",
  "measure_views",
  "directory_showings",
];

/** SQLSTATE of a transaction that lost a deadlock and was rolled back. */
const DEADLOCK = "40P01";

export type KeptState = { restore(): Promise<string>; differences(): Promise<string> };
type Table = { name: string; copy: string; key: string; columns: string };

/** Drops the pending jobs, which are deliveries and timers: their later writes are no effect of the call under test. */
const dropJobs = (db: Database) =>
  sql`delete from graphile_worker._private_jobs where id in (
    select j.id from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier <> 'send_message' and j.locked_at is null for update of j skip locked)`.execute(db);

/** A message that waits for the end of quiet hours is sent long after the call under test. */
const noJobs = sql<{
  done: boolean;
}>`select not exists (select from graphile_worker.jobs where run_at <= now()) as done`;
const noJobRuns = sql<{ done: boolean }>`select not exists (select from graphile_worker.jobs
  where locked_at is not null and task_identifier <> 'send_message') as done`;

/** Drops pending jobs until the query says that the jobs are done; waits ten seconds at most. */
async function jobsDone(db: Database, isDone: typeof noJobs) {
  for (let turn = 0; turn < 1_000; turn += 1) {
    await dropJobs(db);
    const { rows } = await isDone.execute(db);
    if (rows[0]!.done) return;
    await wait(10);
  }
}

/** Copies back the files of `saved` that are missing in `folder`, or have another size there. */
function restoreFiles(saved: string, folder: string) {
  for (const entry of readdirSync(saved, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const from = join(entry.parentPath, entry.name);
    const to = folder + from.slice(saved.length);
    if (statSync(to, { throwIfNoEntry: false })?.size === statSync(from).size) continue;
    mkdirSync(dirname(to), { recursive: true });
    copyFileSync(from, to);
  }
}

/**
 * Saves every row and every file of the folder. `restore` reverts later changes in one round trip
 * without firing triggers, restores deleted files, and returns the tables whose rows it touched: "" means nothing had
 * changed. Triggers note the tables that statements write to, so that only those are compared. The job queue is not reverted:
 * each job names a row, and one without its row does nothing. `differences` are the rows that differ from the saved ones, as text.
 */
export async function keepState(db: Database, folder: string): Promise<KeptState> {
  await jobsDone(db, noJobs);
  // Otherwise a node would write the directory's due recomputations at its next read.
  await keepDirectory(db);
  const { rows: tables } = await sql<Table>`
    select format('%I.%I', n.nspname, c.relname) as name, format('kept.%I', n.nspname || '_' || c.relname) as copy,
      (select string_agg(format('%I', a.attname), ', ' order by k.place)
        from unnest(i.indkey::int[]) with ordinality k (number, place)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number) as key,
      (select string_agg(format('%I', a.attname), ', ' order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_index i on i.indrelid = c.oid and i.indisprimary
    where c.relkind = 'r' and n.nspname in ('public', 'auth') and c.relname <> all (${IGNORED}::text[])`.execute(db);
  const branches = tables.map(
    ({ name, copy, key, columns }) => `
    when '${name}' then
      delete from ${name} where (${key}) in (select ${key} from (table ${name} except table ${copy}) as added);
      get diagnostics touched = row_count;
      total := total + touched;
      insert into ${name} (${columns}) overriding system value select ${columns} from (table ${copy} except table ${name}) as missing;`,
  );
  await sql
    .raw(
      `
    drop schema if exists kept cascade;
    create schema kept;
    create unlogged table kept.touched (name text);
    create function kept.touch() returns trigger language plpgsql as $$
    begin
      if current_setting('kept.restoring', true) is distinct from 'on' then insert into kept.touched values (tg_argv[0]); end if;
      return null;
    end $$;
    ${tables
      .map(
        ({ name, copy }) => `
    create table ${copy} as table ${name};
    create trigger kept_touch after insert or update or delete or truncate on ${name} for each statement execute function kept.touch('${name}');
    alter table ${name} enable always trigger kept_touch;`,
      )
      .join("\n")}
    create function kept.restore() returns text language plpgsql set session_replication_role = replica set kept.restoring = 'on' as $$
    #variable_conflict use_column
    declare touched int; total int; restored text := ''; changed text;
    begin
      for changed in with noted as (delete from kept.touched returning name) select distinct name from noted loop
        total := 0;
        case changed ${branches.join("\n")}
        end case;
        get diagnostics touched = row_count;
        total := total + touched;
        if total > 0 then restored := restored || changed || ' (' || total || ') '; end if;
      end loop;
      return restored;
    end $$;
    create function kept.differences() returns text language plpgsql as $$
    declare changed text; copy text; rows text; total text := '';
    begin
      for changed in select distinct name from kept.touched order by name loop
        copy := 'kept.' || replace(changed, '.', '_');
        execute format('select string_agg(r::text, e''\\n'' order by r::text) from
          ((table %s except table %s) union all (table %s except table %s)) r', changed, copy, copy, changed) into rows;
        total := total || coalesce(changed || e'\\n' || rows || e'\\n', '');
      end loop;
      return total;
    end $$;`,
    )
    .execute(db);
  const savedFolder = `${folder}-kept`;
  rmSync(savedFolder, { recursive: true, force: true });
  cpSync(folder, savedFolder, { recursive: true });
  return {
    async restore() {
      // The call's jobs would write again after the revert.
      await jobsDone(db, noJobRuns);
      const revert = () => sql<{ restored: string }>`select kept.restore() as restored`.execute(db);
      // A concurrent job locks rows in another order: retry after a lost deadlock.
      const { rows } = await revert().catch((error: unknown) => {
        if ((error as { code?: string }).code !== DEADLOCK) throw error;
        return revert();
      });
      const { restored } = rows[0]!;
      if (restored) restoreFiles(savedFolder, folder);
      return restored;
    },
    async differences() {
      await jobsDone(db, noJobs);
      const { rows } = await sql<{ differing: string }>`select kept.differences() as differing`.execute(db);
      return rows[0]!.differing;
    },
  };
}
