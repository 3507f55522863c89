import { MAX_CASES_IN_COURSE } from "../cases/case.ts";
import { DAYS_BETWEEN_INVITATIONS, MOST_INVITED } from "../service-levels/levels.ts";
import { SETTINGS } from "../settings/settings.ts";

const applications = SETTINGS.applications_a_day.fallback;

/** What the program limits so that nobody moves somebody else's visibility alone, in sentences of /terminos. */
export const LIMITS: readonly string[] = [
  `Un paciente publica hasta ${SETTINGS.cases_published_a_day.fallback} casos por día, también contando los que retira, y tiene hasta ${MAX_CASES_IN_COURSE} en curso: ${SETTINGS.unconfirmed_cases.fallback} mientras no confirma su email. De ellos, hasta ${SETTINGS.open_cases.fallback} esperan a un especialista a la vez. Podemos cambiar estos números.`,
  `Un paciente invita hasta a ${MOST_INVITED} especialistas por caso, y al mismo una vez cada ${DAYS_BETWEEN_INVITATIONS} días, aunque sea por otro caso.`,
  "Las cuentas de una misma casilla de email cuentan como una, aunque la dirección esté escrita de otra forma.",
  `Un especialista se postula a ${applications} casos por día como mucho, a ${(applications * 3) / 4} en la primera semana de su cuenta. Un mensaje repetido cuenta doble, y de un mismo especialista te avisamos dos veces por caso. Podemos cambiar estos números.`,
  `Un especialista abre hasta ${SETTINGS.cases_opened_a_day.fallback} casos por día sin postularse. Quien publicó un caso ve cuántos lo abrieron.`,
  "Una denuncia o una respuesta sobre una cobertura de alguien sin relación con el especialista no le quita nada hasta que la lee una persona. Si la rechazamos, vuelve todo lo que quitó.",
  "De cada paciente cuenta la última reseña de un especialista. Desde la cuarta de un especialista en un día, las de cuentas de menos de una semana esperan a que las lea una persona, y su autor lo ve.",
  "Una matrícula queda a nombre de una cuenta desde que confirma su email o la aprobamos. Otra cuenta con la misma no se aprueba.",
  "Ser especialista por decisión de un administrador no publica nada: el perfil se ve cuando su persona lo publica.",
];
