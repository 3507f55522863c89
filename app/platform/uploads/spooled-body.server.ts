import { randomUUID } from "node:crypto";
import { type FileHandle, open, unlink } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import { receive } from "./received-body.server.ts";

/** The part of a body that is buffered in memory. */
const HELD_BYTES = 256 * 1024;

/**
 * Receives a request's body of `length` bytes and passes `use` a function that reads it whole. Above 256 kB the body is spooled to an
 * unlinked file in `folder`, so a crash leaves nothing behind. Throws as `receive` does, and errors of the folder.
 */
export async function spooled<T>(
  request: IncomingMessage | Request,
  { length, folder }: { length: number; folder: string },
  use: (read: () => Promise<Uint8Array>) => Promise<T>,
): Promise<T> {
  // A Request created in process already has its body in memory.
  if (request instanceof Request) return use(() => request.bytes());
  const held = Buffer.allocUnsafeSlow(Math.min(length, HELD_BYTES));
  let [filled, written] = [0, 0];
  let file: FileHandle | undefined;
  let spilling: Promise<void> | undefined;

  async function spill(part: Buffer) {
    file ??= await openNameless(folder);
    await file.appendFile(held.subarray(0, filled));
    written += filled;
    filled = part.copy(held);
  }

  async function read(): Promise<Buffer> {
    if (!file) return held.subarray(0, filled);
    const whole = Buffer.allocUnsafeSlow(written + filled);
    for (let at = 0; at < written;) at += (await file.read(whole, at, written - at, at)).bytesRead;
    held.copy(whole, written, 0, filled);
    return whole;
  }

  try {
    await receive(request, (part) => {
      if (filled + part.length > held.length) return (spilling = spill(part));
      filled += part.copy(held, filled);
      return undefined;
    });
    return await use(read);
  } finally {
    // When the sender has disconnected, the file may be about to be opened: Node ends a process that leaves an open one to the garbage collector.
    await spilling?.catch(() => undefined);
    await file?.close();
  }
}

async function openNameless(folder: string): Promise<FileHandle> {
  const path = join(folder, `.${randomUUID()}`);
  const file = await open(path, "wx+", 0o600);
  try {
    await unlink(path);
  } catch (error) {
    await file.close();
    throw error;
  }
  return file;
}
