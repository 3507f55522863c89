import { errorCatalogue, type ErrorCode, type SERVER_CODES } from "./errors.ts";

type Facts = { status: number; message: string };

const serverErrors: Record<(typeof SERVER_CODES)[number], Facts> = {
  PLAN_CHANGED: { status: 409, message: "El plan cambió. Miralo de nuevo antes de aceptarlo." },
  TREATMENT_OVER: { status: 409, message: "Este tratamiento ya terminó." },
  AUTHORISATION_OVERLAPS: { status: 409, message: "Esas fechas se pisan con otra autorización." },
  TOO_MANY_AUTHORISATIONS: { status: 409, message: "Este tratamiento ya tiene 40 autorizaciones." },
  SESSION_TOO_OLD: { status: 409, message: "Podés anotar sesiones de los últimos 30 días." },
  SESSION_THERE: { status: 409, message: "Ese día ya tiene una sesión." },
  APPEAL_OVER: { status: 409, message: "Pasaron los 14 días para pedir otra revisión." },
  ALREADY_APPEALED: { status: 409, message: "Ya pediste otra revisión." },
  OTHER_ADMIN_DECIDES: { status: 409, message: "Lo decidiste vos: le toca a otro administrador." },
  SLOT_TAKEN: { status: 409, message: "Ese horario se acaba de ocupar. Elegí otro." },
  SLOT_CLOSED: { status: 409, message: "Ese horario no está disponible." },
  BOOKING_CHANGED: { status: 409, message: "El turno cambió mientras lo mirabas. Fijate en el nuevo horario." },
  BOOKING_OVER: { status: 409, message: "Ese turno ya no está en pie." },
  PATIENT_BUSY: { status: 409, message: "A esa hora ya tenés otro turno." },
  TOO_MANY_BOOKINGS: { status: 429, message: "Ya tenés varios pedidos sin respuesta." },
  AGENDA_OFF: { status: 409, message: "Este especialista no toma turnos por acá." },
  NOT_STARTED: { status: 409, message: "El turno todavía no empezó." },
  MARK_CLOSED: { status: 409, message: "Pasaron 7 días: ya no se puede cambiar." },
  PLACE_IN_USE: { status: 409, message: "Hay turnos por delante en ese lugar." },
  HOLIDAY_TAKEN: { status: 409, message: "Ese día ya está en la lista." },
  REVIEW_SETTLED: { status: 409, message: "Pasaron 7 días: podés retirarla, no editarla." },
  TOO_MANY_EDITS: { status: 409, message: "Ya la editaste 10 veces: podés retirarla." },
  ALREADY_REPLIED: { status: 409, message: "Ya respondiste esta reseña." },
  REPLY_TELLS: { status: 409, message: "Tu respuesta nombra a tu paciente o da un contacto. Sacalo para publicarla." },
  REPLY_SETTLED: { status: 409, message: "Pasaron 48 horas: ya no se puede editar." },
  REPLY_CHANGED: { status: 409, message: "La respuesta cambió. Mirala de nuevo." },
  REVIEW_CHANGED: { status: 409, message: "La reseña cambió. Mirala de nuevo." },
  TOO_MANY_LICENCES: { status: 409, message: "Podés tener hasta 10 matrículas." },
  NOT_REJECTED: { status: 409, message: "Solo se puede retomar una solicitud rechazada." },
  NOT_APPROVED_YET: { status: 409, message: "Primero aprobá su solicitud." },
  COVERAGE_TAKEN: { status: 409, message: "Ya hay una cobertura con ese nombre o ese código." },
  TOO_MANY_FILES: { status: 429, message: "Hoy ya mandaste 20 archivos. Mañana podés mandar otros." },
  TOO_MANY_CONVERSATIONS: { status: 429, message: "Hoy ya empezaste 10 conversaciones. Mañana podés empezar otras." },
  TOO_MANY_CALENDARS: { status: 409, message: "Ya tenés dos calendarios conectados. Desconectá uno." },
  TOO_MANY_CASES_OPENED: {
    status: 429,
    message:
      "Hoy ya abriste los casos de un día. Mañana podés abrir otros; los de tus postulaciones los seguís viendo.",
  },
  TOO_MANY_APPLICATIONS: {
    status: 429,
    message: "Hoy ya hiciste las postulaciones de un día. Un mensaje repetido cuenta doble. Mañana podés seguir.",
  },
  TOO_MANY_REPORTS: { status: 429, message: "Hiciste muchas denuncias hoy. Podés seguir mañana." },
  LICENSE_UNCHECKED: {
    status: 409,
    message: "Todavía no comprobamos tu matrícula. Vas a poder postularte apenas lo hagamos.",
  },
  HANDLE_TAKEN: { status: 409, message: "Esa dirección no está disponible. Probá con otra." },
  HANDLE_CHANGED_LATELY: { status: 409, message: "Podés cambiar tu dirección una vez cada 90 días." },
  KINE_PAUSED: { status: 409, message: "Este especialista está en pausa y no toma casos por ahora." },
  TOO_MANY_INVITATIONS: { status: 409, message: "Ya invitaste a tres especialistas a este caso." },
  UNBLOCK_FIRST: { status: 409, message: "Bloqueaste a esta persona: desbloqueala para aceptarla." },
  OFFER_CHANGED: { status: 409, message: "La propuesta cambió. Mirala de nuevo antes de aceptar." },
  OFFER_LAPSED: { status: 409, message: "Esta propuesta venció. El especialista puede renovarla." },
  CASE_NOT_MATCHED: { status: 409, message: "Solo se puede cerrar un caso con un especialista aceptado." },
  FACTOR_DUE: { status: 403, message: "Para administrar hace falta un segundo paso. Agregalo para seguir." },
  CASE_NOT_OPEN: { status: 409, message: "Solo se puede editar o retirar un caso abierto." },
};

/** Every error code with its HTTP status and Spanish message. */
export const allErrors: Record<ErrorCode, Facts> = { ...errorCatalogue, ...serverErrors };
