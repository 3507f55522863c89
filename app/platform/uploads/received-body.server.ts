import type { IncomingMessage } from "node:http";
import { AppError } from "../../shared/app-error.server.ts";

/** A body must deliver this many bytes, or its remainder, in each window: 4 kB a second, slower than any phone network. */
const WINDOW_MS = 15_000;
const WINDOW_BYTES = 60_000;

/** Takes a part of a body; reading pauses until the returned promise resolves. */
type Take = (part: Buffer) => Promise<void> | undefined;

/**
 * The length of a request's body in bytes. Throws LENGTH_NEEDED when the request does not declare it, and `tooLarge` over `most`. Bodies
 * without a length are refused: even a one-byte chunk costs a call, and our clients send no such bodies.
 */
export function lengthOf(
  headers: Pick<Headers, "has" | "get">,
  most: number,
  tooLarge = new AppError("FILE_TOO_LARGE"),
): number {
  if (headers.has("transfer-encoding")) throw new AppError("LENGTH_NEEDED");
  const length = Number(headers.get("content-length"));
  if (length > most) throw tooLarge;
  return length;
}

/** Passes a request's body to `take`, part by part. Throws UNAVAILABLE when it arrives too slowly, or the client disconnects. */
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
    request
      .on("error", () => undefined)
      .on("data", onData)
      .on("end", onEnd)
      .on("close", onClose);
    request.socket.resume();
    if (request.destroyed) onClose();
  });
}

/** Reads a request's body of `length` bytes into memory. Throws as `receive` does. */
export async function receiveWhole(request: IncomingMessage, length: number): Promise<Buffer> {
  let whole: Buffer | undefined;
  let size = 0;
  await receive(request, (part) => {
    // Most bodies arrive in one part. Smaller parts are copied at once: a buffer for each could take a hundred times its bytes.
    if (part.length === length) whole = part;
    else part.copy((whole ??= Buffer.allocUnsafeSlow(length)), size);
    size += part.length;
    return undefined;
  });
  return whole ?? Buffer.alloc(0);
}

/**
 * Buffers a request's body of at most `most` bytes, so that its Request reads it from memory. Does nothing when it is already buffered or
 * empty. Throws as `lengthOf` and `receive` do.
 */
export async function receiveFor(request: Request, incoming: IncomingMessage, most: number): Promise<void> {
  const length = lengthOf(request.headers, most);
  if (length > 0 && !("rawBody" in incoming))
    Object.assign(incoming, { rawBody: await receiveWhole(incoming, length) });
}
