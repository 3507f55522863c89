import pg from "pg";
import type { TestProject } from "vitest/node";
import { guardOf } from "./guard-of.ts";

/** Removes the guard from the migrated template database that each test file copies. */
export default async function setup(project: TestProject): Promise<void> {
  const { sql } = guardOf(process.env["GUARD"]);
  if (!sql) return;
  const { databaseUrl, template } = project.getProvidedContext();
  const client = new pg.Client({
    connectionString: Object.assign(new URL(databaseUrl), { pathname: `/${template}` }).href,
  });
  await client.connect();
  await client.query(sql);
  await client.end();
}
