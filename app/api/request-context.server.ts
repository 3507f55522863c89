import { randomUUID } from "node:crypto";
import { clientAddress } from "../platform/client-address.server.ts";
import { bearerOf, findViewer, type Context } from "./guards.server.ts";
import type { Services } from "./services.server.ts";

/** Where a request comes from. */
export type Sender = { remoteAddress: string };

/** What one request brings to every procedure; the viewer is looked up at most once. */
export function requestContext(services: Services, request: Request, { remoteAddress }: Sender): Context {
  let found: ReturnType<Context["findViewer"]> | undefined;
  return {
    services,
    requestId: randomUUID(),
    clientAddress: clientAddress(
      remoteAddress,
      request.headers.get("x-forwarded-for"),
      services.settings.trustedProxies,
    ),
    idempotencyKey: request.headers.get("idempotency-key"),
    findViewer: () => (found ??= findBearer(services, request)),
  };
}

async function findBearer(services: Services, request: Request) {
  const token = bearerOf(request.headers.get("authorization"));
  const session = token && (await services.auth.verifyAccessToken(token));
  return session ? findViewer(services.db, session) : null;
}
