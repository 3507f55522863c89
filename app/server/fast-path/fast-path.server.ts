import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { StandardRPCJsonSerializer, StandardRPCSerializer } from "@orpc/client/standard";
import type { z } from "zod";
import { AppError } from "../../shared/errors.ts";
import { isConnectionLost } from "../../platform/database/database.server.ts";
import { bearerOf } from "../../api/request-context.server.ts";
import { toAppError } from "../../api/refusals.server.ts";
import { receiveWhole } from "../../platform/uploads/received-body.server.ts";
import { dataHeaders } from "../../platform/security-headers.server.ts";
import type { Services } from "../../api/services.server.ts";
import { fastRoutes, type FastRoute } from "./fast-routes.server.ts";

/**
 * Answers the most frequent calls of /rpc by a shorter route. Returning false, or calling `otherwise`, leaves a request to the full
 * procedure, which also answers the refusals of its guards.
 */
export type FastPath = (request: IncomingMessage, response: ServerResponse, otherwise: () => void) => boolean;

/** Larger than any input of a fast route. */
const MOST_BYTES = 16 * 1024;
const serializer = new StandardRPCSerializer(new StandardRPCJsonSerializer());

/** Opens the fast routes; pages detect a newer version by `build`. */
export function openFastPath(services: Services, build: string): FastPath {
  const routes = fastRoutes(services);
  const headers = [
    "content-type",
    "application/json",
    "cache-control",
    "private, no-store",
    ...dataHeaders(services.settings).flat(),
  ];
  if (build) headers.push("x-build", build);

  async function answer(route: FastRoute, request: IncomingMessage, response: ServerResponse, otherwise: () => void) {
    const since = performance.now();
    const body = await receiveWhole(request, Number(request.headers["content-length"])).catch(() => null);
    if (!body) return void response.destroy();
    const requestId = randomUUID();
    const key = request.headers["idempotency-key"]?.toString() ?? null;
    let outcome = "ok";
    let status = 200;
    let text: string | null;
    try {
      const token = bearerOf(request.headers.authorization);
      const claims = token ? await services.auth.verifyAccessToken(token) : null;
      const input = inputOf(body, route.input);
      text = input && (claims || !token) ? await route.answer(claims, input.data, { key, sent: input.sent }) : null;
    } catch (error) {
      // If nothing was written, the procedure answers with the refusal, or with the stored answer of a repeated request. With a key
      // it also resolves a lost connection.
      const isAnswerable = isUndone(error) || (key !== null && isConnectionLost(error));
      const refusal = isAnswerable ? null : toAppError(error, { services, requestId });
      outcome = refusal?.code ?? "";
      status = refusal?.status ?? 0;
      text = refusal && JSON.stringify(serializer.serialize(refusal.toJSON()));
    }
    if (text === null) {
      Object.assign(request, { rawBody: body });
      return otherwise();
    }
    services.metrics?.called(route.procedure, outcome, (performance.now() - since) / 1000);
    response
      .writeHead(status, [...headers, "x-request-id", requestId, "content-length", String(Buffer.byteLength(text))])
      .end(text);
  }

  return (request, response, otherwise) => {
    const route = request.method === "POST" ? routes.get(request.url ?? "") : undefined;
    const { headers: sent } = request;
    if (!route || !(Number(sent["content-length"]) <= MOST_BYTES)) return false;
    if (!sent["content-type"]?.startsWith("application/json") || sent["content-encoding"] !== undefined) return false;
    void answer(route, request, response, otherwise);
    return true;
  };
}

/** Whether a guard or a database constraint refused, so that nothing was written. */
const isUndone = (error: unknown) =>
  error instanceof AppError || (error as { constraint?: string }).constraint !== undefined;

function inputOf(body: Buffer, shape: z.ZodType): { data: unknown; sent: unknown } | null {
  try {
    const sent: unknown = serializer.deserialize(JSON.parse(String(body)));
    const parsed = shape.safeParse(sent);
    return parsed.success ? { data: parsed.data, sent } : null;
  } catch {
    return null;
  }
}
