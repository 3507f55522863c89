/** What each kind of job does, in words. A kind without its line shows its name. */
const JOB_LABELS: Record<string, string> = {
  agenda_next: "Próximo turno libre",
  answer_message_request: "Pedido de un enlace",
  ask_confirmation: "Confirmación mensual",
  authorisation_level: "Autorizaciones",
  booking_level: "Avisos de turnos",
  calendar_entry: "Calendarios",
  case_level: "Pasos de un caso",
  close_push: "Cierre de avisos",
  deliver: "Avisos",
  match_level: "Pasos de una postulación",
  offer_lapse: "Propuestas que vencen",
  push_again: "Avisos repetidos",
  remove_files: "Borrado de archivos",
  report_level: "Plazo de denuncias",
  request_level: "Plazo de solicitudes",
  seat_free: "Lugares que se liberan",
  seat_kept: "Lugares reservados",
  send_digest: "Resumen diario",
  send_message: "Correos",
  tell_moved: "Correos de la mudanza",
  treatment_level: "Pasos de un tratamiento",
};

/** The name of a kind of job. */
export const jobLabel = (task: string) => JOB_LABELS[task] ?? task;

/** A failure's code in words; only the kind of error is known of those without one. */
export const failureWords = (code: string) => (code === "Error" ? "Sin código" : code);
