// npm test: installs, builds, and runs tests/run.ts with the project's own Node.
import { spawnSync } from "node:child_process";
import { build, install, ROOT } from "./setup.mjs";

const node = install();
build(node);
const { status } = spawnSync(node, ["tests/run.ts", ...process.argv.slice(2)], { cwd: ROOT, stdio: "inherit" });
process.exit(status ?? 1);
