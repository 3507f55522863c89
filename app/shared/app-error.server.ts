import { ORPCError } from "@orpc/server";
import { type ErrorCode, errorCatalogue } from "./errors.ts";

/** An error with a code of the catalogue; `message` overrides the catalogue's message. */
export class AppError extends ORPCError<ErrorCode, { request_id?: string } | undefined> {
  constructor(code: ErrorCode, message?: string, data?: { request_id?: string }) {
    super(code, { status: errorCatalogue[code].status, message: message ?? errorCatalogue[code].message, data });
  }
}
