import { type IncomingMessage, type OutgoingHttpHeader, type OutgoingHttpHeaders, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { allErrors } from "../shared/server-errors.server.ts";

/** How long, and for how many bytes, a client may keep sending after its answer. */
const LINGER_MS = 2_000;
const LINGER_BYTES = 16 * 1024 * 1024;
/** The most lingering connections: each takes some 100 kB, and an attacker may be refused thousands of times a second. */
const MOST_LINGERING = 300;

type Headers = OutgoingHttpHeaders | OutgoingHttpHeader[];

/**
 * Creates the response class of a server. A response sent before its request's body has arrived closes the connection: the next request on
 * the connection would queue behind the rest of the body.
 */
export function openEarlyAnswers(): typeof ServerResponse<IncomingMessage> {
  const lingering = new Set<Socket>();
  return class EarlyAnswer extends ServerResponse<IncomingMessage> {
    override writeHead(status: number, ...rest: [string?, Headers?] | [Headers?]): this {
      if (hasBodyToCome(this.req)) {
        this.shouldKeepAlive = false;
        closeGently(this.req.socket, lingering);
      }
      return super.writeHead(status, ...(rest as [Headers?]));
    }
  };
}

/** Refuses a request whose body has no length: each chunk would cost a call, even of one byte. Returns false for other requests. */
export function refuseUnknownLength({ headers }: IncomingMessage, response: ServerResponse): boolean {
  if (headers["transfer-encoding"] === undefined) return false;
  const { status, message } = allErrors.LENGTH_NEEDED;
  const body = JSON.stringify({ code: "LENGTH_NEEDED", message });
  response
    .writeHead(status, {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body),
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    })
    .end(body);
  return true;
}

function hasBodyToCome({ complete, headers }: IncomingMessage): boolean {
  return !complete && (headers["transfer-encoding"] !== undefined || Number(headers["content-length"]) > 0);
}

/**
 * Lingering close: reads and discards incoming data for a while. Closing at once would reset the connection, and a client that is
 * still sending would lose the answer. The data bypasses the HTTP parser, so tiny chunks cost nothing. Above the limit, the socket that has
 * lingered longest is destroyed.
 */
function closeGently(socket: Socket, lingering: Set<Socket>): void {
  let isClosing = false;
  // Node calls this once the answer is written; its own version would destroy the socket.
  socket.destroySoon = () => {
    if (isClosing) return;
    isClosing = true;
    let left = LINGER_BYTES;
    const timer = setTimeout(() => socket.destroy(), LINGER_MS);
    const [oldest] = lingering;
    if (oldest && lingering.size >= MOST_LINGERING) {
      lingering.delete(oldest);
      oldest.destroy();
    }
    lingering.add(socket);
    socket.once("close", () => {
      clearTimeout(timer);
      lingering.delete(socket);
    });
    socket.removeAllListeners("data");
    socket.on("data", (part) => {
      left -= part.length;
      if (left < 0) socket.destroy();
    });
    socket.resume();
    socket.end();
  };
}
