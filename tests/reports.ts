import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { type GroupName, groupOf } from "./groups.ts";

/** What a runner counted, how long (ms) each file took, and a line for each failure. */
export type Result = {
  passed: number;
  failed: number;
  skipped: number;
  durations: [file: string, ms: number][];
  failures: string[];
};

type UnitReport = {
  numPassedTests?: number;
  numFailedTests?: number;
  testResults?: {
    name: string;
    status: string;
    message: string;
    startTime: number;
    endTime: number;
    assertionResults: { status: string; fullName: string; failureMessages: string[]; tags: string[] }[];
  }[];
};

type BrowserSuite = {
  file: string;
  specs?: { title: string; tests: { status: string; results: BrowserResult[] }[] }[];
  suites?: BrowserSuite[];
};
type BrowserResult = { duration: number; errors: { message: string }[] };
type BrowserReport = {
  stats?: { expected: number; flaky: number; unexpected: number; skipped: number };
  suites?: BrowserSuite[];
};

function read(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    // A runner that ended before its report.
    return {};
  }
}

// RETRIES=1 is for a machine whose other work may delay a test. The run still names each test that needed a second try.
const outcomeOf = (passedLater: boolean) => (passedLater ? "passed only at a later try" : "failed");

/** Reads Vitest's report. Of skipped tests, those of `groups` count; the others were not asked for. */
export function readUnitReport(file: string, groups: readonly GroupName[] | null): Result {
  const { numPassedTests = 0, numFailedTests = 0, testResults = [] } = read(file) as UnitReport;
  const result: Result = { passed: numPassedTests, failed: numFailedTests, skipped: 0, durations: [], failures: [] };
  for (const { name, status, message, startTime, endTime, assertionResults } of testResults) {
    result.durations.push([relative(process.cwd(), name), endTime - startTime]);
    if (status === "failed" && message) result.failures.push(`failed: ${name}: ${message}`);
    for (const { status: outcome, fullName, failureMessages, tags } of assertionResults) {
      if (outcome === "skipped" && (!groups || groups.includes(groupOf(tags)))) result.skipped += 1;
      const [first] = failureMessages;
      if (first !== undefined)
        result.failures.push(`${outcomeOf(outcome === "passed")}: ${name}: ${fullName}: ${first}`);
    }
  }
  return result;
}

/** Reads Playwright's report. */
export function readBrowserReport(file: string): Result {
  const { stats, suites = [] } = read(file) as BrowserReport;
  const { expected = 0, flaky = 0, unexpected = 0, skipped = 0 } = stats ?? {};
  const durations = new Map<string, number>();
  const failures: string[] = [];
  const visit = (suite: BrowserSuite) => {
    for (const { title, tests } of suite.specs ?? []) {
      const results = tests.flatMap((test) => test.results);
      const spent = results.reduce((sum, { duration }) => sum + duration, 0);
      durations.set(`tests/e2e/${suite.file}`, (durations.get(`tests/e2e/${suite.file}`) ?? 0) + spent);
      const [error] = results.flatMap((each) => each.errors);
      if (error)
        failures.push(`${outcomeOf(tests.at(-1)?.status === "flaky")}: ${suite.file}: ${title}: ${error.message}`);
    }
    suite.suites?.forEach(visit);
  };
  suites.forEach(visit);
  return { passed: expected + flaky, failed: unexpected, skipped, durations: [...durations], failures };
}
