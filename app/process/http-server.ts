import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { openEarlyAnswers, refuseUnknownLength } from "./early-answers.ts";
import type { LoadedProgram } from "./load-program.ts";
import type { FastPath } from "../server/fast-path/fast-path.server.ts";
import { openStaticFiles } from "./static-files.ts";

type Answer = (
  request: Request,
  info: { remoteAddress: string; incoming: IncomingMessage },
) => Promise<Response> | Response;

const STOP_MS = 10_000;

/** Timeouts of a client's connection, in milliseconds; `look` is the check interval. */
export type Patience = { headers: number; request: number; silence: number; look: number };

// A 10 MB study over a weak connection takes minutes; live streams send something every 25 seconds.
const PATIENCE: Patience = { headers: 15_000, request: 300_000, silence: 90_000, look: 5_000 };

/** A larger body, or one of unknown length, is not read until its handler requests it. */
const READ_AHEAD_BYTES = 16 * 1024;

/**
 * HTTP server with timeouts for clients that send too slowly or do not read the answer. An answer sent before the end of the
 * request's body closes the connection.
 */
export function openHttpServer({ headers, request, silence, look }: Patience = PATIENCE): Server {
  const server = createServer({
    keepAliveTimeout: 65_000,
    headersTimeout: headers,
    requestTimeout: request,
    connectionsCheckingInterval: look,
    ServerResponse: openEarlyAnswers(),
  });
  // Otherwise Node would buffer incoming data, as one object per chunk or segment.
  server.on("request", ({ headers: sent, socket }) => {
    if (sent["transfer-encoding"] !== undefined || Number(sent["content-length"]) > READ_AHEAD_BYTES) socket.pause();
  });
  return server.setTimeout(silence);
}

/** Answers every request: from the built files, the fast path or the development middleware, else by `answer`. */
export function requestListener(
  answer: Answer,
  { clientDir, middleware }: Pick<LoadedProgram, "clientDir" | "middleware">,
  fastPath: FastPath = () => false,
): RequestListener {
  const listener = getRequestListener((request, { incoming }) =>
    answer(request, { remoteAddress: incoming.socket.remoteAddress ?? "", incoming: incoming as IncomingMessage }),
  );
  if (middleware) return (request, response) => middleware(request, response, () => void listener(request, response));
  const isFile = clientDir ? openStaticFiles(clientDir) : () => false;
  return (request, response) => {
    if (refuseUnknownLength(request, response)) return;
    const otherwise = () => void listener(request, response);
    if (!isFile(request, response) && !fastPath(request, response, otherwise)) otherwise();
  };
}

/** Listens and returns the port. Throws a one-line error when the port or the address is unavailable. */
export function listen(server: Server, port: number, host: string | null): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(new Error(explain(error, port, host))));
    server.listen({ port, host: host ?? undefined }, () => resolve((server.address() as AddressInfo).port));
  });
}

/** Checks early, before the database starts, that the port is free; returns it, or a free one when `port` is 0. */
export async function tryPort(port: number, host: string | null): Promise<number> {
  const probe = createServer();
  const found = await listen(probe, port, host);
  await new Promise((resolve) => probe.close(resolve));
  return found;
}

/** Stops accepting connections, lets open requests finish for at most 10 seconds, then closes the rest. */
export async function closeHttpServer(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  const cut = setTimeout(() => server.closeAllConnections(), STOP_MS);
  await closed;
  clearInterval(idle);
  clearTimeout(cut);
}

function explain(error: NodeJS.ErrnoException, port: number, host: string | null): string {
  if (error.code === "EADDRINUSE") return `PORT: another program is using port ${port}`;
  if (error.code === "EACCES") return `PORT: this user may not use port ${port}`;
  return `HOST: cannot listen on ${host ?? "any address"} (${error.code})`;
}
