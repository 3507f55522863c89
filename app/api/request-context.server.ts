import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { AppError } from "../shared/app-error.server.ts";
import { clientAddress } from "../platform/client-address.server.ts";
import { lengthOf, receiveFor } from "../platform/uploads/received-body.server.ts";
import type { Services } from "./services.server.ts";
import { type Claimed, findViewer, type Viewer } from "./viewer.server.ts";

const CALL_MAX_BYTES = 256 * 1024;
/** Bodies up to this size are read without a session and without queueing; calls without a session are smaller. */
const FREE_BYTES = 16 * 1024;

/** Request context of every procedure; `findViewer` queries at most once a request, `findClaims` never does. */
export type Context = {
  services: Services;
  requestId: string;
  clientAddress: string;
  /** Idempotency key sent by the client, to recognise a retry. */
  idempotencyKey?: string | null;
  findViewer: () => Promise<Viewer | null>;
  /** The claims of the caller's valid token. In-process calls have no token: they supply the viewer. */
  findClaims?: () => Promise<Claimed | null>;
  /** Receives the body before it is decoded. Throws LENGTH_NEEDED, FILE_TOO_LARGE, NOT_SIGNED_IN, UNAVAILABLE. */
  receiveBody?: () => Promise<void>;
};

/** The token of a Bearer Authorization header. */
export const bearerOf = (header: string | null | undefined) => /^Bearer (.+)$/i.exec(header ?? "")?.[1];

/** Client address of a request, and its raw stream unless the call is made in process. */
export type Sender = { remoteAddress: string; incoming?: IncomingMessage };

/** Builds the context of one request; the viewer is looked up at most once. */
export function requestContext(services: Services, request: Request, { remoteAddress, incoming }: Sender): Context {
  const call = contextOf(services, remoteAddress, (name) => request.headers.get(name));
  // Judges the sender of a large body apart: the call itself is judged once the body has arrived, which may take a minute.
  const sender = () => contextOf(services, remoteAddress, (name) => request.headers.get(name));
  if (incoming) call.receiveBody = () => receiveCall(sender(), request, incoming);
  return call;
}

/** The context of a request with these headers, whose body has been received. */
export function contextOf(
  services: Services,
  remoteAddress: string,
  header: (name: "authorization" | "idempotency-key" | "x-forwarded-for") => string | null,
): Context {
  let viewer: Promise<Viewer | null> | undefined;
  let claims: Promise<Claimed | null> | undefined;
  async function verify() {
    const token = bearerOf(header("authorization"));
    return token ? services.auth.verifyAccessToken(token) : null;
  }
  async function find() {
    const claimed = await (claims ??= verify());
    return claimed && findViewer(services.db, claimed);
  }
  return {
    services,
    requestId: randomUUID(),
    clientAddress: clientAddress(remoteAddress, header("x-forwarded-for"), services.settings.trustedProxies),
    idempotencyKey: header("idempotency-key"),
    findClaims: () => (claims ??= verify()),
    findViewer: () => (viewer ??= find()),
  };
}

async function receiveCall(
  { services, findViewer }: Context,
  request: Request,
  incoming: IncomingMessage,
): Promise<void> {
  const receive = () => receiveFor(request, incoming, CALL_MAX_BYTES);
  if (lengthOf(request.headers, CALL_MAX_BYTES) <= FREE_BYTES) return receive();
  const viewer = await findViewer();
  if (!viewer) throw new AppError("NOT_SIGNED_IN");
  await services.receiving(viewer.id, receive);
}
