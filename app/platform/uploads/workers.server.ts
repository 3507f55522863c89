import { once } from "node:events";
import { availableParallelism } from "node:os";
import type { Logger } from "pino";
import { AppError } from "../../shared/app-error.server.ts";
import { openBackoff } from "../backoff.server.ts";
import { openFairQueue } from "../fair-queue.server.ts";
import { openRemoteOpener } from "./remote-opener.server.ts";
import { type Layer, openSandbox, type Opener, type OpenerProcess } from "./sandbox.server.ts";
import { type Cleaned, type CleanFile, isCleaned, type Purpose } from "./sandboxed/clean-file.ts";
import type { Scan } from "./virus-scan.server.ts";
import type { Question } from "./sandboxed/worker.ts";

/** The timeout of one file: the largest allowed ones take a second or two. */
const LONGEST_MS = 10_000;
/** The timeout of a process's start, which takes seconds on a busy machine. */
const LONGEST_START_MS = 30_000;
/** How long an idle process waits for the next file before it is killed. */
const IDLE_MS = 30_000;
/** The backoff of a user whose file crashed a process: 30 seconds, times four at each repetition, up to an hour. */
const WAIT = { firstMs: 30_000, factor: 4, mostMs: 3_600_000 };

export type UploadWorkers = {
  /**
   * Sanitises a user's file, or says why it is refused. Throws UNAVAILABLE when too many files of the user wait, or the scan gives no verdict. Throws
   * TOO_MANY_REQUESTS for a while after a file of theirs crashed a process.
   */
  open(personId: string, purpose: Purpose, bytes: Uint8Array): Promise<Cleaned>;
  /** The file that `open` returns, null for a refused one. */
  clean(personId: string, purpose: Purpose, bytes: Uint8Array): Promise<CleanFile | null>;
  /** How many processes crashed on a file or had to be killed. */
  readonly deaths: number;
  /** The sandbox layers in use, null while the other container's opener does not answer. */
  layers(): Promise<Layer[] | null>;
  close(): void;
};

/** `scan` checks each file before it is opened; `dataDir` is hidden from the processes; `socket` leads to the opener of another container. */
type Options = { dataDir: string; socket?: string | null; scan?: Scan; longestMs?: number; cores?: number };

/** Opens untrusted files in sandboxed processes, which are killed when they hang. */
export function openUploadWorkers(
  log: Pick<Logger, "warn">,
  { dataDir, socket, scan, longestMs = LONGEST_MS, cores = availableParallelism() }: Options,
): UploadWorkers {
  const opener = socket ? openRemoteOpener(socket) : openLocalOpener(dataDir);
  // One core is left for requests.
  const turns = openFairQueue({ total: Math.max(1, cores - 1), perKey: 1, waiting: 8 });
  const backoff = openBackoff(WAIT);
  /** Idle processes. Each is reused only for the user whose file it opened, so a compromised process reaches no other user's file. */
  const idle = new Map<OpenerProcess, { personId: string; timer: NodeJS.Timeout }>();
  const all = new Set<OpenerProcess>();
  let deaths = 0;

  function watch(child: OpenerProcess) {
    all.add(child);
    // The caller that waits for the process handles the failure.
    child.on("error", () => undefined);
    child.once("exit", () => {
      all.delete(child);
      forget(child);
    });
  }

  /** Throws UNAVAILABLE when a process does not start, for example for lack of memory: the file is not at fault. */
  async function start(): Promise<OpenerProcess> {
    let child: OpenerProcess | undefined;
    try {
      child = opener.start();
      watch(child);
      await untilReady(child);
      return child;
    } catch (error) {
      child?.kill("SIGKILL");
      if (child) all.delete(child);
      log.warn({ err: error }, "a process for files did not start");
      throw new AppError("UNAVAILABLE");
    }
  }

  function forget(child: OpenerProcess) {
    clearTimeout(idle.get(child)?.timer);
    idle.delete(child);
  }

  /** Kills an idle process. It leaves the idle list first: it lives for a moment more, and a file sent to it would be lost. */
  async function dismiss(child: OpenerProcess) {
    forget(child);
    child.kill("SIGKILL");
    if (all.has(child)) await once(child, "exit");
  }

  async function take(personId: string): Promise<OpenerProcess> {
    const [child] = [...idle].find(([, owner]) => owner.personId === personId) ?? [];
    if (!child) {
      await Promise.all([...idle.keys()].map(dismiss));
      return start();
    }
    forget(child);
    child.ref();
    child.channel?.ref();
    return child;
  }

  /** The answer of a process, or null when it crashed or was killed. A compromised process may answer anything. */
  function ask(child: OpenerProcess, question: Question): Promise<Cleaned | null> {
    return new Promise((resolve) => {
      const settle = (answer: Cleaned | null) => {
        clearTimeout(timer);
        child.removeAllListeners("message").off("exit", lose);
        resolve(answer);
      };
      const lose = () => settle(null);
      const timer = setTimeout(() => child.kill("SIGKILL"), longestMs);
      child.once("message", (answer) => settle(answer as Cleaned)).once("exit", lose);
      child.send(question, (error) => error && child.kill("SIGKILL"));
    });
  }

  function rest(child: OpenerProcess, personId: string) {
    if (!all.has(child) || !child.connected) return;
    // An idle process does not keep the app from exiting.
    child.unref();
    child.channel?.unref();
    idle.set(child, { personId, timer: setTimeout(() => void dismiss(child), IDLE_MS).unref() });
  }

  const open: UploadWorkers["open"] = (personId, purpose, bytes) =>
    turns(personId, async () => {
      if (backoff.msLeft(personId) > 0) throw new AppError("TOO_MANY_REQUESTS");
      if (scan && !(await scan(bytes))) return { file: null, problem: "virus" };
      const child = await take(personId);
      const answer = await ask(child, { purpose, bytes });
      if (isCleaned(purpose, answer)) {
        rest(child, personId);
        return answer;
      }
      child.kill("SIGKILL");
      deaths += 1;
      backoff.strike(personId);
      log.warn({ purpose, size: bytes.length }, "a file ended the process that opened it");
      return { file: null, problem: "broken" };
    });

  return {
    open,
    clean: async (personId, purpose, bytes) => (await open(personId, purpose, bytes)).file,
    get deaths() {
      return deaths;
    },
    layers: opener.layers,
    close() {
      for (const child of all) child.kill("SIGKILL");
    },
  };
}

function openLocalOpener(dataDir: string): Opener {
  const { layers, start } = openSandbox(dataDir);
  return { layers: async () => layers, start };
}

/** Waits for the first message of a process. Throws when it ends before, or takes too long. */
async function untilReady(child: OpenerProcess): Promise<void> {
  const signal = AbortSignal.timeout(LONGEST_START_MS);
  const ended = once(child, "exit", { signal }).then(() => {
    throw new Error("it ended at its start");
  });
  await Promise.race([once(child, "message", { signal }), ended]);
}
