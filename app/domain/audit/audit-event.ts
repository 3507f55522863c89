/** What is written down of accounts, in words. The database holds the same list (`audit_events_event`). */
export const EVENT_LABELS: Record<string, string> = {
  signed_up: "Creó su cuenta",
  signed_in: "Ingresó",
  sign_in_refused: "Ingreso rechazado",
  signed_out: "Cerró sesión",
  session_ended: "Sesión cerrada",
  refresh_token_reused: "Sesión usada dos veces",
  password_changed: "Cambió la contraseña",
  email_change_asked: "Pidió cambiar el email",
  email_changed: "Cambió el email",
  recovery_asked: "Pidió recuperar la contraseña",
  identity_linked: "Vinculó otra cuenta",
  identity_unlinked: "Desvinculó otra cuenta",
  factor_added: "Agregó un segundo paso",
  factor_removed: "Quitó un segundo paso",
  factor_verified: "Mostró su segundo paso",
  recovery_codes_made: "Creó códigos de recuperación",
  recovery_codes_used: "Usó un código de recuperación",
  passkey_added: "Agregó una llave de acceso",
  passkey_removed: "Quitó una llave de acceso",
  role_assigned: "Cambio de rol",
  application_decided: "Solicitud decidida",
  account_created_by_admin: "Cuenta creada por un administrador",
  account_deleted: "Eliminó su cuenta",
  keys_rotated: "Clave de firma renovada",
  health_consent_given: "Consintió el uso de sus datos de salud",
  health_consent_withdrawn: "Retiró su consentimiento",
  data_exported: "Pidió sus datos",
  audit_exported: "Descargó la auditoría",
  account_suspended: "Cuenta suspendida",
  account_restored: "Cuenta restablecida",
  review_hidden: "Reseña oculta",
  review_shown: "Reseña visible de nuevo",
  case_closed_by_admin: "Caso cerrado por un administrador",
  report_decided: "Denuncia decidida",
};

/** An event in words. */
export function eventLabel(event: string): string {
  return EVENT_LABELS[event] ?? event;
}
