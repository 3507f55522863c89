import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import pg from "pg";
import { inject } from "vitest";
import { startEmbedded } from "../../db/embedded.ts";
import { type Program, startProgram } from "../start/program.ts";
import { openTestAppOn, SECRET } from "../support/test-app.ts";

export type Outcome = { code: number | NodeJS.Signals; out: string; err: string };
type Env = Record<string, string>;

/** Starts one of the commands with the project's own Node. */
export function startCommand(name: "backup" | "restore" | "note-backup", args: string[], env: Env): Program {
  return startProgram({ env, command: ["node_modules/.bin/node", `app/commands/${name}.ts`, ...args] });
}

/** Runs a command to its end. */
export async function run(name: "backup" | "restore" | "note-backup", args: string[], env: Env): Promise<Outcome> {
  const program = startCommand(name, args, env);
  return { code: await program.ended, out: program.out(), err: program.err() };
}

export const restore = (archive: string, env: Env, ...more: string[]) =>
  run("restore", [archive, ...more], { SECRET, ...env });

/** Every row as text by table name, without the queue's migrations, the installation's maintenance state and how sessions ended. */
export async function everyRow(url: string): Promise<Record<string, string[]>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
      where schemaname in ('public', 'auth', 'graphile_worker')
      and (schemaname, tablename) not in (('graphile_worker', 'migrations'), ('public', 'chores')) order by 1`,
    );
    const found: Record<string, string[]> = {};
    for (const { name } of tables) {
      const row = name === "auth.sessions" ? "(to_jsonb(t) - 'ended_at' - 'end_reason')::text" : "t::text";
      const { rows } = await client.query<{ row: string }>(`select ${row} as row from ${name} t order by 1`);
      found[name] = rows.map((each) => each.row);
    }
    return found;
  } finally {
    await client.end();
  }
}

/** A database's keys, checks, triggers with their firing mode, and sequence positions. */
export async function everyRule(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ rule: string }>(
      `select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid, true) as rule from pg_constraint
        where conrelid > 0 and connamespace::regnamespace::text in ('public', 'auth', 'graphile_worker') and contype <> 'n'
      -- Not every version has constraints of these.
      union all select attrelid::regclass || ' ' || attname || ' is not null' from pg_attribute join pg_class on pg_class.oid = attrelid
        where attnotnull and attnum > 0 and relkind = 'r' and relnamespace::regnamespace::text in ('public', 'auth', 'graphile_worker')
      union all select tgrelid::regclass || ' ' || tgenabled::text || ' ' || pg_get_triggerdef(oid, true) from pg_trigger where not tgisinternal
      union all select schemaname || '.' || sequencename || ' ' || coalesce(last_value, 0) from pg_sequences
      order by 1`,
    );
    return rows.map(({ rule }) => rule);
  } finally {
    await client.end();
  }
}

/** Every file under a folder, by relative path, with its content. */
export function everyFile(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const files = entries.map((entry) => join(entry.parentPath, entry.name)).toSorted();
  return Object.fromEntries(files.map((file) => [relative(folder, file), readFileSync(file).toString("base64")]));
}

/** An empty database, without the program's tables. */
export async function emptyDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `restored_${Math.random().toString(36).slice(2)}`;
  const ask = async (statement: string) => {
    const client = new pg.Client({ connectionString: inject("databaseUrl") });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  await ask(`create database ${name}`);
  const url = Object.assign(new URL(inject("databaseUrl")), { pathname: `/${name}` }).href;
  return { url, drop: () => ask(`drop database if exists ${name} with (force)`) };
}

/** The server on its own data folder, with its embedded database. */
export async function openRestored(dataDir: string) {
  const database = await startEmbedded({ dataDir, durable: false, log: () => undefined });
  const testApp = await openTestAppOn({ url: database.url, drop: () => database.stop() }, { dataDir });
  return testApp;
}
