import { type ChildProcess, spawn } from "node:child_process";
import { findPackageJSON } from "node:module";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import type { Logger } from "pino";
import { openFairQueue } from "../fair-queue.server.ts";
import type { CleanFile, Purpose } from "./clean.ts";
import type { Scan } from "./virus-scan.server.ts";
import type { Answer, Question } from "./worker.ts";

const WORKER = join(dirname(findPackageJSON("..", import.meta.url) ?? "."), "app/platform/uploads/worker.ts");
/** A file that takes longer is refused: the largest that are allowed take a second or two. */
const LONGEST_MS = 20_000;
/** What a process may hold of its own, by the kernel's count where there is one and by the engine's everywhere. */
const MOST_KB = 1_500_000;
const MOST_HEAP_MB = 300;
/** How long one waits for the next file before it goes. */
const IDLE_MS = 30_000;

export type UploadWorkers = {
  /** What of a person's file may be kept, or null. Throws UNAVAILABLE when too much of theirs waits, or no scan answers. */
  clean(personId: string, purpose: Purpose, bytes: Uint8Array): Promise<CleanFile | null>;
  /** How many processes died of a file or had to be killed. */
  readonly deaths: number;
  close(): void;
};

/** `scan` looks at each file before it is opened. */
type Options = { scan?: Scan; longestMs?: number };

/** Opens files that may be made to harm whoever opens them, in processes that hold nothing and are killed when they hang. */
export function openUploadWorkers(log: Pick<Logger, "warn">, { scan, longestMs = LONGEST_MS }: Options = {}): UploadWorkers {
  const turns = openFairQueue({ total: availableParallelism(), perKey: 1, waiting: 8 });
  const idle = new Map<ChildProcess, NodeJS.Timeout>();
  const all = new Set<ChildProcess>();
  let deaths = 0;

  function start(): ChildProcess {
    const flags = [`--max-old-space-size=${MOST_HEAP_MB}`, "--no-warnings"];
    // The limit is the shell's to set; where it knows none, time and the engine's limit are left.
    const limited = `ulimit -d ${MOST_KB} 2>/dev/null; exec "$0" "$@"`;
    const child = spawn("/bin/sh", ["-c", limited, process.execPath, ...flags, WORKER], {
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      serialization: "advanced",
      // Nothing of the server's own: no secret, no address of the database.
      env: { PATH: process.env["PATH"], VIPS_WARNING: "0" },
    });
    all.add(child);
    child.on("error", (error) => log.warn({ err: error }, "a process for files did not start"));
    child.once("exit", () => {
      all.delete(child);
      forget(child);
    });
    return child;
  }

  function forget(child: ChildProcess) {
    clearTimeout(idle.get(child));
    idle.delete(child);
  }

  function take(): ChildProcess {
    const [child] = idle.keys();
    if (!child) return start();
    forget(child);
    child.ref();
    child.channel?.ref();
    return child;
  }

  /** The answer of a process, or null when it died or had to be killed. */
  function ask(child: ChildProcess, question: Question): Promise<Answer | null> {
    return new Promise((resolve) => {
      const settle = (answer: Answer | null) => {
        clearTimeout(timer);
        child.removeAllListeners("message").off("exit", lose);
        resolve(answer);
      };
      const lose = () => settle(null);
      const timer = setTimeout(() => child.kill("SIGKILL"), longestMs);
      child.once("message", (answer) => settle(answer as Answer)).once("exit", lose);
      child.send(question, (error) => error && child.kill("SIGKILL"));
    });
  }

  function rest(child: ChildProcess) {
    if (!all.has(child) || !child.connected) return;
    // One that waits keeps nothing else from ending.
    child.unref();
    child.channel?.unref();
    idle.set(child, setTimeout(() => child.kill("SIGKILL"), IDLE_MS).unref());
  }

  return {
    clean: (personId, purpose, bytes) =>
      turns(personId, async () => {
        if (scan && !(await scan(bytes))) return null;
        const child = take();
        const answer = await ask(child, { purpose, bytes });
        rest(child);
        if (answer) return answer.file;
        deaths += 1;
        log.warn({ purpose, size: bytes.length }, "a file ended the process that opened it");
        return null;
      }),
    get deaths() {
      return deaths;
    },
    close() {
      for (const child of all) child.kill("SIGKILL");
    },
  };
}
