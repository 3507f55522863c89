// npm test: everything, or the test files named as arguments, ending with one line of totals.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { findChromium } from "./chromium.mjs";
import { build, install, ROOT } from "./setup.mjs";

const node = install();
build(node);
const reports = mkdtempSync(join(tmpdir(), "kinexo-reports-"));
const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` };
const totals = { passed: 0, failed: 0, skipped: 0 };
const named = [];
const LATER = "passed only at a later try";

// Runs one test runner; `count` reads its report. A runner that fails without a failed test counts as one failure.
function suite(program, args, extra, count) {
  const { status } = spawnSync(node, [join(ROOT, "node_modules", program), ...args], {
    cwd: ROOT,
    stdio: "inherit",
    env: { ...env, ...extra },
  });
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

// Collects failed and flaky tests, to list them at the end of a long run.
function nameBrowserTests(suites) {
  for (const { file, specs = [], suites: within = [] } of suites) {
    for (const { title, tests } of specs) {
      const status = tests.map((test) => test.status).find((each) => each === "unexpected" || each === "flaky");
      const errors = tests.flatMap((test) =>
        test.results.flatMap((result) => result.errors.map((error) => error.message)),
      );
      if (status) named.push(`${status === "flaky" ? LATER : "failed"}: ${file}: ${title}: ${errors[0] ?? ""}`);
    }
    nameBrowserTests(within);
  }
}

const files = process.argv.slice(2);
const specs = files.filter((file) => file.endsWith(".spec.ts"));
const units = files.filter((file) => !specs.includes(file));

if (files.length === 0 || units.length > 0) {
  const args = [
    "run",
    ...units,
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${join(reports, "unit.json")}`,
  ];
  suite("vitest/vitest.mjs", args, {}, () => {
    const {
      numPassedTests = 0,
      numFailedTests = 0,
      numPendingTests = 0,
      numTodoTests = 0,
      testResults = [],
    } = report("unit.json");
    for (const { name, status, message, assertionResults } of testResults) {
      if (status === "failed" && message) named.push(`failed: ${name}: ${message}`);
      const broken = assertionResults.filter((each) => each.failureMessages.length > 0);
      for (const { status: last, fullName, failureMessages } of broken) {
        named.push(`${last === "passed" ? LATER : "failed"}: ${name}: ${fullName}: ${failureMessages[0]}`);
      }
    }
    return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests };
  });
}

if (files.length === 0 || specs.length > 0) {
  const extra = { CHROMIUM_PATH: findChromium(), PLAYWRIGHT_JSON_OUTPUT_FILE: join(reports, "browser.json") };
  suite("@playwright/test/cli.js", ["test", ...specs, "--reporter=line,json"], extra, () => {
    const { stats: { expected = 0, flaky = 0, unexpected = 0, skipped = 0 } = {}, suites = [] } =
      report("browser.json");
    nameBrowserTests(suites);
    return { passed: expected + flaky, failed: unexpected, skipped };
  });
}

rmSync(reports, { recursive: true, force: true });
for (const line of named) console.log(line.slice(0, 1_500));
const { passed, failed, skipped } = totals;
console.log(`${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ""}`);
process.exit(failed > 0 || passed === 0 ? 1 : 0);
