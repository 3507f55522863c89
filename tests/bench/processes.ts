import { readdirSync, readFileSync } from "node:fs";

const TICKS_PER_SECOND = 100;

/** The processor time that a process has used, in milliseconds. */
export function processorMs(pid: number): number {
  const [utime, stime] = fieldsOf(pid).slice(11, 13);
  return ((Number(utime) + Number(stime)) * 1000) / TICKS_PER_SECOND;
}

/** The processor time of each running child process in milliseconds. PostgreSQL's children are its connections. */
export function childrenMs(parent: number): Map<number, number> {
  const found = new Map<number, number>();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      if (Number(fieldsOf(Number(name))[1]) === parent) found.set(Number(name), processorMs(Number(name)));
    } catch {
      // The process has ended meanwhile.
    }
  }
  return found;
}

/** The processor time of child processes since the snapshot `before`; ended processes are left out. */
export function childrenMsSince(parent: number, before: Map<number, number>): number {
  return [...childrenMs(parent)].reduce((sum, [pid, ms]) => sum + ms - (before.get(pid) ?? 0), 0);
}

/** The resident memory of a process, in megabytes. */
export function residentMegabytes(pid: number): number {
  const pages = Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]);
  return Math.round((pages * 4096) / 1e6);
}

/** The fields of /proc/PID/stat after the name: state, parent, … */
const fieldsOf = (pid: number) => readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
