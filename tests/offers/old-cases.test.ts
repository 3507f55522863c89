import pg from "pg";
import { expect, test } from "vitest";
import { applyAll, migrate } from "../../db/migrate.ts";
import { createDatabase } from "../support/database.ts";

const ROWS = 100_000;
const FIRST = "0170";
const LONGEST_WAIT_MS = 2_000;

/** A database in the state before the tested migrations, with many cases and applications. */
async function openOlder() {
  const database = await createDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows: all } = await client.query<{ name: string; checksum: string }>(
    "select name, checksum from schema_migrations",
  );
  await client.query("drop schema public, auth cascade; create schema public");
  const older = all.filter(({ name }) => name < FIRST);
  await applyAll(client, older);
  for (const { name, checksum } of older)
    await client.query("insert into schema_migrations (name, checksum) values ($1, $2)", [name, checksum]);
  await client.query(`
    set session_replication_role = replica;
    insert into auth.users (id, email) select uuid_v7(), 'p' || n || '@example.com' from generate_series(1, 100) n;
    insert into profiles (id, email, name, approval_status) select id, email, 'Persona', 'approved' from auth.users;
    insert into cases (patient_id, title, description)
      select u.id, 'Caso ' || n, 'Me duele' from auth.users u, generate_series(1, ${ROWS / 100}) n;
    insert into matches (case_id, kine_id) select c.id, u.id from cases c, (select id from auth.users limit 1) u;
    reset session_replication_role`);
  const close = async () => {
    await client.end();
    await database.drop();
  };
  return { url: database.url, client, close };
}

test("a hundred thousand old cases and their applications stay as they are, and the previous version goes on writing", async () => {
  const { url, client, close } = await openOlder();
  const other = new pg.Client({ connectionString: url });
  await other.connect();
  try {
    const columns = async (table: string) =>
      (
        await client.query<{ names: string }>(
          `select string_agg(quote_ident(column_name), ',' order by column_name) as names from information_schema.columns
            where table_schema = 'public' and table_name = $1`,
          [table],
        )
      ).rows[0]!.names;
    const old = { cases: await columns("cases"), matches: await columns("matches") };
    const sums = async () =>
      Promise.all(
        (["cases", "matches"] as const).map(
          async (table) =>
            (
              await client.query<{ sum: string }>(
                `select md5(string_agg(md5(row(${old[table]})::text), '' order by id)) as sum from ${table}`,
              )
            ).rows[0]!.sum,
        ),
      );
    const before = await sums();
    await other.query(`set lock_timeout = ${LONGEST_WAIT_MS}`);
    let isOver = false;
    let reads = 0;
    const reading = (async () => {
      for (; !isOver; reads += 1) await other.query("select from cases limit 1; select from matches limit 1");
    })();
    const { applied } = await migrate(url);
    isOver = true;
    await reading;
    expect(applied[0]).toBe("0170_cases_say_more");
    expect(reads).toBeGreaterThan(0);
    expect(await sums()).toEqual(before);
    const { rows } = await client.query(
      "select count(*)::int as n from cases where facts is null and identity_access = 'verified'",
    );
    expect(rows).toEqual([{ n: ROWS }]);
    const { rows: unchecked } = await client.query("select conname from pg_constraint where not convalidated");
    expect(unchecked).toEqual([]);
    // A write of the previous version, which does not know the new columns.
    const { rows: edited } = await client.query(`
      with one as (select id from cases order by id limit 1)
      update matches set status = 'rejected' from one where matches.case_id = one.id returning matches.offer, matches.status`);
    expect(edited).toEqual([{ offer: null, status: "rejected" }]);
  } finally {
    await other.end();
    await close();
  }
}, 120_000);
