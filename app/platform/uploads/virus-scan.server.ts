import { connect, type NetConnectOpts } from "node:net";
import { AppError } from "../../shared/app-error.server.ts";

const CHUNK_BYTES = 64 * 1024;
const LONGEST_MS = 15_000;
const LONGEST_ANSWER = 1_000;

/**
 * Whether ClamAV finds nothing in a file (clamd's INSTREAM: length-prefixed chunks, ended by an empty one). Throws UNAVAILABLE when there
 * is no verdict: unscanned files are not accepted.
 */
export type Scan = (bytes: Uint8Array) => Promise<boolean>;

/** Scans with the clamd at a socket, on one connection per file. */
export function openScan(socket: NetConnectOpts, longestMs = LONGEST_MS): Scan {
  return async (bytes) => {
    const answer = await ask(socket, bytes, longestMs).catch(() => "");
    if (answer === "stream: OK") return true;
    if (/^stream: .+ FOUND$/.test(answer)) return false;
    throw new AppError("UNAVAILABLE");
  };
}

function ask(socket: NetConnectOpts, bytes: Uint8Array, longestMs: number): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = "";
    const connection = connect(socket);
    const timer = setTimeout(() => connection.destroy(new Error("no answer")), longestMs);
    connection.setEncoding("utf8");
    connection.on("connect", () => {
      connection.write("zINSTREAM\0");
      for (let at = 0; at < bytes.length; at += CHUNK_BYTES)
        connection.write(framed(bytes.subarray(at, at + CHUNK_BYTES)));
      connection.write(framed(new Uint8Array()));
    });
    connection.on("data", (text: string) => {
      answer += text;
      // The answer ends with a NUL.
      if (answer.includes("\0") || answer.length > LONGEST_ANSWER) connection.end();
    });
    connection.on("error", reject);
    connection.on("close", () => {
      clearTimeout(timer);
      if (answer.endsWith("\0")) resolve(answer.slice(0, -1));
      else reject(new Error("no verdict"));
    });
  });
}

function framed(chunk: Uint8Array): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(chunk.length);
  return Buffer.concat([length, chunk]);
}
