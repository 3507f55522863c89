import { type IncomingMessage, type OutgoingHttpHeader, type OutgoingHttpHeaders, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { errorCatalogue } from "../shared/errors.ts";

/** How long, and for how many bytes, a client is listened to that goes on sending after its answer. */
const LINGER_MS = 2_000;
const LINGER_BYTES = 16 * 1024 * 1024;

type Headers = OutgoingHttpHeaders | OutgoingHttpHeader[];

/**
 * A response that ends its connection when it is given before the request's body has arrived: the next request on that
 * connection would stand behind the rest of the body.
 */
export class EarlyAnswer extends ServerResponse<IncomingMessage> {
  override writeHead(status: number, ...more: [string?, Headers?] | [Headers?]): this {
    if (hasBodyToCome(this.req)) {
      this.shouldKeepAlive = false;
      closeGently(this.req.socket);
    }
    return super.writeHead(status, ...(more as [Headers?]));
  }
}

/** Refuses a request whose body has no length: each chunk would cost a call, be it one byte. False leaves a request to others. */
export function refuseUnknownLength({ headers }: IncomingMessage, response: ServerResponse): boolean {
  if (headers["transfer-encoding"] === undefined) return false;
  const { status, message } = errorCatalogue.LENGTH_NEEDED;
  const body = JSON.stringify({ code: "LENGTH_NEEDED", message });
  response.writeHead(status, {
    "content-type": "application/json", "content-length": Buffer.byteLength(body), "cache-control": "no-store", "x-content-type-options": "nosniff",
  }).end(body);
  return true;
}

function hasBodyToCome({ complete, headers }: IncomingMessage): boolean {
  return !complete && (headers["transfer-encoding"] !== undefined || Number(headers["content-length"]) > 0);
}

/**
 * Lets a connection end in the way of a lingering close: what still comes is read and thrown away for a while. Closing at once
 * would reset it, and a client that is still sending would lose the answer. What comes does not reach the HTTP parser, so that tiny
 * chunks cost nothing.
 */
function closeGently(socket: Socket): void {
  let isClosing = false;
  // Node calls this when the answer is written; its own destroys the socket then.
  socket.destroySoon = () => {
    if (isClosing) return;
    isClosing = true;
    let left = LINGER_BYTES;
    const timer = setTimeout(() => socket.destroy(), LINGER_MS);
    socket.once("close", () => clearTimeout(timer));
    socket.removeAllListeners("data");
    socket.on("data", (part) => {
      left -= part.length;
      if (left < 0) socket.destroy();
    });
    socket.resume();
    socket.end();
  };
}
