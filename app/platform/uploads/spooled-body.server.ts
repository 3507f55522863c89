import { randomUUID } from "node:crypto";
import { type FileHandle, open, unlink } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import { receive } from "./received-body.server.ts";

/** What is kept in memory of a body that is under way. */
const HELD_BYTES = 256 * 1024;

/**
 * Receives a request's body of so many bytes, and gives it to `use` as a function that reads it whole. What is more than 256 kB
 * lies meanwhile in a file of `folder` without a name, of which nothing is left after a crash. Throws as `receive` does, and what
 * the folder throws.
 */
export async function spooled<T>(
  request: IncomingMessage | Request,
  { length, folder }: { length: number; folder: string },
  use: (read: () => Promise<Uint8Array>) => Promise<T>,
): Promise<T> {
  // One that was made in process has its body in memory.
  if (request instanceof Request) return use(() => request.bytes());
  const held = Buffer.allocUnsafeSlow(Math.min(length, HELD_BYTES));
  let [filled, written] = [0, 0];
  let file: FileHandle | undefined;

  async function spill(part: Buffer) {
    file ??= await openNameless(folder);
    await file.appendFile(held.subarray(0, filled));
    written += filled;
    filled = part.copy(held);
  }

  async function read(): Promise<Buffer> {
    if (!file) return held.subarray(0, filled);
    const whole = Buffer.allocUnsafeSlow(written + filled);
    for (let at = 0; at < written; ) at += (await file.read(whole, at, written - at, at)).bytesRead;
    held.copy(whole, written, 0, filled);
    return whole;
  }

  try {
    await receive(request, (part) => {
      if (filled + part.length > held.length) return spill(part);
      filled += part.copy(held, filled);
      return undefined;
    });
    return await use(read);
  } finally {
    await file?.close();
  }
}

async function openNameless(folder: string): Promise<FileHandle> {
  const path = join(folder, `.${randomUUID()}`);
  const file = await open(path, "wx+", 0o600);
  await unlink(path);
  return file;
}
