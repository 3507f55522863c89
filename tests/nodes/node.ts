import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { cast } from "../../app/demo/cast.ts";
import { type Program, ROOT, startProgram } from "../start/program.ts";

type NodeOptions = { port: number; publicUrl: string; dataDir: string; env: Record<string, string> };

/** Starts one of several built nodes and waits until it is ready; `env` holds the shared settings. */
export async function startNode({ port, publicUrl, dataDir, env }: NodeOptions): Promise<Program> {
  const program = startProgram({
    command: [join(ROOT, "node_modules/.bin/node"), join(ROOT, "app/process/main.ts")],
    env: {
      NODE_ENV: "production",
      HOST: "127.0.0.1",
      PORT: String(port),
      CALL_LIMIT: "0",
      PUBLIC_URL: publicUrl,
      DATA_DIR: dataDir,
      SECRET: "one secret for every node of this product",
      TRUSTED_PROXIES: "1",
      DRAIN_SECONDS: "2",
      ADMIN_EMAIL: cast.elena.email,
      ADMIN_PASSWORD: cast.elena.password,
      ...env,
    },
  });
  await untilReady(`http://127.0.0.1:${port}`, program);
  return program;
}

/** Waits until a node accepts requests; returns the milliseconds since the call. Throws after a minute. */
export async function untilReady(url: string, program?: Program): Promise<number> {
  const since = performance.now();
  while ((await fetch(`${url}/readyz`).catch(() => null))?.status !== 200) {
    if (program && program.child.exitCode !== null) throw new Error(`a node ended: ${program.err()}`);
    if (performance.now() - since > 60_000) throw new Error(`not ready in a minute: ${program?.err() ?? url}`);
    await wait(20);
  }
  return performance.now() - since;
}

/** The distinct faults that nodes logged. */
export function faultsOf(nodes: Program[]): string[] {
  const lines = nodes.flatMap((node) =>
    node
      .err()
      .split("\n")
      .filter((line) => line.includes(`"msg":"request failed"`)),
  );
  return [...new Set(lines.map((line) => (JSON.parse(line) as { err?: { message?: string } }).err?.message ?? line))];
}
