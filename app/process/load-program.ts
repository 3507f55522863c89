import { existsSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { App } from "../server/app.server.ts";
import type { Settings } from "../platform/settings.ts";

/** What `app/server/entry.ts` exports. `seedDemo` fills a database that has no case and gives the lines to print. */
export type Entry = {
  open(settings: Settings, databaseUrl: string): Promise<App>;
  seedDemo(app: App): Promise<string[]>;
};

/** A middleware in the manner of Connect. */
type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/** The program in the form it is served in: its built files, or in development the middleware that makes them. */
export type LoadedProgram = Entry & { clientDir: string | null; middleware?: Middleware; close?(): Promise<void> };

/** Loads the built program. Throws an error of one line when it was never built. */
export async function loadBuild(folder: string): Promise<LoadedProgram> {
  const file = join(folder, "server/index.js");
  if (!existsSync(file)) throw new Error(`The program is not built: ${file} is missing; run npm start`);
  const entry = (await import(pathToFileURL(file).href)) as Entry;
  return { open: entry.open, seedDemo: entry.seedDemo, clientDir: join(folder, "client") };
}
