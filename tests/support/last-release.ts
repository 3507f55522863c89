import pg from "pg";
import { lastReleaseMigrations } from "../../db/last-release/last-release.ts";
import { applyAll, migrateJobs, noteApplied } from "../../db/migrate.ts";
import { createDatabase } from "./database.ts";

/** PostgreSQL's own empty database, for `createDatabase`. */
export const EMPTY = "template0";

/** A database as the last release made it, with a connection to it. */
export async function openLastRelease() {
  const database = await createDatabase(EMPTY);
  await migrateJobs(database.url);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await applyAll(client, lastReleaseMigrations());
  await noteApplied(client, lastReleaseMigrations());
  const close = async () => {
    await client.end();
    await database.drop();
  };
  return { url: database.url, client, close };
}
