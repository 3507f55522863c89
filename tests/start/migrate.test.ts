import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrate } from "../../db/migrate.ts";
import { createDatabase } from "../support/database.ts";

let database: Awaited<ReturnType<typeof createDatabase>>;
let client: pg.Client;

beforeAll(async () => {
  database = await createDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

test("a migrated database has nothing left to apply, however many start at once", async () => {
  const results = await Promise.all(Array.from({ length: 5 }, () => migrate(database.url)));
  expect(results.flatMap(({ applied }) => applied)).toEqual([]);
});

test("a changed migration is refused", async () => {
  await client.query("begin; update public.schema_migrations set checksum = checksum || 'x'; commit");
  await expect(migrate(database.url)).rejects.toThrow(/^Migration 0001_\w+ was changed after it had been applied$/);
  await client.query("update public.schema_migrations set checksum = left(checksum, 64)");
});

test("a database newer than the program is refused", async () => {
  await client.query("insert into public.schema_migrations (name, checksum) values ('9999_the_future', '')");
  await expect(migrate(database.url)).rejects.toThrow(
    "The database is newer than this program: it has 9999_the_future.",
  );
});
