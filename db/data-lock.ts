import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { processBirth } from "./process-identity.ts";

type Holder = { pid: number; birth: string | null };

/**
 * Locks a data folder for this process and returns the function that unlocks it. Throws when a living process holds the lock; the lock of a
 * dead process is taken over.
 */
export function lockDataDir(dataDir: string): () => void {
  const path = join(dataDir, "kinexo.lock");
  const ours = `${path}.${process.pid}`;
  const text = JSON.stringify({ pid: process.pid, birth: processBirth(process.pid) } satisfies Holder);
  writeFileSync(ours, text);
  try {
    while (!claim(ours, path)) removeStaleLock(path);
  } finally {
    rmSync(ours, { force: true });
  }
  return () => {
    if (read(path) === text) rmSync(path, { force: true });
  };
}

// A hard link creates the lock together with its content, atomically: only one process wins.
function claim(ours: string, path: string): boolean {
  try {
    linkSync(ours, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

function removeStaleLock(path: string): void {
  const text = read(path);
  if (text === null) return;
  const holder = parse(text);
  if (holder && holder.birth !== null && processBirth(holder.pid) === holder.birth) {
    throw new Error(
      `The data folder is in use by another start (process ${holder.pid}): stop it, or set another DATA_DIR`,
    );
  }
  const aside = `${path}.stale.${process.pid}`;
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  // Another start may have taken the lock between the read and the rename: restore its lock.
  if (read(aside) !== text) claim(aside, path);
  rmSync(aside, { force: true });
}

function parse(text: string): Holder | null {
  try {
    return JSON.parse(text) as Holder;
  } catch {
    return null;
  }
}

function read(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}
