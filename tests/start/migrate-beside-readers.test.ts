import pg from "pg";
import { expect, test } from "vitest";
import { applyAll, migrate } from "../../db/migrate.ts";
import { createDatabase } from "../support/database.ts";

const ROWS = 20_000;
const LONGEST_WAIT_MS = 2_000;
const TABLES = ["profiles", "cases", "user_roles", "reports", "deletions", "auth.audit_events"];
const REBUILT = ["profiles_name_idx", "profiles_unknown_place_idx"];

/** A database of the version before, as its migrations left it, with `rows` people and cases. */
async function openOlder(rows: number) {
  const database = await createDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows: all } = await client.query<{ name: string; checksum: string }>(
    "select name, checksum from schema_migrations",
  );
  await client.query("drop schema public, auth, graphile_worker cascade; create schema public");
  const older = all.filter(({ name }) => name < "0032");
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
      // As a build leaves it that was broken off: a name that is taken.
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

test("a migration that waits for a long reader gives way to the others, and is applied after it", async () => {
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
});
