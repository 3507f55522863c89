// Runs one of the project's TypeScript programs by its own Node: node bin/run.mjs FILE [ARGUMENT …]
import { spawnSync } from "node:child_process";
import { install, ROOT } from "./setup.mjs";

const { status } = spawnSync(install(), process.argv.slice(2), { cwd: ROOT, stdio: "inherit" });
process.exit(status ?? 1);
