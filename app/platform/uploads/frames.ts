import type { Socket } from "node:net";
import { deserialize, serialize } from "node:v8";

const LENGTH_BYTES = 4;
/** The largest value in bytes: a file and what describes it. */
const MOST_BYTES = 32_000_000;

/** Sends a value over a socket, after its length in bytes. */
export function sendFrame(socket: Socket, value: unknown, sent?: (error?: Error | null) => void): void {
  const bytes = serialize(value);
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(bytes.length);
  socket.write(Buffer.concat([length, bytes]), sent);
}

/** Calls `receive` with each value that arrives; destroys the socket when one is too large or no value. */
export function receiveFrames(socket: Socket, receive: (value: unknown) => void): void {
  let parts: Buffer[] = [];
  let size = 0;
  let next = LENGTH_BYTES;
  let isLength = true;
  socket.on("data", (part: Buffer) => {
    parts.push(part);
    size += part.length;
    if (size < next) return;
    let bytes: Buffer = Buffer.concat(parts);
    try {
      while (bytes.length >= next) {
        const frame = bytes.subarray(0, next);
        bytes = bytes.subarray(next);
        if (!isLength) receive(deserialize(frame));
        next = isLength ? frame.readUInt32BE() : LENGTH_BYTES;
        isLength = !isLength;
        if (next > MOST_BYTES) throw new Error("a value is too large");
      }
    } catch {
      socket.destroy();
    }
    parts = [bytes];
    size = bytes.length;
  });
}
