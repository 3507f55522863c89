// Runs one of the project's TypeScript programs with its own Node: node bin/run.mjs [--built] FILE [ARGUMENT …]
import { spawnSync } from "node:child_process";
import { build, install, ROOT } from "./setup.mjs";

const node = install();
const [, , first, ...rest] = process.argv;
if (first === "--built") build(node);
const { status } = spawnSync(node, first === "--built" ? rest : [first, ...rest], { cwd: ROOT, stdio: "inherit" });
process.exit(status ?? 1);
