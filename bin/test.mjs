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

// Runs one runner; `count` reads its report. A runner that fails without a failed test counts as one.
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

const files = process.argv.slice(2);
const specs = files.filter((file) => file.endsWith(".spec.ts"));
const units = files.filter((file) => !specs.includes(file));

if (files.length === 0 || units.length > 0) {
  const args = ["run", ...units, "--reporter=default", "--reporter=json", `--outputFile.json=${join(reports, "unit.json")}`];
  suite("vitest/vitest.mjs", args, {}, () => {
    const { numPassedTests = 0, numFailedTests = 0, numPendingTests = 0, numTodoTests = 0 } = report("unit.json");
    return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests };
  });
}

if (files.length === 0 || specs.length > 0) {
  const extra = { CHROMIUM_PATH: findChromium(), PLAYWRIGHT_JSON_OUTPUT_FILE: join(reports, "browser.json") };
  suite("@playwright/test/cli.js", ["test", ...specs, "--reporter=line,json"], extra, () => {
    const { expected = 0, flaky = 0, unexpected = 0, skipped = 0 } = report("browser.json").stats ?? {};
    return { passed: expected + flaky, failed: unexpected, skipped };
  });
}

rmSync(reports, { recursive: true, force: true });
const { passed, failed, skipped } = totals;
console.log(`${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ""}`);
process.exit(failed > 0 || passed === 0 ? 1 : 0);
