import { spawnSync } from "node:child_process";
import { createServer } from "node:net";
import { join } from "node:path";
import { openSandbox } from "../../../app/platform/uploads/sandbox.server.ts";

// Runs the probe in the sandbox of a data folder, with and without Node's own limits, and prints both outcomes.
const [, , dataDir = "", port = ""] = process.argv;
const { layers, flags, command } = openSandbox(dataDir);
const env = {
  PATH: process.env["PATH"],
  PROBE_SECRET: join(dataDir, "secret"),
  PROBE_PORT: port,
  PROBE_PID: String(process.pid),
};

function probe(more: string[]): unknown {
  const [file = "", ...args] = command([
    process.execPath,
    "--no-warnings",
    ...more,
    join(import.meta.dirname, "probe.ts"),
  ]);
  const { stdout, stderr } = spawnSync(file, args, { env, encoding: "utf8" });
  return stdout ? JSON.parse(stdout) : stderr;
}

const server = createServer().listen(0);
console.log(
  JSON.stringify({ layers, system: probe([]), node: probe([...flags, `--allow-fs-read=${import.meta.dirname}`]) }),
);
server.close();
