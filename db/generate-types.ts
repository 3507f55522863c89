import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { promisify } from "node:util";

/** The Kysely types of a database's tables and views as the text of a module. Dates are yyyy-mm-dd strings. */
export async function generateTypes(url: string): Promise<string> {
  const program = createRequire(import.meta.url).resolve("kysely-codegen/dist/cli/bin.js");
  const options = [
    "--dialect=postgres",
    "--date-parser=string",
    "--exclude-pattern=(*.schema_migrations|graphile_worker.*)",
    "--print",
    "--log-level=error",
  ];
  // The address holds a password, which other users could read among a process's arguments: pass it in the environment.
  const env = { ...process.env, DATABASE_URL: url };
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...options], {
    env,
    cwd: import.meta.dirname,
  });
  return `${stdout.trim()}\n`;
}
