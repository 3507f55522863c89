import type { IncomingMessage } from "node:http";
import type { Context } from "hono";
import { z } from "zod";
import { clientAddress } from "../../platform/client-address.server.ts";
import { receiveFor } from "../../platform/uploads/received-body.server.ts";
import { AuthFailure } from "./auth-errors.server.ts";
import type { Device } from "./session.server.ts";

const DEEPEST_JSON = 8;

export type AuthEnv = { Bindings: { remoteAddress: string; incoming?: IncomingMessage } };

/** Larger than any request of the protocol. */
const BODY_MAX_BYTES = 64 * 1024;

export const validationFailed = (message: string) => new AuthFailure(400, "validation_failed", message);

/** Whether a value can be stored: PostgreSQL holds neither NUL nor lone surrogates, and no field nests deeply. */
function isStorable(value: unknown, depth = 0): boolean {
  if (typeof value === "string") return value.isWellFormed() && !value.includes("\0");
  if (typeof value !== "object" || value === null) return true;
  if (depth === DEEPEST_JSON) return false;
  return Object.entries(value).every(([key, member]) => isStorable(key) && isStorable(member, depth + 1));
}

/** Request fields of a captcha. */
export const withCaptcha = { gotrue_meta_security: z.object({ captcha_token: z.string().nullish() }).nullish() };

/** Throws AuthFailure 411 for a body without a length, 413 for one over `BODY_MAX_BYTES`. */
export function mustBeShort({ req }: Context): void {
  if (req.header("transfer-encoding") !== undefined)
    throw new AuthFailure(411, "validation_failed", "Request body must have a length");
  if (Number(req.header("content-length")) > BODY_MAX_BYTES)
    throw new AuthFailure(413, "request_entity_too_large", `Request body too large (max ${BODY_MAX_BYTES} bytes)`);
}

/** The request's body as text, at most `BODY_MAX_BYTES`. Throws AppError UNAVAILABLE when it arrives too slowly. */
export async function readText(c: Context<AuthEnv>): Promise<string> {
  if (c.env.incoming) await receiveFor(c.req.raw, c.env.incoming, BODY_MAX_BYTES);
  return c.req.text();
}

/** The JSON object in the request's body, validated by `shape`. Throws AuthFailure 400 for anything else. */
export async function readBody<T>(c: Context<AuthEnv>, shape: z.ZodType<T>): Promise<T> {
  const text = await readText(c);
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new AuthFailure(400, "bad_json", "Could not parse request body as JSON");
  }
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    throw new AuthFailure(400, "bad_json", "The request body must be a JSON object");
  }
  if (!isStorable(body)) throw validationFailed("The request body holds text or nesting that cannot be stored");
  const parsed = shape.safeParse(body);
  if (!parsed.success) throw validationFailed(parsed.error.issues[0]?.message ?? "Invalid request body");
  return parsed.data;
}

/** As `readBody`, for operations whose body is optional. */
export async function readOptionalBody<T>(c: Context<AuthEnv>, shape: z.ZodType<T>): Promise<T> {
  return (c.req.header("content-length") ?? "0") === "0" ? shape.parse({}) : readBody(c, shape);
}

/** The id in a request's path. Throws AuthFailure 404 when it is not a UUID: no such id exists. */
export function idOf(c: Context, what: string): string {
  const id = z.uuid().safeParse(c.req.param("id"));
  if (!id.success) throw new AuthFailure(404, "validation_failed", `${what} must be an UUID`);
  return id.data;
}

/** The bearer token of a request, or null. */
export function bearerToken(c: Context): string | null {
  return /^Bearer ([^\s]+)$/i.exec(c.req.header("authorization") ?? "")?.[1] ?? null;
}

/** Returns a function that reads a request's client address, behind the given number of trusted proxies, and user agent. */
export function deviceBehind(trustedProxies: number): (c: Context<AuthEnv>) => Device {
  return (c) => ({
    address: clientAddress(c.env.remoteAddress, c.req.header("x-forwarded-for"), trustedProxies),
    userAgent: c.req.header("user-agent") ?? null,
  });
}
