import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeFolder } from "../support/folder.ts";
import { freePort } from "../start/program.ts";

/** How fast haproxy notices that a node is not ready: two checks, a fifth of a second apart. */
const CHECK = "check inter 200ms fall 2 rise 1";

/** Starts haproxy before nodes on these ports. It retries only requests never sent to a node: a lost answer stays lost. */
export async function startBalancer(nodes: number[]): Promise<{ url: string; process: ChildProcess }> {
  if (spawnSync("haproxy", ["-v"]).status !== 0) throw new Error("haproxy is not installed: apt-get install haproxy");
  const port = await freePort();
  const file = join(makeFolder("haproxy"), "haproxy.cfg");
  writeFileSync(
    file,
    `
defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  timeout check 3s
  retries 3
  option redispatch 1
  retry-on conn-failure
frontend people
  bind 127.0.0.1:${port}
  default_backend nodes
backend nodes
  balance roundrobin
  option forwardfor
  option httpchk
  http-check send meth GET uri /readyz ver HTTP/1.1 hdr Host localhost
${nodes.map((node, index) => `  server node${index} 127.0.0.1:${node} ${CHECK}`).join("\n")}
`,
  );
  const child = spawn("haproxy", ["-q", "-db", "-f", file], { stdio: ["ignore", "ignore", "inherit"] });
  return { url: `http://127.0.0.1:${port}`, process: child };
}
