import { rm } from "node:fs/promises";
import type { TestProject } from "vitest/node";
import pg from "pg";
import { startEmbedded } from "../db/embedded.ts";
import { migrate } from "../db/migrate.ts";
import { makeFolder } from "./folder.ts";

declare module "vitest" {
  export interface ProvidedContext {
    databaseUrl: string;
  }
}

/** One PostgreSQL for the whole run, whose database `template_kinexo` is migrated and copied for each test file. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = makeFolder("tests");
  const database = await startEmbedded({ dataDir, durable: false, log: () => undefined });
  const template = Object.assign(new URL(database.url), { pathname: "/template_kinexo" }).href;
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query("create database template_kinexo");
  await client.end();
  await migrate(template);
  project.provide("databaseUrl", database.url);
  return async () => {
    await database.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
