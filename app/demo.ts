import pg from "pg";
import type { Loaded } from "./loaded.ts";
import type { App } from "./server/app.server.ts";

/** Fills a database that has no case yet and gives the lines to print about it. */
export async function openDemo(loaded: Loaded, app: App, databaseUrl: string): Promise<string[]> {
  if (!loaded.seedDemo || (await hasCases(databaseUrl))) return [];
  return loaded.seedDemo(app);
}

async function hasCases(databaseUrl: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query("select from public.cases limit 1");
    return rowCount === 1;
  } finally {
    await client.end();
  }
}
