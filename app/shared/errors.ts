/**
 * The error codes that the API returns, with their HTTP status and Spanish message; those whose message the browser never says by itself are in
 * `server-errors.server.ts`. No other error leaves the server.
 */
export const errorCatalogue = {
  NOT_SIGNED_IN: { status: 401, message: "Iniciá sesión para continuar." },
  NOT_ALLOWED: { status: 403, message: "No tenés permiso para hacer esto." },
  ACCOUNT_SUSPENDED: { status: 403, message: "Tu cuenta está suspendida." },
  SECOND_FACTOR_NEEDED: { status: 403, message: "Primero completá el segundo paso de tu ingreso." },
  RECENT_PROOF_NEEDED: { status: 403, message: "Por seguridad, confirmá que sos vos para seguir." },
  WRONG_PASSWORD: { status: 403, message: "La contraseña no es correcta." },
  APPROVAL_PENDING: { status: 403, message: "Tu cuenta todavía no está aprobada." },
  PASSWORD_CHANGE_REQUIRED: { status: 403, message: "Cambiá tu contraseña temporal para continuar." },
  NOT_FOUND: { status: 404, message: "No encontramos lo que buscás." },
  CASE_NOT_FOUND: { status: 404, message: "Caso no encontrado" },
  BAD_INPUT: { status: 400, message: "Revisá los datos e intentá de nuevo." },
  KEY_REUSED: { status: 422, message: "Este pedido ya se había enviado con otros datos. Intentá de nuevo." },
  ALREADY_APPLIED: { status: 409, message: "Ya te has postulado a este caso" },
  CASE_FULL: { status: 409, message: "Este caso ya tiene todas sus postulaciones." },
  CASE_CLOSED: { status: 409, message: "Este caso ya está cerrado." },
  CASE_CHANGED: { status: 409, message: "El caso cambió mientras lo editabas. Mirá lo último y guardá de nuevo." },
  LIST_CHANGED: { status: 409, message: "Esto cambió mientras lo editabas. Mirá lo último y guardá de nuevo." },
  PROFILE_CHANGED: { status: 409, message: "Tu perfil cambió mientras lo editabas. Mirá lo último y guardá de nuevo." },
  MATCH_NOT_ACCEPTED: { status: 409, message: "Esta postulación no está aceptada." },
  MATCH_DECIDED: { status: 409, message: "Esta postulación ya fue respondida." },
  ALREADY_REVIEWED: { status: 409, message: "Ya publicaste una review para este especialista." },
  REVIEW_NOT_DUE: { status: 409, message: "Podés dejar una review cuando cierres el caso." },
  PHONE_MISSING: { status: 409, message: "Agregá un teléfono de contacto para que el profesional pueda ubicarte" },
  LICENSE_TAKEN: { status: 409, message: "Esta matrícula ya está registrada" },
  LICENSE_PLACE_NEEDED: { status: 409, message: "¿De qué provincia es tu matrícula?" },
  EMAIL_TAKEN: { status: 409, message: "Este email ya está registrado" },
  APPLICATION_DECIDED: { status: 409, message: "Esta solicitud ya fue procesada." },
  CONSENT_NEEDED: {
    status: 409,
    message:
      "Para publicar casos, subir estudios y escribir mensajes necesitamos tu consentimiento para usar tus datos de salud.",
  },
  CONSENT_CHANGED: { status: 409, message: "El texto del consentimiento cambió. Leelo de nuevo antes de aceptarlo." },
  TOO_MANY_CASES: { status: 409, message: "Tenés muchos casos en curso. Cerrá alguno antes de publicar otro." },
  LAST_ADMIN: { status: 409, message: "Tiene que quedar al menos un administrador." },
  OWN_ACCOUNT: { status: 409, message: "No podés decidir sobre tu propia cuenta." },
  OWN_THING: { status: 409, message: "Esto es tuyo: no hace falta denunciarlo." },
  ALREADY_DONE: { status: 409, message: "Esto ya estaba hecho." },
  ALREADY_REPORTED: { status: 409, message: "Ya lo denunciaste. Lo estamos revisando." },
  CONVERSATION_CLOSED: { status: 409, message: "En esta conversación ya no se puede escribir." },
  PUSH_OFF: { status: 409, message: "Los avisos en el teléfono todavía no están disponibles." },
  COVERAGE_RETIRED: { status: 409, message: "Esa cobertura ya no está en la lista. Elegí otra." },
  TOO_MANY_STUDIES: { status: 409, message: "Máximo 5 archivos permitidos" },
  LENGTH_NEEDED: { status: 411, message: "El pedido no dice cuánto mide." },
  FILE_TOO_LARGE: { status: 413, message: "El archivo es demasiado grande." },
  FILE_TYPE: { status: 415, message: "El archivo no es de un formato válido." },
  TOO_MANY_REQUESTS: { status: 429, message: "Demasiados intentos. Esperá un momento y probá de nuevo." },
  UNAVAILABLE: {
    status: 503,
    message: "El servicio no está disponible en este momento. Probá de nuevo en unos segundos.",
  },
  INTERNAL_SERVER_ERROR: { status: 500, message: "Algo salió mal" },
} as const;

/** Codes whose message comes with the API's answer: it would weigh on every screen. */
export const SERVER_CODES = [
  "PLAN_CHANGED",
  "TREATMENT_OVER",
  "AUTHORISATION_OVERLAPS",
  "TOO_MANY_AUTHORISATIONS",
  "SESSION_TOO_OLD",
  "SESSION_THERE",
  "APPEAL_OVER",
  "ALREADY_APPEALED",
  "OTHER_ADMIN_DECIDES",
  "SLOT_TAKEN",
  "SLOT_CLOSED",
  "BOOKING_CHANGED",
  "BOOKING_OVER",
  "PATIENT_BUSY",
  "TOO_MANY_BOOKINGS",
  "AGENDA_OFF",
  "NOT_STARTED",
  "MARK_CLOSED",
  "PLACE_IN_USE",
  "HOLIDAY_TAKEN",
  "REVIEW_SETTLED",
  "TOO_MANY_EDITS",
  "ALREADY_REPLIED",
  "REPLY_TELLS",
  "REPLY_SETTLED",
  "REPLY_CHANGED",
  "REVIEW_CHANGED",
  "TOO_MANY_LICENCES",
  "NOT_REJECTED",
  "NOT_APPROVED_YET",
  "COVERAGE_TAKEN",
  "TOO_MANY_FILES",
  "TOO_MANY_CONVERSATIONS",
  "TOO_MANY_CALENDARS",
  "TOO_MANY_CASES_OPENED",
  "TOO_MANY_APPLICATIONS",
  "TOO_MANY_REPORTS",
  "LICENSE_UNCHECKED",
  "HANDLE_TAKEN",
  "HANDLE_CHANGED_LATELY",
  "TOO_MANY_INVITATIONS",
  "KINE_PAUSED",
  "UNBLOCK_FIRST",
  "CASE_NOT_OPEN",
  "CASE_NOT_MATCHED",
  "OFFER_LAPSED",
  "OFFER_CHANGED",
  "FACTOR_DUE",
] as const;

export type ErrorCode = keyof typeof errorCatalogue | (typeof SERVER_CODES)[number];

/** Whether a code is one of the API's. */
const isErrorCode = (code: string): code is ErrorCode =>
  code in errorCatalogue || (SERVER_CODES as readonly string[]).includes(code);

/** An error of the API in the browser. Its class would bring oRPC to screens that make no call: its shape tells it from other errors. */
type ApiError = Error & { code: string; status: number; data: { request_id?: string } | undefined };

const isApiError = (error: unknown): error is ApiError =>
  error instanceof Error && "code" in error && "status" in error && "data" in error;

/** A refusal that the browser finds out by itself, as the API's client throws it; `message` overrides the catalogue's message. */
export function refusal(code: keyof typeof errorCatalogue, message: string = errorCatalogue[code].message): ApiError {
  return Object.assign(new Error(message), { code, status: errorCatalogue[code].status, data: undefined });
}

/** The message to show for a thrown value: the error's own, or a generic one, with the request id if known. */
export function errorMessage(error: unknown): string {
  const { INTERNAL_SERVER_ERROR, UNAVAILABLE } = errorCatalogue;
  if (!isApiError(error)) return UNAVAILABLE.message;
  if (!isErrorCode(error.code)) return INTERNAL_SERVER_ERROR.message;
  const requestId = error.data?.request_id;
  return requestId ? `${error.message} (${requestId})` : error.message;
}

/** The catalogue code of a thrown value, or null. */
export function errorCode(error: unknown): ErrorCode | null {
  return isApiError(error) && isErrorCode(error.code) ? error.code : null;
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
