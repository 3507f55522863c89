import { spawnSync } from "node:child_process";
import { readFileSync, readlinkSync, realpathSync } from "node:fs";
import { basename } from "node:path";

/**
 * The start time of a process, as a text that no later process with the same id repeats; null when there is no such process. A process id
 * alone is not enough: after a crash or a reboot it may belong to another process.
 */
export function processBirth(pid: number): string | null {
  if (process.platform !== "linux") return ps(pid, "lstart=");
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name in brackets may itself hold brackets and spaces; the state follows the last bracket, 19 fields before the start time.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (fields[0] === "Z" || fields[0] === "X") return null;
    return `${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()} ${fields[19]}`;
  } catch {
    return null;
  }
}

/** Whether a process is the PostgreSQL server of this data folder. */
export function isPostgresOf(pid: number, cluster: string): boolean {
  if (process.platform !== "linux") return ps(pid, "command=")?.includes(`-D ${realpathSync(cluster)}`) ?? false;
  try {
    const program = basename(readlinkSync(`/proc/${pid}/exe`)).replace(/ \(deleted\)$/, "");
    return program === "postgres" && readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster);
  } catch {
    return false;
  }
}

function ps(pid: number, column: string): string | null {
  const result = spawnSync("ps", ["-o", column, "-p", String(pid)], { encoding: "utf8" });
  return result.status === 0 ? result.stdout.trim() : null;
}
