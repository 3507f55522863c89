// @module-tag operations/full
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { expect, test } from "vitest";
import { applyAll, migrate } from "../../db/migrate.ts";
import { createDatabase } from "../support/database.ts";
import { isFull } from "../support/full.ts";

const ROWS = isFull ? 20_000 : 5_000;
const LONGEST_WAIT_MS = 2_000;
const TABLES = ["profiles", "cases", "user_roles", "reports", "deletions", "auth.audit_events"];
const REBUILT = ["profiles_name_idx", "profiles_unknown_place_idx"];

/** A database in the state before the migration `before`, with `rows` people and cases. */
async function openOlder(rows: number, before = "0032") {
  const database = await createDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows: all } = await client.query<{ name: string; checksum: string }>(
    "select name, checksum from schema_migrations",
  );
  // The job queue has migrations of its own.
  await client.query("drop schema public, auth cascade; create schema public");
  const older = all.filter(({ name }) => name < before);
  await applyAll(client, older);
  for (const { name, checksum } of older)
    await client.query("insert into schema_migrations (name, checksum) values ($1, $2)", [name, checksum]);
  await client.query(`
    set session_replication_role = replica;
    insert into auth.users (id, email) select uuid_v7(), 'p' || n || '@example.com' from generate_series(1, ${rows}) n;
    insert into profiles (id, email, name, approval_status, location_city, specialty)
      select id, email, 'Núñez ' || email, 'approved', 'Cerca de ' || email, 'Lo que venga ' || email from auth.users;
    insert into user_roles (user_id, role) select id, 'patient' from auth.users;
    insert into cases (patient_id, title, description, location_city, injury_area)
      select id, 'Caso', 'Caso', 'Cerca de ' || email, 'Toda la espalda de ' || email from auth.users;
    insert into auth.audit_events (event) select 'signed_in' from generate_series(1, 100);
    reset session_replication_role`);
  const close = async () => {
    await client.end();
    await database.drop();
  };
  return { url: database.url, client, close };
}

async function connect(url: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

test(
  "readers are answered while the migrations run on many rows, and every index is built anew and valid",
  { timeout: 120_000 },
  async () => {
    const { url, client, close } = await openOlder(ROWS);
    const reader = await connect(url);
    try {
      // An aborted index build leaves the name taken.
      await client.query("create index profiles_name_idx on profiles (id)");
      await reader.query(`set lock_timeout = ${LONGEST_WAIT_MS}`);
      let isOver = false;
      let reads = 0;
      const reading = (async () => {
        for (; !isOver; reads += 1) for (const table of TABLES) await reader.query(`select from ${table} limit 1`);
      })();
      const migrating = migrate(url);
      await Promise.race([reading, migrating]);
      const { applied } = await migrating;
      isOver = true;
      await reading;
      expect(applied).toContain("0058_rules_hold_for_the_rows_of_before");
      expect(reads).toBeGreaterThan(0);
      const { rows: broken } = await client.query("select from pg_index where not indisvalid");
      expect(broken).toEqual([]);
      const { rows: unchecked } = await client.query("select conname from pg_constraint where not convalidated");
      expect(unchecked).toEqual([]);
      const { rows: built } = await client.query<{ name: string; says: string }>(
        "select indexname as name, indexdef as says from pg_indexes where indexname = any($1) order by indexname",
        [REBUILT],
      );
      expect(built.map(({ says }) => /name_key|vocabulary_key/.test(says))).toEqual([true, true]);
      const { rows: unnamed } = await client.query("select from user_roles where name_key not like 'nunez %'");
      expect(unnamed).toEqual([]);
    } finally {
      await reader.end();
      await close();
    }
  },
);

test(
  "a migration that waits for a long reader gives way to the others, and is applied after it",
  { tags: "operations/short" },
  async () => {
    const { url, client, close } = await openOlder(10);
    const [long, short] = [await connect(url), await connect(url)];
    try {
      await long.query("begin; select from profiles");
      const migrating = migrate(url);
      let isWaiting = false;
      while (!isWaiting) {
        const { rowCount } = await client.query(
          "select from pg_locks where relation = 'profiles'::regclass and mode = 'AccessExclusiveLock' and not granted",
        );
        isWaiting = rowCount === 1;
      }
      // It waits behind the migration, which waits for the long reader.
      await short.query("set lock_timeout = '20s'");
      await short.query("select from profiles");
      await long.query("commit");
      expect((await migrating).applied).toContain("0032_places_specialties_and_zones_have_names");
    } finally {
      await long.end();
      await short.end();
      await close();
    }
  },
);

test("a migration that is chosen to end a deadlock is applied after it", async () => {
  const { url, client, close } = await openOlder(10);
  try {
    // Aborts the first change of a table as PostgreSQL aborts one transaction of a deadlock; a sequence survives the rollback.
    await client.query(`
      create sequence tries;
      create function breaks_off_once() returns event_trigger language plpgsql as $$
      begin
        if nextval('tries') = 1 then raise exception using errcode = 'deadlock_detected'; end if;
      end $$;
      create event trigger breaks_off_once on ddl_command_start when tag in ('ALTER TABLE') execute function breaks_off_once()`);
    expect((await migrate(url)).applied).toContain("0032_places_specialties_and_zones_have_names");
  } finally {
    await close();
  }
});

test.each([
  ["0100", "0123", 23],
  ["0130", "0140", 10],
  ["0150", "0160", 10],
  ["0170", "0190", 13],
])("no migration from %s to %s holds two tables against their writers at once", async (from, until, count) => {
  const { client, close } = await openOlder(10, from);
  try {
    const folder = join(import.meta.dirname, "../../db/migrations");
    const names = readdirSync(folder).filter((name) => name >= from && name < until);
    expect(names).toHaveLength(count);
    await client.query(
      "create temp table there as select oid from pg_class where relkind = 'r' and relnamespace::regnamespace::text in ('public', 'auth')",
    );
    for (const name of names) {
      await client.query("begin");
      await client.query(readFileSync(join(folder, name), "utf8"));
      const { rows } = await client.query(`select distinct relation::regclass from pg_locks join there on oid = relation
        where pid = pg_backend_pid() and mode in ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')`);
      expect(rows.length, `${name} holds ${JSON.stringify(rows)}`).toBeLessThanOrEqual(1);
      await client.query("commit");
    }
  } finally {
    await close();
  }
});

test("cases of before are counted while one is being deleted, and the old ones are not told as new", async () => {
  const ROWS_OF_BEFORE = 450;
  const { url, client, close } = await openOlder(ROWS_OF_BEFORE, "0123");
  const leaving = await connect(url);
  try {
    await client.query(`set session_replication_role = replica;
      update cases set created_at = now() - interval '3 days' where id <> (select id from cases order by id desc limit 1);
      reset session_replication_role`);
    await leaving.query("begin; delete from cases where id = (select id from cases order by id offset 10 limit 1)");
    const migrating = migrate(url);
    const counted = async () => (await client.query("select from case_places")).rowCount;
    for (let tries = 0; (await counted()) !== ROWS_OF_BEFORE - 1; tries += 1) {
      expect(tries).toBeLessThan(200);
      await wait(100);
    }
    // A concurrent write does not wait.
    await client.query(
      "set lock_timeout = '2s'; update cases set dormant_at = now() where id = (select min(id::text)::uuid from cases)",
    );
    await leaving.query("commit");
    expect((await migrating).applied).toContain("0123_cases_of_before_are_counted");
    const { rows: levels } = await client.query(
      "select ring, quiet_told_at is not null as quiet, operator_told_at is not null as operator, count(*)::int from case_levels group by 1, 2, 3",
    );
    expect(levels).toEqual([{ ring: 4, quiet: true, operator: true, count: ROWS_OF_BEFORE - 2 }]);
    const { rowCount: jobs } = await client.query("select from graphile_worker.jobs where key like 'case_level:%'");
    expect(jobs).toBe(ROWS_OF_BEFORE - 1);
    const { rows: waiting } = await client.query("select sum(waiting)::int as waiting from zone_counts");
    expect(waiting).toEqual([{ waiting: ROWS_OF_BEFORE - 2 }]);
  } finally {
    await leaving.end();
    await close();
  }
});
