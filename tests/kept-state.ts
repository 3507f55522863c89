import { sql } from "kysely";
import type { Database } from "../app/server/database.server.ts";

/** What a call that must change nothing may still touch: counters, and what the server makes for itself. */
const NOT_KEPT = ["schema_migrations", "rate_limits", "signing_keys"];

type Table = { name: string; copy: string; key: string };

/**
 * Keeps every row as it is now. `restore` puts back what was changed since and gives the number of rows it had to touch,
 * in one round trip and without firing a trigger: with 0 nothing had been changed.
 */
export async function keepState(db: Database): Promise<{ restore(): Promise<number> }> {
  const { rows: tables } = await sql<Table>`
    select format('%I.%I', n.nspname, c.relname) as name, format('kept.%I', n.nspname || '_' || c.relname) as copy,
      (select string_agg(format('%I', a.attname), ', ' order by k.place)
        from unnest(i.indkey::int[]) with ordinality k (number, place)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number) as key
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_index i on i.indrelid = c.oid and i.indisprimary
    where c.relkind = 'r' and n.nspname in ('public', 'auth') and c.relname <> all (${NOT_KEPT}::text[])`.execute(db);
  const statements = tables.map(({ name, copy, key }) => `
    delete from ${name} where (${key}) in (select ${key} from (table ${name} except table ${copy}) as added);
    get diagnostics touched = row_count;
    total := total + touched;
    insert into ${name} select * from (table ${copy} except table ${name}) as missing;
    get diagnostics touched = row_count;
    total := total + touched;`);
  await sql.raw(`
    drop schema if exists kept cascade;
    create schema kept;
    ${tables.map(({ name, copy }) => `create table ${copy} as table ${name};`).join("\n")}
    create function kept.restore() returns int language plpgsql set session_replication_role = replica as $$
    declare touched int; total int := 0;
    begin ${statements.join("\n")}
      return total;
    end $$;`).execute(db);
  return {
    async restore() {
      const { rows } = await sql<{ total: number }>`select kept.restore() as total`.execute(db);
      return rows[0]!.total;
    },
  };
}
