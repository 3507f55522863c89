// npm test: everything, or the test files named as arguments. Ends with the slowest files and one line of totals.
import { spawn } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { constants, setPriority, tmpdir } from "node:os";
import { delimiter, dirname, join, relative } from "node:path";
import { findChromium } from "./chromium.mjs";
import { build, install, ROOT } from "./setup.mjs";

const node = install();
build(node);
const reports = mkdtempSync(join(tmpdir(), "kinexo-reports-"));
const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` };
const totals = { passed: 0, failed: 0, skipped: 0 };
const failures = [];
const durations = new Map();
const SLOWEST = 20;

// Runs one test runner; `count` reads its report. A runner that fails without a failed test counts as one failure.
async function suite(program, args, options, count) {
  const child = spawn(node, [join(ROOT, "node_modules", program), ...args], { cwd: ROOT, ...options });
  const status = await new Promise((ended) => child.once("close", ended).once("error", ended));
  const counted = count();
  if (status !== 0 && !counted.failed) counted.failed = 1;
  for (const kind of Object.keys(totals)) totals[kind] += counted[kind];
}

function report(name) {
  try {
    return JSON.parse(readFileSync(join(reports, name), "utf8"));
  } catch {
    return {};
  }
}

const addDuration = (file, ms) => durations.set(file, (durations.get(file) ?? 0) + ms);

// Collects failed tests, to list them at the end of a long run, and how long each file took.
function readBrowserTests(suites) {
  for (const { file, specs = [], suites: within = [] } of suites) {
    for (const { title, tests } of specs) {
      const results = tests.flatMap((test) => test.results);
      for (const { duration } of results) addDuration(`tests/e2e/${file}`, duration);
      const errors = results.flatMap((result) => result.errors.map((error) => error.message));
      if (errors.length > 0) failures.push(`failed: ${file}: ${title}: ${errors[0]}`);
    }
    readBrowserTests(within);
  }
}

function runUnits(files) {
  const outputs = ["--reporter=default", "--reporter=json", `--outputFile.json=${join(reports, "unit.json")}`];
  return suite("vitest/vitest.mjs", ["run", ...files, ...outputs], { stdio: "inherit", env }, () => {
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
      for (const { fullName, failureMessages } of assertionResults) {
        if (failureMessages.length > 0) failures.push(`failed: ${name}: ${fullName}: ${failureMessages[0]}`);
      }
    }
    return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests };
  });
}

// Its output is kept until the end of both runners.
function runBrowserTests(files, chromium, output) {
  const extra = { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: join(reports, "browser.json") };
  const options = { stdio: ["inherit", output, output], env: { ...env, ...extra } };
  return suite("@playwright/test/cli.js", ["test", ...files, "--reporter=line,json"], options, () => {
    const { stats: { expected = 0, flaky = 0, unexpected = 0, skipped = 0 } = {}, suites = [] } =
      report("browser.json");
    readBrowserTests(suites);
    return { passed: expected, failed: unexpected + flaky, skipped };
  });
}

const files = process.argv.slice(2);
const isWhole = files.length === 0;
const specs = files.filter((file) => file.endsWith(".spec.ts"));
const units = files.filter((file) => !specs.includes(file));

const hasUnits = isWhole || units.length > 0;
const chromium = isWhole || specs.length > 0 ? findChromium() : null;

// A whole run takes the whole machine: at a higher priority the program's upload processes, which give way, would never have their turn.
if (isWhole) setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

// Both at once: most of the time each waits for a page, a process or a limit of time.
const kept = join(reports, "browser.log");
const output = openSync(kept, "a");
await Promise.all([hasUnits ? runUnits(units) : null, chromium ? runBrowserTests(specs, chromium, output) : null]);
closeSync(output);
process.stdout.write(readFileSync(kept));

rmSync(reports, { recursive: true, force: true });
const slowest = [...durations].toSorted(([, one], [, other]) => other - one).slice(0, SLOWEST);
if (isWhole) console.log("The slowest files:");
for (const [file, ms] of isWhole ? slowest : []) console.log(`${(ms / 1000).toFixed(1).padStart(6)} s  ${file}`);
for (const line of failures) console.log(line.slice(0, 1_500));
const { passed, failed, skipped } = totals;
console.log(`${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ""}`);
process.exit(failed > 0 || passed === 0 ? 1 : 0);
