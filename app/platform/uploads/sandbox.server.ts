import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import type { EventEmitter } from "node:events";
import { realpathSync } from "node:fs";
import { findPackageJSON } from "node:module";
import { setPriority } from "node:os";
import { dirname, join } from "node:path";
import type { Question } from "./sandboxed/worker.ts";

const ROOT = realpathSync(dirname(findPackageJSON("..", import.meta.url) ?? "."));
const OPENER = join(ROOT, "app/platform/uploads/sandboxed");
/** The memory limits of a process: the kernel's data limit where it exists, and the engine's heap limit everywhere. */
const MOST_KB = 1_500_000;
const MOST_HEAP_MB = 300;
/** A user and group id without a name or any files. */
const NOBODYS_ID = 64_999;
/** Opening files yields to requests that wait for an answer. */
const LOW_PRIORITY = 10;

/** A layer of the sandbox; each is used where the system supports it. */
export type Layer =
  "own user" | "no network" | "no data folder" | "no other process" | "no file but its code" | "no environment";

/** A process that opens files, of which a ChildProcess is one. It emits "message", "error" and "exit". */
export type OpenerProcess = EventEmitter & {
  readonly connected: boolean;
  channel?: { ref(): void; unref(): void } | null;
  send(question: Question, sent: (error: Error | null) => void): unknown;
  kill(signal: "SIGKILL"): unknown;
  ref(): void;
  unref(): void;
};

/** Starts processes that open files. `layers` are null while it does not answer. */
export type Opener = { layers(): Promise<Layer[] | null>; start(): OpenerProcess };

/** What an attacker could use for lack of layers. */
export const EXPOSURES = ["network", "data", "processes"] as const;
export type Exposure = (typeof EXPOSURES)[number];

/** What a program within these layers reaches, should a file take it over. */
export function exposuresWith(layers: readonly Layer[]): Exposure[] {
  const held: Record<Exposure, Layer[]> = {
    network: ["no network"],
    data: ["no data folder"],
    processes: ["own user", "no other process"],
  };
  return EXPOSURES.filter((exposure) => !held[exposure].some((layer) => layers.includes(layer)));
}

export type Sandbox = {
  layers: Layer[];
  /** Starts the program that opens files. */
  start(): ChildProcess;
  /** Node's permission flags inside the sandbox: the program may only read its own code. */
  flags: string[];
  /** The command that runs a program in the sandbox; the program switches to another user itself. */
  command(program: string[]): string[];
};

const isRoot = process.getuid?.() === 0;
const works = ([file = "", ...args]: string[], options: object = {}) =>
  spawnSync(file, args, { stdio: "ignore", timeout: 5_000, ...options }).status === 0;

/** Without root: user, network, IPC, PID and mount namespaces, with the data folder and /proc covered and all capabilities dropped. */
const alone = (dataDir: string) => [
  "unshare",
  "--user",
  "--map-root-user",
  "--net",
  "--ipc",
  "--pid",
  "--fork",
  "--kill-child",
  "--mount",
  "--",
  "/bin/sh",
  "-c",
  `mount -t tmpfs -o size=4k,mode=0,ro none "$0" && mount -t tmpfs -o size=4k,mode=0,ro none /proc && ` +
    `exec setpriv --no-new-privs --bounding-set=-all --inh-caps=-all "$@"`,
  dataDir,
];

/** Detects, by trying, how far programs that open untrusted files can be isolated from `dataDir`, the network and other processes. */
export function openSandbox(dataDir: string): Sandbox {
  const [wrapper, detected] = isRoot
    ? asRoot()
    : works([...alone(dataDir), "true"])
      ? [alone(dataDir), ["no network", "no data folder", "no other process"] as Layer[]]
      : [[], []];
  const hasOwnUser = detected.includes("own user");
  const limits = `ulimit -c 0 2>/dev/null; ulimit -f 0 2>/dev/null; ulimit -d ${MOST_KB} 2>/dev/null; exec "$0" "$@"`;
  const command = (program: string[]) => [
    "/bin/sh",
    "-c",
    limits,
    ...wrapper,
    ...program,
    ...(hasOwnUser ? [String(NOBODYS_ID)] : []),
  ];
  const flags = [
    `--max-old-space-size=${MOST_HEAP_MB}`,
    "--no-warnings",
    "--permission",
    "--allow-addons",
    ...[join(ROOT, "node_modules"), join(ROOT, "package.json"), OPENER].map((path) => `--allow-fs-read=${path}`),
  ];

  return {
    layers: [...detected, "no file but its code", "no environment"],
    flags,
    command,
    start() {
      const [file = "", ...args] = command([process.execPath, ...flags, join(OPENER, "worker.ts")]);
      const child = spawn(file, args, {
        stdio: ["ignore", "ignore", "ignore", "ipc"],
        serialization: "advanced",
        // Passes none of the server's environment: no secret, no database URL.
        env: { PATH: process.env["PATH"], VIPS_WARNING: "0" },
      });
      try {
        if (child.pid) setPriority(child.pid, LOW_PRIORITY);
      } catch {
        // A normal priority is acceptable too.
      }
      return child;
    },
  };
}

/** As root: a network namespace by `unshare`, and another user, to which the program itself switches once it has read its code. */
function asRoot(): [wrapper: string[], layers: Layer[]] {
  const unshare = ["unshare", "--net", "--ipc", "--"];
  // Disables setuid programs.
  const unprivileged = ["setpriv", "--no-new-privs", "--"];
  const hasNetwork = !works([...unshare, "true"]);
  const hasOwnUser = works(["true"], { uid: NOBODYS_ID, gid: NOBODYS_ID });
  const layers: Layer[] = [
    ...(hasOwnUser ? (["own user", "no data folder"] as Layer[]) : []),
    ...(hasNetwork ? [] : (["no network"] as Layer[])),
  ];
  return [[...(hasNetwork ? [] : unshare), ...(works([...unprivileged, "true"]) ? unprivileged : [])], layers];
}
