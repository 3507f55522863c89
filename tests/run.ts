// npm test [-- [--group NAME[,NAME] | --set NAME] [FILE …]]: the product's group, other groups, a named set, or files. Ends with a line of totals.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { constants, setPriority, tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { findChromium } from "../bin/chromium.mjs";
import { GROUPS, type GroupName, PROGRAMS, SETS } from "./groups.ts";
import { readBrowserReport, readUnitReport, type Result } from "./reports.ts";

const ROOT = join(import.meta.dirname, "..");
const SLOWEST = 20;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { group: { type: "string" }, set: { type: "string" }, nightly: { type: "boolean" } },
});
const set = values.set === undefined ? null : (SETS[values.set] ?? fail(`no set ${values.set}: ${Object.keys(SETS)}`));
const files = [...(set && "files" in set ? set.files : []), ...positionals];
const programs = values.nightly ? PROGRAMS : set && "program" in set ? [set.program] : [];
const groups = (values.group ?? "product").split(",").map((name) => {
  if (!(name in GROUPS)) fail(`no group ${name}: ${Object.keys(GROUPS)}`);
  return name as GroupName;
});
/** Named files, and every file at night, run all their tests; otherwise the tags of the groups choose. */
const isChosenByTags = files.length === 0 && !values.nightly;

// In memory when there is room: on ext4, creating and dropping some hundred databases takes a tenth of the tests' processor time.
const scratch = mkdtempSync(join(memoryFolder() ?? tmpdir(), "kinexo-tests-"));
chmodSync(scratch, 0o711);
process.once("exit", () => rmSync(scratch, { recursive: true, force: true }));
process.once("SIGINT", () => process.exit(130));
const environment = {
  ...process.env,
  PATH: `${dirname(process.execPath)}${delimiter}${process.env["PATH"]}`,
  TMPDIR: scratch,
  // The tests start some three hundred programs: compiling their code again and again would take a quarter of those tests' processor time.
  NODE_COMPILE_CACHE: join(scratch, "compile-cache"),
  ...(values.nightly && { FULL: "1" }),
  ...(set && "files" in set && set.env),
};

function fail(line: string): never {
  console.error(line);
  process.exit(1);
}

/** The system's in-memory folder, or null when less than 4 GB of it are free. */
function memoryFolder(): string | null {
  try {
    const { bavail, bsize } = statfsSync("/dev/shm");
    return bavail * bsize >= 4 * 1024 ** 3 ? "/dev/shm" : null;
  } catch {
    return null;
  }
}

/** Runs one test runner and reads its report. A runner that fails without a failed test counts as one failure. */
async function runner(program: string, args: string[], more: Record<string, string>, read: () => Result) {
  const running = spawn(process.execPath, [join(ROOT, "node_modules", program), ...args], {
    cwd: ROOT,
    stdio: "inherit",
    env: { ...environment, ...more },
  });
  const [status] = (await once(running, "exit")) as [number | null];
  const result = read();
  return status !== 0 && result.failed === 0 ? { ...result, failed: 1 } : result;
}

function units(chosen: string[]): Promise<Result> {
  const report = join(scratch, "unit.json");
  const filter = groups.map((name) => `(${GROUPS[name].vitest})`).join(" or ");
  const args = ["run", ...chosen, "--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  if (isChosenByTags) args.push(`--tags-filter=${filter}`);
  return runner("vitest/vitest.mjs", args, {}, () => readUnitReport(report, isChosenByTags ? groups : null));
}

function browser(chosen: string[]): Promise<Result> {
  const report = join(scratch, "browser.json");
  const args = ["test", ...chosen, "--reporter=line,json"];
  const [first, ...more] = groups;
  if (isChosenByTags && first && more.length === 0) args.push(GROUPS[first].playwright);
  const environment = { CHROMIUM_PATH: findChromium(), PLAYWRIGHT_JSON_OUTPUT_FILE: report };
  return runner("@playwright/test/cli.js", args, environment, () => readBrowserReport(report));
}

/** Runs a program that is a test of its own. */
function program(file: string): Result {
  console.log(`\n${file}`);
  const { status } = spawnSync(process.execPath, [file], { cwd: ROOT, stdio: "inherit", env: environment });
  const failures = status === 0 ? [] : [`failed: ${file}`];
  return { passed: status === 0 ? 1 : 0, failed: failures.length, skipped: 0, durations: [], failures };
}

const isWhole = files.length === 0 && (programs.length === 0 || values.nightly);
// A whole run uses the whole machine: at a higher priority it would starve the program's upload processes, which run at a low priority.
if (isWhole) setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
const specs = files.filter((file) => file.endsWith(".spec.ts"));
const others = files.filter((file) => !specs.includes(file));
// One after the other: beside each other a test gets a tenth of the processor, and those with a bound of time fail.
const results: Result[] = [];
if (isWhole || others.length > 0) results.push(await units(others));
if (isWhole || specs.length > 0) results.push(await browser(specs));
for (const file of programs) results.push(program(file));

const slowest = results.flatMap(({ durations }) => durations).toSorted(([, one], [, other]) => other - one);
if (isWhole) console.log("The slowest files:");
for (const [file, ms] of isWhole ? slowest.slice(0, SLOWEST) : [])
  console.log(`${(ms / 1000).toFixed(1).padStart(6)} s  ${file}`);
for (const line of results.flatMap(({ failures }) => failures)) console.log(line.slice(0, 1_500));
const count = (kind: "passed" | "failed" | "skipped") => results.reduce((sum, result) => sum + result[kind], 0);
if (count("skipped") > 0) console.log(`${count("skipped")} skipped`);
console.log(`${count("passed")} passed, ${count("failed")} failed`);
process.exit(count("failed") > 0 || count("passed") === 0 ? 1 : 0);
