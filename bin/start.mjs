// npm start, npm run dev (argument dev) and npm run demo (argument demo).
import { spawn } from "node:child_process";
import { join } from "node:path";
import { NODE_ENVIRONMENT, NODE_FLAGS } from "./node-flags.mjs";
import { build, fail, install, ROOT } from "./setup.mjs";

const mode = process.argv[2] ?? "start";
if (!["start", "dev", "demo"].includes(mode)) fail("usage: node bin/start.mjs [dev | demo]");

const node = install();
if (mode !== "dev") build(node);

const env = { ...NODE_ENVIRONMENT, ...process.env };
if (mode === "demo") env.DATA_DIR ||= "data-demo";
if (mode !== "dev") env.NODE_ENV = "production";
const args = [...NODE_FLAGS, join(ROOT, "app/process/main.ts"), ...(mode === "start" ? [] : [`--${mode}`])];
const child = spawn(node, args, { cwd: ROOT, stdio: "inherit", env });
child.on("error", (error) => fail(`Cannot start: ${error.message}`));
child.on("exit", (code, signal) => process.exit(signal ? 1 : code));
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
