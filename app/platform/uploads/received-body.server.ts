import type { IncomingMessage } from "node:http";
import { AppError } from "../../shared/errors.ts";

/** A body brings this many bytes in each window, or its rest, until it is whole: 4 kB a second, less than any phone network. */
const WINDOW_MS = 15_000;
const WINDOW_BYTES = 60_000;

/** Takes a part of a body; what it gives is waited for before more is read. */
type Take = (part: Buffer) => Promise<void> | undefined;

/**
 * The length of a request's body in bytes. Throws LENGTH_NEEDED where the request does not tell it, and `tooLarge` over `most`.
 * Each chunk of a body without a length costs a call, be it one byte, and clients of ours send none.
 */
export function lengthOf(headers: Pick<Headers, "has" | "get">, most: number, tooLarge = new AppError("FILE_TOO_LARGE")): number {
  if (headers.has("transfer-encoding")) throw new AppError("LENGTH_NEEDED");
  const length = Number(headers.get("content-length"));
  if (length > most) throw tooLarge;
  return length;
}

/** Gives a request's body to `take`, part by part. Throws UNAVAILABLE when it comes too slowly, or its sender goes away. */
export function receive(request: IncomingMessage, take: Take): Promise<void> {
  return new Promise((resolve, reject) => {
    let received = 0;
    let due = WINDOW_BYTES;
    const settle = (error?: unknown) => {
      clearInterval(timer);
      request.off("data", onData).off("end", onEnd).off("close", onClose);
      if (error === undefined) resolve();
      else reject(error);
    };
    const timer = setInterval(() => {
      if (received < due) settle(new AppError("UNAVAILABLE"));
      due = received + WINDOW_BYTES;
    }, WINDOW_MS);
    const onData = (part: Buffer) => {
      received += part.length;
      const taking = take(part);
      if (!taking) return;
      request.pause();
      taking.then(() => request.resume(), settle);
    };
    const onEnd = () => settle();
    const onClose = () => settle(new AppError("UNAVAILABLE"));
    request.on("error", () => undefined).on("data", onData).on("end", onEnd).on("close", onClose);
    request.socket.resume();
    if (request.destroyed) onClose();
  });
}

/** A request's body of so many bytes, in memory. Throws as `receive` does. */
export async function receiveWhole(request: IncomingMessage, length: number): Promise<Buffer> {
  let whole: Buffer | undefined;
  let size = 0;
  await receive(request, (part) => {
    // Most bodies are one part. Others are copied at once: a buffer for each part would take a hundred times its bytes.
    if (part.length === length) whole = part;
    else part.copy((whole ??= Buffer.allocUnsafeSlow(length)), size);
    size += part.length;
    return undefined;
  });
  return whole ?? Buffer.alloc(0);
}

/**
 * Receives the body of at most `most` bytes of a request, so that its Request reads it from memory. Nothing is done where that
 * happened already, or there is none. Throws as `lengthOf` and `receive` do.
 */
export async function receiveFor(request: Request, incoming: IncomingMessage, most: number): Promise<void> {
  const length = lengthOf(request.headers, most);
  if (length > 0 && !("rawBody" in incoming)) Object.assign(incoming, { rawBody: await receiveWhole(incoming, length) });
}
