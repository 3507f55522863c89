import type { IncomingMessage, ServerResponse } from "node:http";
import { type AnyProcedure, createProcedureClient, isProcedure } from "@orpc/server";
import type { AppError } from "../../shared/app-error.server.ts";
import { contextOf, type Context } from "../../api/request-context.server.ts";
import { toAppError } from "../../api/refusals.server.ts";
import { receiveWhole } from "../../platform/uploads/received-body.server.ts";
import { dataHeaders } from "../../platform/security-headers.server.ts";
import type { Services } from "../../api/services.server.ts";
import { router } from "../../router.server.ts";
import { rpcText, rpcValue } from "./rpc-text.server.ts";

/** Answers a request, and returns true; returning false, or calling `otherwise`, leaves it to the full path. */
export type FastPath = (request: IncomingMessage, response: ServerResponse, otherwise: () => void) => boolean;

type Call = { name: string; run(input: unknown, context: Context): Promise<unknown> };

/** Larger than most inputs. The full path queues larger bodies before it receives them. */
const MOST_BYTES = 16 * 1024;

/**
 * Answers the calls of /rpc with small JSON bodies. It runs the same procedures as the full path, without a Request, a Response, their streams
 * and two layers of routing between the socket and the procedure. Pages detect a newer version by `build`.
 */
export function openFastPath(services: Services, build: string): FastPath {
  const calls = callsOf(router);
  const headers = [
    "content-type",
    "application/json",
    "cache-control",
    "private, no-store",
    ...dataHeaders(services.settings).flat(),
  ];
  if (build) headers.push("x-build", build);

  async function answer(call: Call, request: IncomingMessage, response: ServerResponse, otherwise: () => void) {
    const since = performance.now();
    const body = await receiveWhole(request, Number(request.headers["content-length"])).catch(() => null);
    if (!body) return void response.destroy();
    const input = inputOf(body);
    if (!input) {
      Object.assign(request, { rawBody: body });
      return otherwise();
    }
    const context = contextOf(services, request.socket.remoteAddress ?? "", (name) => {
      const value = request.headers[name];
      return Array.isArray(value) ? value.join() : (value ?? null);
    });
    let refusal: AppError | null = null;
    let text: string;
    try {
      text = rpcText(await call.run(input.value, context));
    } catch (error) {
      refusal = toAppError(error, context);
      text = rpcText(refusal.toJSON());
    }
    services.metrics?.called(call.name, refusal?.code ?? "ok", (performance.now() - since) / 1000);
    response
      .writeHead(refusal?.status ?? 200, [
        ...headers,
        "x-request-id",
        context.requestId,
        "content-length",
        String(Buffer.byteLength(text)),
      ])
      .end(text);
  }

  return (request, response, otherwise) => {
    const call = request.method === "POST" ? calls.get(request.url ?? "") : undefined;
    const { headers: sent } = request;
    if (!call || !(Number(sent["content-length"]) <= MOST_BYTES)) return false;
    if (!sent["content-type"]?.startsWith("application/json") || sent["content-encoding"] !== undefined) return false;
    void answer(call, request, response, otherwise);
    return true;
  };
}

/** The procedures by path, except streams. */
function callsOf(nouns: typeof router): Map<string, Call> {
  const calls = new Map<string, Call>();
  for (const [noun, verbs] of Object.entries(nouns)) {
    if (verbs === nouns.live) continue;
    for (const [verb, procedure] of Object.entries(verbs as Record<string, AnyProcedure>)) {
      if (!isProcedure(procedure)) continue;
      const client = createProcedureClient(procedure, {
        context: ({ call }: { call: Context }) => call,
        path: [noun, verb],
      });
      calls.set(`/rpc/${noun}/${verb}`, {
        name: `${noun}.${verb}`,
        run: (input, call) => client(input, { context: { call } }),
      });
    }
  }
  return calls;
}

/** The input in a body; null when the body is not JSON of our protocol. */
function inputOf(body: Buffer): { value: unknown } | null {
  try {
    return { value: rpcValue(String(body)) };
  } catch {
    return null;
  }
}
