// Checks the packages against the rules of tests/supply/packages.ts: licences, scripts, versions and hashes.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Installed, type Lockfile, type Manifest, problemsOf, type Supply } from "./packages.ts";

const ROOT = join(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(join(ROOT, file), "utf8");

/** This project's packages, as locked and installed. */
export function ownSupply(): Supply {
  return {
    manifest: JSON.parse(read("package.json")) as Manifest,
    lockfile: JSON.parse(read("package-lock.json")) as Lockfile,
    npmrc: read(".npmrc"),
    installed(path) {
      const file = join(ROOT, path, "package.json");
      if (!existsSync(file)) return null;
      return {
        ...(JSON.parse(readFileSync(file, "utf8")) as Installed),
        hasGyp: existsSync(join(ROOT, path, "binding.gyp")),
      };
    },
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const supply = ownSupply();
  const problems = problemsOf(supply);
  const paths = Object.keys(supply.lockfile.packages).filter((path) => path !== "");
  const there = paths.filter((path) => supply.installed(path) !== null);
  for (const problem of problems) console.error(problem);
  console.log(`${paths.length} packages locked, ${there.length} installed, ${problems.length} problems`);
  process.exitCode = problems.length > 0 || there.length === 0 ? 1 : 0;
}
