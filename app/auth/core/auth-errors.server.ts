import type { Context } from "hono";
import { AppError } from "../../shared/app-error.server.ts";
import { allErrors } from "../../shared/server-errors.server.ts";
import { isDatabaseAway } from "../../platform/database/database.server.ts";

/** Since this protocol version, an error has its code under `code`; clients read it there if a response header names the version. */
const CODE_VERSION = "2024-01-01";
const VERSION_HEADER = "x-supabase-api-version";

/** Retry-After of a temporary failure. */
const RETRY_SECONDS = 2;

type Details = { retryAfter?: number; reasons?: string[] };

/** Error of the account service, answered with `status`, GoTrue's `code` and a user-facing message. */
export class AuthFailure extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: Details;
  constructor(status: number, code: string, message: string, details: Details = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

export const invalidCredentials = () => new AuthFailure(400, "invalid_credentials", "Invalid login credentials");
export const userAlreadyExists = () => new AuthFailure(422, "user_already_exists", "User already registered");
/** As many accounts as may have proven the mailbox; told to its reader alone. */
export const mailboxFull = () =>
  new AuthFailure(
    422,
    "mailbox_full",
    "Ya hay cinco cuentas confirmadas con este email. Borrá una que no uses, o usá otro email.",
  );
export const weakPassword = (message: string, reason: string) =>
  new AuthFailure(422, "weak_password", message, { reasons: [reason] });
/** The client must solve a challenge (GET /captcha) and retry with its solution. */
export const captchaFailed = () =>
  new AuthFailure(400, "captcha_failed", "No pudimos comprobar que no sos un programa. Probá de nuevo.");
/** Clients retry a 503 and keep the session; a 429 would make them drop it. */
export const overloaded = () =>
  new AuthFailure(503, "over_request_rate_limit", "El servicio está muy ocupado. Probá de nuevo en unos segundos.", {
    retryAfter: RETRY_SECONDS,
  });
export const tooManyAttempts = (seconds: number) =>
  new AuthFailure(
    429,
    "over_request_rate_limit",
    `Demasiados intentos. Esperá ${seconds} ${seconds === 1 ? "segundo" : "segundos"} y probá de nuevo.`,
    { retryAfter: seconds },
  );

/** Rate limit on messages to one mailbox. */
export const tooManyMessages = (seconds: number) =>
  new AuthFailure(429, "over_email_send_rate_limit", tooManyAttempts(seconds).message, { retryAfter: seconds });

/** Rate limit on changes of address, whose messages may go to strangers. */
export const tooManyEmailChanges = (seconds: number) =>
  new AuthFailure(429, "over_email_send_rate_limit", "Hoy ya pediste varios cambios de email. Probá de nuevo mañana.", {
    retryAfter: seconds,
  });

/** Whether the error means that the service or its database is temporarily unavailable. */
export const isOverload = (error: unknown): boolean =>
  error instanceof AuthFailure || error instanceof AppError ? error.status === 503 : isDatabaseAway(error);

/** Support contact. */
type Contact = { contactEmail: string; contactPhone: string };

/** GoTrue's code for an account suspended by an admin, with the support contact. */
const userBanned = ({ contactEmail, contactPhone }: Contact) =>
  new AuthFailure(
    400,
    "user_banned",
    `Tu cuenta está suspendida. Si creés que es un error, escribinos a ${contactEmail} o llamanos al ${contactPhone}.`,
  );

/** Maps any error thrown while serving a request to an AuthFailure; null for a bug. */
export function asFailure(error: unknown, contact: Contact): AuthFailure | null {
  if (error instanceof AuthFailure) return error;
  if (error instanceof AppError) {
    const code = error.code === "BAD_INPUT" ? "validation_failed" : error.code.toLowerCase();
    const details = error.code === "UNAVAILABLE" ? { retryAfter: RETRY_SECONDS } : {};
    return new AuthFailure(error.status >= 500 ? error.status : 422, code, error.message, details);
  }
  if (!(error instanceof Error)) return null;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  if (isDatabaseAway(error)) return overloaded();
  // Applies to every sign-in method: the database refuses sessions of suspended users.
  if ("constraint" in error && error.constraint === "suspended_have_no_session") return userBanned(contact);
  // Another account took the address at the same time, or may still take it back.
  if ("constraint" in error && error.constraint === "users_email_key") return userAlreadyExists();
  // Values that PostgreSQL cannot hold or that fail a check constraint.
  if (code.startsWith("22") || code === "23514") {
    return new AuthFailure(422, "validation_failed", allErrors.BAD_INPUT.message);
  }
  return null;
}

/** Whether a request accepts the newer of the protocol's two error shapes. An invalid date means the older shape. */
function asksForCode(c: Context): boolean {
  const version = c.req.header(VERSION_HEADER) ?? "";
  return /^\d{4}-\d{2}-\d{2}$/.test(version) && !Number.isNaN(Date.parse(version)) && version >= CODE_VERSION;
}

/** JSON answer of a failure, in the shape of the requested version: `{code, message}` or `{code: 400, error_code, msg}`. */
export function failureResponse(c: Context, failure: AuthFailure): Response {
  const { code, message, status, details } = failure;
  const isNew = asksForCode(c);
  const body = {
    ...(isNew ? { code, message } : { code: status, error_code: code, msg: message }),
    ...(details.reasons && { weak_password: { reasons: details.reasons } }),
  };
  return c.body(JSON.stringify(body), status as 400, {
    "content-type": "application/json",
    ...(isNew && { [VERSION_HEADER]: CODE_VERSION }),
    ...(details.retryAfter && { "retry-after": String(details.retryAfter) }),
  });
}

/** The session of an access token has ended; clients then discard it. */
export function sessionNotFound(): AuthFailure {
  return new AuthFailure(403, "session_not_found", "Session from session_id claim in JWT does not exist");
}
