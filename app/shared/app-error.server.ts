import { ORPCError } from "@orpc/server";
import type { ErrorCode } from "./errors.ts";
import { allErrors } from "./server-errors.server.ts";

/** An error with a code of the catalogue; `message` overrides the catalogue's message. */
export class AppError extends ORPCError<ErrorCode, { request_id?: string } | undefined> {
  constructor(code: ErrorCode, message?: string, data?: { request_id?: string }) {
    super(code, { status: allErrors[code].status, message: message ?? allErrors[code].message, data });
  }
}
