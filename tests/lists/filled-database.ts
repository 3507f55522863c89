import pg from "pg";
import { inject } from "vitest";
import { createDatabase } from "../support/database.ts";
import { fill, type Scale } from "../support/fill-database.ts";
import { openTestAppOn } from "../support/test-app.ts";

/** The rows of the short form: enough for each query to have the same plan as with millions of rows. */
export const SHORT: Scale = { patients: 27_000, kines: 3_000, cases: 100_000, reviews: 10_000 };

/** The server on a database with this many rows of each kind. It is filled once a run and copied: filling takes a minute. */
export async function openFilledApp(scale: Scale) {
  const filled = `${inject("template")}_${scale.cases}`;
  const client = new pg.Client({ connectionString: inject("databaseUrl") });
  await client.connect();
  try {
    // Another test file may be filling it.
    await client.query("select pg_advisory_lock(hashtext($1))", [filled]);
    const { rowCount } = await client.query("select from pg_database where datname = $1", [filled]);
    if (rowCount === 0) await fillOnce(client, filled, scale);
  } finally {
    await client.end();
  }
  return openTestAppOn(await createDatabase(filled), {});
}

/** A test's own connections. They may outlive the end of their pool, so the drop of their database may still reach them as an error. */
export function openPool(connectionString: string): pg.Pool {
  const pool = new pg.Pool({ connectionString, max: 2 });
  return pool.on("connect", (client) => client.on("error", () => undefined));
}

async function fillOnce(client: pg.Client, name: string, scale: Scale) {
  const { url } = await createDatabase();
  // The first start creates the admin, whom `fill` lets see every row.
  await (await openTestAppOn({ url, drop: async () => undefined }, {})).close();
  const startedAt = Date.now();
  await fill(url, scale);
  console.log(`${JSON.stringify(scale)} made in ${Math.round((Date.now() - startedAt) / 1000)} s`);
  await client.query(`alter database ${new URL(url).pathname.slice(1)} rename to ${name}`);
}
