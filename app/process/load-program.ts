import { existsSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { App } from "../server/app.server.ts";
import type { Settings } from "../platform/settings.ts";

/** Exports of `app/server/entry.ts`. `seedDemo` fills a database without cases and returns the lines to print. */
export type Entry = {
  open(settings: Settings, databaseUrl: string): Promise<App>;
  seedDemo(app: App): Promise<string[]>;
};

/** A Connect middleware. */
type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/** The loaded program: with its built client files, or in development with the middleware that builds them. */
export type LoadedProgram = Entry & { clientDir: string | null; middleware?: Middleware; close?(): Promise<void> };

/** Loads the built program. Throws a one-line error when it was never built. */
export async function loadBuild(folder: string): Promise<LoadedProgram> {
  const file = join(folder, "server/index.js");
  if (!existsSync(file)) throw new Error(`The program is not built: ${file} is missing; run npm start`);
  const entry = (await import(pathToFileURL(file).href)) as Entry;
  return { open: entry.open, seedDemo: entry.seedDemo, clientDir: join(folder, "client") };
}
