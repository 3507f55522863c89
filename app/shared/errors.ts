/**
 * The error codes that the API returns, with their HTTP status and Spanish message; those whose message the browser never says by itself are in
 * `server-errors.server.ts`. No other error leaves the server.
 */
export const errorCatalogue = {
  NOT_SIGNED_IN: { status: 401, message: "Iniciá sesión para continuar." },
  PHONE_MISSING: { status: 409, message: "Agregá un teléfono de contacto para que el profesional pueda ubicarte" },
  LICENSE_TAKEN: { status: 409, message: "Esta matrícula ya está registrada" },
  LICENSE_PLACE_NEEDED: { status: 409, message: "¿De qué provincia es tu matrícula?" },
  EMAIL_TAKEN: { status: 409, message: "Este email ya está registrado" },
  CONSENT_NEEDED: {
    status: 409,
    message:
      "Para publicar casos, subir estudios y escribir mensajes necesitamos tu consentimiento para usar tus datos de salud.",
  },
  UNAVAILABLE: {
    status: 503,
    message: "El servicio no está disponible en este momento. Probá de nuevo en unos segundos.",
  },
  INTERNAL_SERVER_ERROR: { status: 500, message: "Algo salió mal" },
} as const;

/** Codes whose message comes with the API's answer: it would weigh on every screen. */
export type ServerCode =
  | "NOT_ALLOWED"
  | "ACCOUNT_SUSPENDED"
  | "SECOND_FACTOR_NEEDED"
  | "FACTOR_DUE"
  | "RECENT_PROOF_NEEDED"
  | "WRONG_PASSWORD"
  | "APPROVAL_PENDING"
  | "PASSWORD_CHANGE_REQUIRED"
  | "NOT_FOUND"
  | "CASE_NOT_FOUND"
  | "BAD_INPUT"
  | "KEY_REUSED"
  | "ALREADY_APPLIED"
  | "CASE_FULL"
  | "CASE_CLOSED"
  | "CASE_CHANGED"
  | "PERIOD_TOO_LONG"
  | "LIST_CHANGED"
  | "PROFILE_CHANGED"
  | "LICENSE_UNREAD"
  | "PAST_UNANSWERED"
  | "MATCH_NOT_ACCEPTED"
  | "MATCH_DECIDED"
  | "ALREADY_REVIEWED"
  | "REVIEW_NOT_DUE"
  | "APPLICATION_DECIDED"
  | "CONSENT_CHANGED"
  | "TOO_MANY_CASES"
  | "LAST_ADMIN"
  | "NEW_ADMIN"
  | "OWN_ACCOUNT"
  | "OWN_THING"
  | "ALREADY_DONE"
  | "ALREADY_REPORTED"
  | "CONVERSATION_CLOSED"
  | "PUSH_OFF"
  | "COVERAGE_RETIRED"
  | "TOO_MANY_STUDIES"
  | "LENGTH_NEEDED"
  | "FILE_TOO_LARGE"
  | "FILE_TYPE"
  | "TOO_MANY_REQUESTS"
  | "PLAN_CHANGED"
  | "TREATMENT_OVER"
  | "AUTHORISATION_OVERLAPS"
  | "TOO_MANY_AUTHORISATIONS"
  | "SESSION_TOO_OLD"
  | "SESSION_TOO_EARLY"
  | "SESSION_THERE"
  | "APPEAL_OVER"
  | "ALREADY_APPEALED"
  | "OTHER_ADMIN_DECIDES"
  | "SLOT_TAKEN"
  | "SLOT_CLOSED"
  | "BOOKING_CHANGED"
  | "BOOKING_OVER"
  | "PATIENT_BUSY"
  | "TOO_MANY_BOOKINGS"
  | "AGENDA_OFF"
  | "NOT_STARTED"
  | "MARK_CLOSED"
  | "PLACE_IN_USE"
  | "HOLIDAY_TAKEN"
  | "REVIEW_SETTLED"
  | "TOO_MANY_EDITS"
  | "ALREADY_REPLIED"
  | "REPLY_TELLS"
  | "REPLY_SETTLED"
  | "REPLY_CHANGED"
  | "REVIEW_CHANGED"
  | "TOO_MANY_LICENCES"
  | "NOT_REJECTED"
  | "NOT_APPROVED_YET"
  | "COVERAGE_TAKEN"
  | "TOO_MANY_FILES"
  | "TOO_MANY_CONVERSATIONS"
  | "TOO_MANY_CALENDARS"
  | "TOO_MANY_CASES_OPENED"
  | "TOO_MANY_APPLICATIONS"
  | "TOO_MANY_REPORTS"
  | "LICENSE_UNCHECKED"
  | "HANDLE_TAKEN"
  | "HANDLE_CHANGED_LATELY"
  | "TOO_MANY_INVITATIONS"
  | "KINE_PAUSED"
  | "UNBLOCK_FIRST"
  | "CASE_NOT_OPEN"
  | "CASE_NOT_MATCHED"
  | "OFFER_LAPSED"
  | "OFFER_CHANGED"
  | "JOB_GONE"
  | "JOB_RUNNING";

export type ErrorCode = keyof typeof errorCatalogue | ServerCode;

/** An error of the API in the browser. Its class would bring oRPC to screens that make no call: its shape tells it from other errors. */
type ApiError = Error & { code: string; status: number; data: { request_id?: string } | undefined };

const isApiError = (error: unknown): error is ApiError =>
  error instanceof Error && "code" in error && "status" in error && "data" in error;

/** Whether the API itself answered: oRPC keeps as `body` what another server answered, as a proxy. */
const isOfTheApi = ({ data }: ApiError) => !(data && "body" in data);

/** An error as the API's client throws it. */
export const apiError = (code: string, status: number, message: string): ApiError =>
  Object.assign(new Error(message), { code, status, data: undefined });

/** A refusal that the browser finds out by itself, as the API's client throws it; `message` overrides the catalogue's message. */
export function refusal(code: keyof typeof errorCatalogue, message: string = errorCatalogue[code].message): ApiError {
  return apiError(code, errorCatalogue[code].status, message);
}

/** The message to show for a thrown value: the error's own, or a generic one, with the request id if known. */
export function errorMessage(error: unknown): string {
  const { INTERNAL_SERVER_ERROR, UNAVAILABLE } = errorCatalogue;
  if (!isApiError(error)) return UNAVAILABLE.message;
  if (!isOfTheApi(error)) return INTERNAL_SERVER_ERROR.message;
  const requestId = error.data?.request_id;
  return requestId ? `${error.message} (${requestId})` : error.message;
}

/** The catalogue code of a thrown value, or null. */
export function errorCode(error: unknown): ErrorCode | null {
  return isApiError(error) && isOfTheApi(error) ? (error.code as ErrorCode) : null;
}

/** Whether the server answered with a refusal, so that nothing was done. */
export function isRefusal(error: unknown): boolean {
  return isApiError(error) && error.status < 500;
}

/** Whether there was no answer or the server is temporarily unavailable: a retry may help. */
export function isServerAway(error: unknown): boolean {
  if (isApiError(error)) return error.code === "UNAVAILABLE" || (error.status >= 502 && error.status <= 504);
  return error instanceof TypeError;
}
