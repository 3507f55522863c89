// Checks that the built client needs nothing that the browsers of baseline.ts lack. Types find what only types tell, in the client's sources.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { problemsOfClient } from "./built.ts";

const ROOT = join(import.meta.dirname, "../..");
const tsc = [join(ROOT, "node_modules/typescript/bin/tsc"), "-p", "tsconfig.browser.json"];
const { stdout, stderr, status } = spawnSync(process.execPath, tsc, { cwd: ROOT, encoding: "utf8" });
if (status === null || stderr) throw new Error(`tsc ended early: ${stderr}`);
// The server's modules, of which the client takes types, run in Node.
const ofClient = stdout
  .split("\n")
  .filter((line) => /^\S+\(\d+,\d+\)/.test(line) && !/^\S+\.server\.tsx?\(/.test(line));
const problems = [...ofClient, ...problemsOfClient()];
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
