import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { problemsOf, rowsOf } from "./rows.ts";
import { titlesOf } from "./titles.ts";

const ROOT = join(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(join(ROOT, file), "utf8");

/** Checks docs/product against the project's tests: the line of totals and every problem. */
export function checkProduct(): { totals: string; problems: string[] } {
  const pages = globSync(["docs/product.md", "docs/product/*.md"], { cwd: ROOT }).toSorted();
  const rows = pages.flatMap((page) => rowsOf(page, read(page)));
  const files = globSync(["tests/**/*.{test,spec}.ts", "{app,db}/**/*.test.{ts,tsx}"], { cwd: ROOT }).toSorted();
  const titles = files.flatMap((file) => titlesOf(file, read(file)));
  const tests = new Set(titles.filter(({ kind }) => kind === "test").map(({ name }) => name));
  const problems = problemsOf(rows, titles);
  return { totals: `${rows.length} rows, ${tests.size} tests, ${problems.length} without`, problems };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const { totals, problems } = checkProduct();
  for (const problem of problems) console.error(problem);
  console.log(totals);
  process.exitCode = problems.length > 0 || totals.startsWith("0 ") ? 1 : 0;
}
