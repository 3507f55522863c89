import { existsSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { openDatabase, type Database } from "../platform/database/database.server.ts";
import { readSecret } from "../platform/data-dir.ts";
import { readSettings, type Settings } from "../platform/settings.ts";
import { openCommandDatabase } from "./command-database.ts";

/** What a command that loads a list works with: the file's bytes, the admin in whose name it acts, and the settings with their secret. */
export type ListCommand = {
  bytes: Uint8Array;
  db: Database;
  adminId: string;
  settings: Settings & { secret: NonNullable<Settings["secret"]> };
  isRehearsal: boolean;
  /** Whether the command's own flag was given. */
  isOn: (flag: string) => boolean;
};

/**
 * Runs a command of the form `FILE --admin EMAIL [--dry-run] [flags]` on the configured database. A failure ends the process with one line that
 * begins with `failure`.
 */
export async function runListCommand(
  { usage, failure, flags = [] }: { usage: string; failure: string; flags?: readonly string[] },
  work: (command: ListCommand) => Promise<void>,
): Promise<void> {
  const closing: (() => unknown)[] = [];
  try {
    const { file, email, on } = readArguments(usage, flags);
    if (!existsSync(file)) throw new Error(`there is no file ${file}`);
    const settings = readSettings(process.env);
    const secret = settings.secret ?? readSecret(settings.dataDir);
    const { db } = openDatabase(await openCommandDatabase(settings, closing), { max: 2, onError: () => undefined });
    closing.unshift(() => db.destroy());
    const admin = await db
      .selectFrom("auth.users as u")
      .innerJoin("user_roles as r", "r.user_id", "u.id")
      .select("u.id")
      .where("u.email", "=", email)
      .where("r.role", "=", "admin")
      .executeTakeFirst();
    if (!admin) throw new Error(`${email} is no admin`);
    await work({
      bytes: readFileSync(file),
      db,
      adminId: admin.id,
      settings: { ...settings, secret },
      isRehearsal: on.has("dry-run"),
      isOn: (flag) => on.has(flag),
    });
  } catch (error) {
    console.error(`${failure}: ${(error as Error).message.split("\n")[0]}`);
    process.exitCode = 1;
  } finally {
    for (const close of closing) await close();
  }
}

function readArguments(usage: string, flags: readonly string[]) {
  const booleans = Object.fromEntries(["dry-run", ...flags].map((flag) => [flag, { type: "boolean" as const }]));
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { admin: { type: "string" }, ...booleans },
    });
    const [file, ...more] = positionals;
    if (!file || more.length > 0 || typeof values.admin !== "string") throw new Error(usage);
    return {
      file,
      email: values.admin.trim().toLowerCase(),
      on: new Set(Object.keys(values).filter((name) => name !== "admin")),
    };
  } catch {
    throw new Error(usage);
  }
}
