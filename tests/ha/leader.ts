import { type ChildProcess, spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeFolder } from "../support/folder.ts";
import { freePort } from "../start/program.ts";

/** Starts haproxy before PostgreSQL servers: it routes to Patroni's primary and closes connections to any other. */
export async function startLeaderProxy(
  servers: { name: string; port: number; rest: number }[],
): Promise<{ port: number; process: ChildProcess }> {
  const port = await freePort();
  const file = join(makeFolder("leader"), "haproxy.cfg");
  writeFileSync(
    file,
    `
defaults
  mode tcp
  timeout connect 5s
  timeout client 30m
  timeout server 30m
  timeout check 5s
listen primary
  bind 127.0.0.1:${port}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fall 3 rise 1 on-marked-down shutdown-sessions
${servers.map((server) => `  server ${server.name} 127.0.0.1:${server.port} check port ${server.rest}`).join("\n")}
`,
  );
  return { port, process: spawn("haproxy", ["-q", "-db", "-f", file], { stdio: ["ignore", "ignore", "inherit"] }) };
}
