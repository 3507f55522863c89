import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { Guard } from "./guard.ts";
import { guards } from "./guards.ts";
import { table } from "../procedures/table.ts";

const ROOT = join(import.meta.dirname, "../..");
const reports = mkdtempSync(join(tmpdir(), "kinexo-guards-"));
/** Each run has its own copy of the database, and its own PostgreSQL without TEST_DATABASE_URL. */
const AT_ONCE = availableParallelism();

type Report = { testResults: { assertionResults: { status: string; ancestorTitles: string[] }[] }[] };

/** Runs the tests that must notice the removal of a guard. Returns what went unnoticed, or null when all was noticed. */
async function unnoticed({ name, swapped, noticedBy: { file, test, fields } }: Guard): Promise<string | null> {
  const report = join(reports, `${randomUUID()}.json`);
  const args = [
    "run",
    file,
    "--config",
    "tests/mutation/vitest.config.ts",
    "--reporter=json",
    `--outputFile=${report}`,
  ];
  const env = { ...process.env, GUARD: name, ...(fields && { FIELDS_ONLY: fields }) };
  const vitest = [join(ROOT, "node_modules/vitest/vitest.mjs"), ...args, ...(test ? ["-t", test] : [])];
  const child = spawn(process.execPath, vitest, { cwd: ROOT, env, stdio: ["ignore", "ignore", "pipe"] });
  const stderr = text(child.stderr);
  await once(child, "close");
  const results = readReport(report, await stderr).testResults.flatMap(({ assertionResults }) => assertionResults);
  const failed = results.filter(({ status }) => status === "failed");
  // A file whose setup failed would otherwise look like one that notices nothing.
  if (!results.some(({ status }) => status === "passed" || status === "failed")) return `${file} ran none of its tests`;
  if (!swapped) return failed.length > 0 ? null : `${file} passes without it`;
  const noticed = new Set(failed.flatMap(({ ancestorTitles }) => ancestorTitles));
  const guarded = Object.entries(table)
    .filter(([, { who }]) => who.anonymous !== "ok")
    .map(([procedure]) => procedure);
  const passed = guarded.filter((procedure) => !noticed.has(procedure));
  return passed.length > 0 ? `no row notices it for ${passed.join(", ")}` : null;
}

function readReport(path: string, stderr: string): Report {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as Report;
  } catch {
    throw new Error(`the tests did not run: ${stderr.slice(-2_000)}`);
  }
}

const names = process.argv.slice(2);
const selected = guards.filter(({ name }) => names.length === 0 || names.includes(name));
const survivors: string[] = [];
const waiting = selected.values();
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    for (const guard of waiting) {
      const reason = await unnoticed(guard);
      if (reason) survivors.push(guard.name);
      console.log(`${reason ? "UNNOTICED" : "noticed  "} ${guard.name}${reason ? `: ${reason}` : ""}`);
    }
  }),
);
rmSync(reports, { recursive: true, force: true });
console.log(
  `${selected.length} guards taken away, ${selected.length - survivors.length} noticed, ${survivors.length} unnoticed`,
);
process.exit(survivors.length > 0 || selected.length === 0 ? 1 : 0);
