import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { behind } from "../ha/pgbouncer.ts";

/** The database settings for the app: through the pooler and directly, if the run has a pooler before the same server. */
export function throughPooler(url: string): { url: string; directUrl: string | null } {
  const port = inject("poolerPort");
  if (port === null || new URL(url).host !== new URL(inject("databaseUrl")).host) return { url, directUrl: null };
  return { url: behind(url, port), directUrl: url };
}

/** A new database for one test file, copied from `template` (by default a first start's, without people). `drop` ends its connections. */
export async function createDatabase(template = inject("template")): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${randomBytes(6).toString("hex")}`;
  await onServer(`create database ${name} template ${template} strategy file_copy`);
  const url = Object.assign(new URL(inject("databaseUrl")), { pathname: `/${name}` }).href;
  return { url, drop: () => onServer(`drop database if exists ${name} with (force)`) };
}

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject("databaseUrl") });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
