import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import type { TestProject } from "vitest/node";
import pg from "pg";
import { startEmbedded } from "../db/embedded.ts";
import { firstStart } from "./support/first-start.ts";
import { makeFolder } from "./support/folder.ts";
import { startPgbouncer } from "./ha/pgbouncer.ts";

declare module "vitest" {
  export interface ProvidedContext {
    databaseUrl: string;
    /** The name of the run's database after a first start, which is copied for each test file. */
    template: string;
    /** The port of the run's pgbouncer before the same server, or null. */
    poolerPort: number | null;
  }
}

/**
 * One PostgreSQL for the whole run, ours or the one of TEST_DATABASE_URL, with a database after a first start that is copied for each test file.
 * With TEST_POOLER the app connects through pgbouncer.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, stop } = await openServer();
  const ask = async (statement: string) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query<{ datname: string }>(statement).finally(() => client.end());
    return rows;
  };
  const template = `template_${randomBytes(6).toString("hex")}`;
  await ask(`create database ${template}`);
  await firstStart(Object.assign(new URL(url), { pathname: `/${template}` }).href);
  const pooler = process.env["TEST_POOLER"] ? await startPgbouncer(url) : null;
  project.provide("databaseUrl", url);
  project.provide("template", template);
  project.provide("poolerPort", pooler?.port ?? null);
  return async () => {
    await pooler?.stop();
    const copies = await ask(`select datname from pg_database where starts_with(datname, '${template}')`);
    for (const { datname } of copies) await ask(`drop database ${datname} with (force)`);
    await stop();
  };
}

async function openServer(): Promise<{ url: string; stop(): Promise<void> }> {
  const external = process.env["TEST_DATABASE_URL"];
  if (external) return { url: external, stop: async () => undefined };
  const dataDir = makeFolder("tests");
  const database = await startEmbedded({ dataDir, durable: false, log: () => undefined });
  return {
    url: database.url,
    async stop() {
      await database.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
