/** What the report says of a row: what was found, what happens to it, and whether the operator is asked (`asks`: the answers that are taken). */
type Words = { found: string; does: string; asks?: string };

/** Every finding, in Spanish: the report is read by the owner. */
export const FINDINGS = {
  repeated: { found: "Fila repetida", does: "Queda la primera" },
  orphan: { found: "Nombra a alguien o algo que no se mudó", does: "No se muda" },
  no_email: { found: "Cuenta sin email", does: "No se muda" },
  anonymous: { found: "Cuenta anónima", does: "No se muda" },
  deleted: { found: "Cuenta eliminada en el sistema anterior", does: "No se muda" },
  bad_email: { found: "Email que no es una dirección", does: "No se muda" },
  known_account: { found: "Su email ya tiene cuenta acá", does: "Se une a esa cuenta, que conserva su contraseña" },
  email_twice: {
    found: "Otra cuenta tiene el mismo email, salvo mayúsculas",
    does: "Queda la que confirmó su email, y de varias la que ingresó último; esta espera tu elección",
    asks: "left, o merge:ID con el ID de la que queda",
  },
  no_profile: { found: "Cuenta sin perfil y sin datos para hacerlo", does: "No se muda" },
  profile_made: { found: "Cuenta sin perfil", does: "El perfil se hace con los datos de su registro" },
  profile_alone: { found: "Perfil sin cuenta", does: "No se muda" },
  name_made: { found: "Nombre vacío o de una letra", does: "Queda el de su registro, o «Usuario»" },
  several_roles: { found: "Tiene varios roles", does: "Queda el más alto" },
  unknown_role: { found: "Rol desconocido", does: "No se muda" },
  no_role: { found: "No tiene rol", does: "Especialista si hizo una solicitud, si no paciente" },
  banned: { found: "Suspendida en el sistema anterior", does: "Llega suspendida" },
  confirmed_without_mail: {
    found: "Email dado por confirmado sin que se le haya escrito",
    does: "Llega sin confirmar: al entrar se le pide que lo confirme con un enlace, y hasta entonces recibe tres avisos por email; sus reseñas se mudan como estaban",
  },
  unconfirmed_status: { found: "Estado de aprobación que no corresponde a su rol", does: "Llega aprobada" },
  no_password: { found: "Sin contraseña que se pueda mudar", does: "Elige una con el enlace de recuperación" },
  text_cut: { found: "Texto demasiado largo", does: "Se corta en una palabra; el texto entero queda guardado" },
  text_dropped: { found: "Texto que no se puede usar", does: "Queda vacío; el original queda guardado" },
  phone_found: { found: "Teléfono con otras cosas", does: "Queda el primer número que se reconoce" },
  phone_dropped: { found: "Teléfono que no se puede leer", does: "Queda vacío; el original queda guardado" },
  birth_date_dropped: { found: "Fecha de nacimiento imposible", does: "Queda vacía" },
  modality_dropped: { found: "Modalidad desconocida", does: "Queda sin ella" },
  level_dropped: { found: "Nivel de actividad desconocido", does: "Queda vacío" },
  licence_twice: {
    found: "Otro especialista tiene la misma matrícula",
    does: "Queda en quien está aprobado, o es anterior; esta espera que la revises en Solicitudes",
  },
  licence_dropped: { found: "Matrícula que no se puede leer", does: "Queda vacía; el texto original queda guardado" },
  rejected_without_reason: { found: "Solicitud rechazada sin motivo", does: "Llega rechazada" },
  application_made: { found: "Especialista sin solicitud", does: "Se hace una con la fecha de su cuenta" },
  application_twice: { found: "Más de una solicitud pendiente", does: "Queda la última" },
  application_decided: { found: "Solicitud que no dice lo mismo que su perfil", does: "Queda como el perfil" },
  identity_left: { found: "Forma de ingreso que acá no existe", does: "No se muda" },
  factor_left: {
    found: "Segundo paso que no se puede mudar",
    does: "No se muda; si era el único confirmado, la contraseña tampoco",
  },
  case_ownerless: { found: "Caso sin paciente", does: "Queda cerrado y sin texto, por sus reseñas" },
  unknown_status: { found: "Estado desconocido", does: "Queda como si recién empezara" },
  matched_without_acceptance: { found: "Caso asignado sin nadie aceptado", does: "Queda abierto" },
  open_with_acceptance: { found: "Caso abierto con alguien aceptado", does: "Queda asignado" },
  reviewed_while_matched: { found: "Caso con reseña sin cerrar", does: "Queda cerrado en la fecha de la reseña" },
  too_many_studies: { found: "Más de cinco estudios", does: "Quedan los primeros cinco" },
  applied_twice: { found: "Se postuló más de una vez", does: "Queda la aceptada, o la primera" },
  own_case: { found: "Postulación al propio caso", does: "No se muda" },
  review_without_acceptance: { found: "Reseña a alguien que no fue aceptado", does: "No se muda" },
  review_of_others: { found: "Reseña de un caso de otra persona", does: "No se muda" },
  stars_outside: { found: "Estrellas que no son de 1 a 5", does: "No se muda" },
  reviewed_twice: { found: "Más de una reseña al mismo especialista", does: "Queda la primera" },
  hours_reversed: { found: "Horario que termina antes de empezar, o de un día que no existe", does: "No se muda" },
  hours_overlap: { found: "Horarios que se superponen", does: "Se unen en uno" },
  view_left: { found: "Marca de visto de algo que no se mudó", does: "No se muda" },
  file_missing: { found: "Archivo que no está", does: "Queda sin él" },
  file_broken: { found: "Archivo que no se puede abrir, o no es seguro", does: "Queda sin él" },
  file_foreign: { found: "Archivo de otra dirección o de otra persona", does: "Queda sin él" },
  file_unused: { found: "Archivo que nadie nombra", does: "No se muda" },
} as const satisfies Record<string, Words>;

export type Finding = keyof typeof FINDINGS;

/** The answers that a finding takes, in words; null where nothing is asked. */
export function asksOf(finding: Finding): string | null {
  const words: Words = FINDINGS[finding];
  return words.asks ?? null;
}
