import { SETTINGS } from "../settings/settings.ts";

const applications = SETTINGS.applications_a_day.fallback;

/** What the program limits so that nobody moves somebody else's visibility alone, in sentences of /terminos. */
export const LIMITS: readonly string[] = [
  `Un especialista se postula a ${applications} casos por día como mucho, a ${(applications * 3) / 4} en la primera semana de su cuenta. Un mensaje repetido cuenta doble, y de un mismo especialista te avisamos dos veces por caso. Podemos cambiar estos números.`,
  `Un especialista abre hasta ${SETTINGS.cases_opened_a_day.fallback} casos por día sin postularse. Quien publicó un caso ve cuántos lo abrieron.`,
  "Una denuncia o una respuesta sobre una cobertura de alguien sin relación con el especialista no le quita nada hasta que la lee una persona. Si la rechazamos, vuelve todo lo que quitó.",
  "De cada paciente cuenta la última reseña de un especialista. Desde la cuarta de un especialista en un día, las de cuentas de menos de una semana esperan a que las lea una persona, y su autor lo ve.",
  "Una matrícula queda a nombre de una cuenta desde que confirma su email o la aprobamos. Otra cuenta con la misma no se aprueba.",
  "Ser especialista por decisión de un administrador no publica nada: el perfil se ve cuando su persona lo publica.",
];
