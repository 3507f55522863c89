import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { realpathSync } from "node:fs";
import { findPackageJSON } from "node:module";
import { setPriority } from "node:os";
import { dirname, join } from "node:path";

const ROOT = realpathSync(dirname(findPackageJSON("..", import.meta.url) ?? "."));
const OPENER = join(ROOT, "app/platform/uploads/sandboxed");
/** What a process may hold of its own, by the kernel's count where there is one and by the engine's everywhere. */
const MOST_KB = 1_500_000;
const MOST_HEAP_MB = 300;
/** A user and a group without a name, and without a file. */
const NOBODYS_ID = 64_999;
/** Behind what opens files comes everybody who waits for an answer. */
const LOW_PRIORITY = 10;

/** What keeps a process from the rest of the machine; each of them where the system allows it. */
export type Layer = "own user" | "no network" | "no data folder" | "no other process" | "no file but its code" | "no environment";

export type Sandbox = {
  layers: Layer[];
  /** Starts the program that opens files. */
  start(): ChildProcess;
  /** What Node allows a program in there: to read its own code. */
  flags: string[];
  /** How any program that ends by becoming another user is started in there. */
  command(program: string[]): string[];
};

const isRoot = process.getuid?.() === 0;
const works = ([file = "", ...args]: string[], options: object = {}) =>
  spawnSync(file, args, { stdio: "ignore", timeout: 5_000, ...options }).status === 0;

/** Without root a process is root in a place of its own, covers what it may not see, and gives up all that it may. */
const alone = (dataDir: string) => [
  "unshare", "--user", "--map-root-user", "--net", "--ipc", "--pid", "--fork", "--kill-child", "--mount", "--", "/bin/sh", "-c",
  `mount -t tmpfs -o size=4k,mode=0,ro none "$0" && mount -t tmpfs -o size=4k,mode=0,ro none /proc && `
    + `exec setpriv --no-new-privs --bounding-set=-all --inh-caps=-all "$@"`,
  dataDir,
];

/** Finds out, by trying, how far what opens files of strangers can be kept from `dataDir`, the network and other processes. */
export function openSandbox(dataDir: string): Sandbox {
  const [wrapper, found] = isRoot ? asRoot() : works([...alone(dataDir), "true"])
    ? [alone(dataDir), ["no network", "no data folder", "no other process"] as Layer[]]
    : [[], []];
  const isOther = found.includes("own user");
  const limits = `ulimit -c 0 2>/dev/null; ulimit -f 0 2>/dev/null; ulimit -d ${MOST_KB} 2>/dev/null; exec "$0" "$@"`;
  const command = (program: string[]) => ["/bin/sh", "-c", limits, ...wrapper, ...program, ...(isOther ? [String(NOBODYS_ID)] : [])];
  const flags = [
    `--max-old-space-size=${MOST_HEAP_MB}`, "--no-warnings", "--permission", "--allow-addons",
    ...[join(ROOT, "node_modules"), join(ROOT, "package.json"), OPENER].map((path) => `--allow-fs-read=${path}`),
  ];

  return {
    layers: [...found, "no file but its code", "no environment"],
    flags,
    command,
    start() {
      const [file = "", ...args] = command([process.execPath, ...flags, join(OPENER, "worker.ts")]);
      const child = spawn(file, args, {
        stdio: ["ignore", "ignore", "ignore", "ipc"],
        serialization: "advanced",
        // Nothing of the server's own: no secret, no address of the database.
        env: { PATH: process.env["PATH"], VIPS_WARNING: "0" },
      });
      try {
        if (child.pid) setPriority(child.pid, LOW_PRIORITY);
      } catch {
        // It is as good as any other then.
      }
      return child;
    },
  };
}

/** As root: a network of its own by a program of the system, another user by the program that is started, once it has read its code. */
function asRoot(): [wrapper: string[], layers: Layer[]] {
  const unshare = ["unshare", "--net", "--ipc", "--"];
  const hasNetwork = !works([...unshare, "true"]);
  const isOther = works(["true"], { uid: NOBODYS_ID, gid: NOBODYS_ID });
  const layers: Layer[] = [...(isOther ? ["own user", "no data folder"] as Layer[] : []), ...(hasNetwork ? [] : ["no network"] as Layer[])];
  return [hasNetwork ? [] : unshare, layers];
}
