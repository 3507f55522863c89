// @module-tag operations/full
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { expect, test } from "vitest";
import { lastReleaseMigrations } from "../../db/last-release/last-release.ts";
import { allMigrations, migrate } from "../../db/migrate.ts";
import { makeFolder } from "../support/folder.ts";
import { isFull } from "../support/full.ts";
import { openLastRelease } from "../support/last-release.ts";

const ROWS = isFull ? 20_000 : 5_000;
const LONGEST_WAIT_MS = 2_000;
const TABLES = [
  "profiles",
  "cases",
  "user_roles",
  "matches",
  "reviews",
  "deletions",
  "auth.users",
  "auth.audit_events",
] as const;
const SINCE = allMigrations()
  .slice(lastReleaseMigrations().length)
  .map(({ name }) => name);

/** A database of the last release with `rows` people, each with a case, an application to it and a review. */
async function openOlder(rows: number) {
  const database = await openLastRelease();
  await database.client.query(`
    set session_replication_role = replica;
    insert into auth.users (id, email) select uuid_v7(), 'p' || n || '@example.com' from generate_series(1, ${rows}) n;
    insert into profiles (id, email, name, approval_status, location_city, specialty)
      select id, email, 'Núñez ' || email, 'approved', 'Cerca de ' || email, 'Lo que venga ' || email from auth.users;
    insert into user_roles (user_id, role) select id, 'patient' from auth.users;
    insert into cases (patient_id, title, description, location_city, injury_area)
      select id, 'Caso', 'Caso', 'Cerca de ' || email, 'Toda la espalda de ' || email from auth.users;
    insert into matches (case_id, kine_id) select c.id, u.id from cases c, (select id from auth.users limit 1) u;
    insert into reviews (case_id, kine_id, patient_id, stars, comment) select c.id, u.id, c.patient_id, 4, 'Bien' from cases c,
      (select id from auth.users limit 1) u;
    insert into auth.audit_events (event) select 'signed_in' from generate_series(1, 100);
    reset session_replication_role`);
  return database;
}

/** A folder with one migration, which takes `reviews` from its readers for a moment. */
function writeMigration() {
  const [folder, name] = [makeFolder("migrations"), "9000_reviews_gain_a_column"];
  writeFileSync(join(folder, `${name}.sql`), "alter table reviews add column extra text;");
  return { folder, applied: [name] };
}

async function connect(url: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

/** The sum of the rows of each table, by the columns that the last release had. */
async function openSums(client: pg.Client) {
  const { rows: columns } = await client.query<{ table: string; names: string }>(
    `select attrelid::regclass::text as table, string_agg(quote_ident(attname), ',' order by attname) as names from pg_attribute
    where attrelid = any ($1::regclass[]) and attnum > 0 and not attisdropped group by attrelid`,
    [TABLES],
  );
  return async () => {
    const sums: Record<string, unknown> = {};
    for (const { table, names } of columns) {
      const { rows } = await client.query(
        `select md5(string_agg(row(${names})::text, '' order by row(${names})::text)) as sum from ${table}`,
      );
      sums[table] = rows[0];
    }
    return sums;
  };
}

test("readers are answered while the migrations since the last release run on many rows, which stay as they are", async () => {
  const { url, client, close } = await openOlder(ROWS);
  const reader = await connect(url);
  try {
    const sums = await openSums(client);
    const before = await sums();
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
    expect(applied).toEqual(SINCE);
    expect(reads).toBeGreaterThan(0);
    expect(await sums()).toEqual(before);
    const { rows: broken } = await client.query("select from pg_index where not indisvalid");
    expect(broken).toEqual([]);
    const { rows: unchecked } = await client.query("select conname from pg_constraint where not convalidated");
    expect(unchecked).toEqual([]);
    // A write of the previous version, which does not know the new columns.
    const { rows: edited } = await client.query(`
        with one as (select id from cases order by id limit 1)
        update matches set status = 'rejected' from one where matches.case_id = one.id returning matches.status`);
    expect(edited).toEqual([{ status: "rejected" }]);
  } finally {
    await reader.end();
    await close();
  }
});

test(
  "a migration that waits for a long reader gives way to the others, and is applied after it",
  { tags: "operations/short" },
  async () => {
    const { url, client, close } = await openOlder(10);
    const [long, short] = [await connect(url), await connect(url)];
    try {
      const { folder, applied } = writeMigration();
      await long.query("begin; select from reviews");
      const migrating = migrate(url, folder);
      let isWaiting = false;
      while (!isWaiting) {
        const { rowCount } = await client.query(
          "select from pg_locks where relation = 'reviews'::regclass and mode = 'AccessExclusiveLock' and not granted",
        );
        isWaiting = rowCount === 1;
      }
      // It waits behind the migration, which waits for the long reader.
      await short.query("set lock_timeout = '20s'");
      await short.query("select from reviews");
      await long.query("commit");
      expect((await migrating).applied).toEqual(applied);
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
    const { folder, applied } = writeMigration();
    expect((await migrate(url, folder)).applied).toEqual(applied);
  } finally {
    await close();
  }
});
