// npm test: everything, or the test files named as arguments. Ends with the slowest files and one line of totals.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { constants, setPriority, tmpdir } from "node:os";
import { delimiter, dirname, join, relative } from "node:path";
import { findChromium } from "./chromium.mjs";
import { build, install, ROOT } from "./setup.mjs";

const node = install();
build(node);
// In memory when there is room: on ext4, creating and dropping some hundred databases takes a tenth of the tests' processor time.
const scratch = mkdtempSync(join(memoryFolder() ?? tmpdir(), "kinexo-tests-"));
chmodSync(scratch, 0o711);
const env = {
  ...process.env,
  PATH: `${dirname(node)}${delimiter}${process.env.PATH}`,
  TMPDIR: scratch,
  // The tests start some three hundred programs: compiling their code again and again would take a quarter of those tests' processor time.
  NODE_COMPILE_CACHE: join(scratch, "compile-cache"),
};
const removeScratch = () => rmSync(scratch, { recursive: true, force: true });
process.once("SIGINT", () => {
  removeScratch();
  process.exit(130);
});
const totals = { passed: 0, failed: 0, skipped: 0 };
const failures = [];
const durations = new Map();
const SLOWEST = 20;

/** The system's in-memory folder, or null when less than 4 GB of it are free. */
function memoryFolder() {
  try {
    const { bavail, bsize } = statfsSync("/dev/shm");
    return bavail * bsize >= 4 * 1024 ** 3 ? "/dev/shm" : null;
  } catch {
    return null;
  }
}

// Runs one test runner; `count` reads its report. A runner that fails without a failed test counts as one failure.
async function suite(program, args, extra, count) {
  const runner = spawn(node, [join(ROOT, "node_modules", program), ...args], {
    cwd: ROOT,
    stdio: "inherit",
    env: { ...env, ...extra },
  });
  const [status] = await once(runner, "exit");
  const counted = count();
  if (status !== 0 && !counted.failed) counted.failed = 1;
  for (const kind of Object.keys(totals)) totals[kind] += counted[kind];
}

function report(name) {
  try {
    return JSON.parse(readFileSync(join(scratch, name), "utf8"));
  } catch {
    return {};
  }
}

// RETRIES=1 is for a machine whose other work may delay a test. The run still names each test that needed a second try.
const outcomeOf = (passedLater) => (passedLater ? "passed only at a later try" : "failed");
const addDuration = (file, ms) => durations.set(file, (durations.get(file) ?? 0) + ms);

// Collects failed tests, to list them at the end of a long run, and how long each file took.
function readBrowserTests(suites) {
  for (const { file, specs = [], suites: within = [] } of suites) {
    for (const { title, tests } of specs) {
      const results = tests.flatMap((test) => test.results);
      for (const { duration } of results) addDuration(`tests/e2e/${file}`, duration);
      const errors = results.flatMap((result) => result.errors.map((error) => error.message));
      if (errors.length > 0)
        failures.push(`${outcomeOf(tests.at(-1)?.status === "flaky")}: ${file}: ${title}: ${errors[0]}`);
    }
    readBrowserTests(within);
  }
}

const files = process.argv.slice(2);
const specs = files.filter((file) => file.endsWith(".spec.ts"));
const units = files.filter((file) => !specs.includes(file));

// A whole run uses the whole machine: at a higher priority it would starve the program's upload processes, which run at a low priority.
if (files.length === 0) setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

if (files.length === 0 || units.length > 0) {
  const args = [
    "run",
    ...units,
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${join(scratch, "unit.json")}`,
  ];
  await suite("vitest/vitest.mjs", args, {}, () => {
    const {
      numPassedTests = 0,
      numFailedTests = 0,
      numPendingTests = 0,
      numTodoTests = 0,
      testResults = [],
    } = report("unit.json");
    for (const { name, status, message, startTime, endTime, assertionResults } of testResults) {
      addDuration(relative(ROOT, name), endTime - startTime);
      if (status === "failed" && message) failures.push(`failed: ${name}: ${message}`);
      for (const { status: outcome, fullName, failureMessages } of assertionResults) {
        if (failureMessages.length > 0)
          failures.push(`${outcomeOf(outcome === "passed")}: ${name}: ${fullName}: ${failureMessages[0]}`);
      }
    }
    return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests };
  });
}

if (files.length === 0 || specs.length > 0) {
  const extra = { CHROMIUM_PATH: findChromium(), PLAYWRIGHT_JSON_OUTPUT_FILE: join(scratch, "browser.json") };
  await suite("@playwright/test/cli.js", ["test", ...specs, "--reporter=line,json"], extra, () => {
    const { stats: { expected = 0, flaky = 0, unexpected = 0, skipped = 0 } = {}, suites = [] } =
      report("browser.json");
    readBrowserTests(suites);
    return { passed: expected + flaky, failed: unexpected, skipped };
  });
}

removeScratch();
const slowest = [...durations].toSorted(([, one], [, other]) => other - one).slice(0, SLOWEST);
if (files.length === 0) console.log("The slowest files:");
for (const [file, ms] of files.length === 0 ? slowest : [])
  console.log(`${(ms / 1000).toFixed(1).padStart(6)} s  ${file}`);
for (const line of failures) console.log(line.slice(0, 1_500));
const { passed, failed, skipped } = totals;
console.log(`${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ""}`);
process.exit(failed > 0 || passed === 0 ? 1 : 0);
