import { APPEAL_DAYS, APPEAL_HOURS } from "../appeals/appeal.ts";
import { MOST_REPORTS_A_DAY, MOST_REPORTS_UNCONFIRMED } from "../reports/report.ts";
import { EDIT_DAYS, MOST_EDITS, REPLY_HOURS } from "../reviews/reply.ts";

type Rule = { id: string; title: string; text: string };

/** How reviews, answers and reports are handled, as /como-moderamos publishes it. */
export const MODERATION_RULES: readonly Rule[] = [
  {
    id: "quien-opina",
    title: "Quién opina",
    text: "Opina un paciente de un especialista al que aceptó, una vez, cuando cierra su caso. «Turnos registrados» dice que acordaron por acá al menos un turno que se hizo y que nadie discutió. Sin eso la reseña vale igual. Los especialistas no califican a sus pacientes.",
  },
  {
    id: "editar",
    title: "Editar y retirar",
    text: `Quien escribió una reseña la edita durante ${EDIT_DAYS} días, ${MOST_EDITS} veces como mucho, y se ve que la editó. La retira cuando quiera, y de ese caso no escribe otra.`,
  },
  {
    id: "responder",
    title: "Responder",
    text: `El especialista responde una vez y edita su respuesta durante ${REPLY_HOURS} horas. No puede nombrar a su paciente más de lo que se ve ni dar contactos. Si habla de salud, la lee una persona antes de publicarla.`,
  },
  {
    id: "que-ocultamos",
    title: "Qué ocultamos",
    text: "Insultos, discriminación, datos de otra persona, publicidad, y lo que alguien inventa sobre una atención que no hubo. No ocultamos una reseña por ser mala ni por su cantidad de estrellas. Lo oculto no cuenta en el promedio, y el perfil dice cuántas ocultamos.",
  },
  {
    id: "denuncias",
    title: "Denuncias",
    text: `Cada persona denuncia una cosa una vez por motivo, y otra vez si cambió desde que decidimos, hasta ${MOST_REPORTS_A_DAY} por día, o ${MOST_REPORTS_UNCONFIRMED} mientras no confirme su email. Ninguna cantidad de denuncias oculta algo: siempre decide una persona, que lee lo que decía cuando la denunciaron, aunque su autor ya la haya borrado, y lo que dice en ese momento. Si cambia mientras la lee, o después de decidir, la lee de nuevo. Lo que te escribieron lo podés denunciar hasta 30 días después de que lo retiren, salvo que su autor elimine su cuenta o retire su consentimiento.`,
  },
  {
    id: "otra-revision",
    title: "Pedir otra revisión",
    text: `Quien escribió lo que ocultamos, o el especialista que denunció una reseña que quedó, puede pedir otra revisión una vez, durante ${APPEAL_DAYS} días. Si hay más de un administrador, decide otro. Apuntamos a contestar en ${APPEAL_HOURS} horas.`,
  },
  {
    id: "promedio",
    title: "El promedio",
    text: "De cada paciente cuenta su última reseña de un especialista. Un promedio puede esperar a que haya varias: el perfil dice desde cuántas se muestra.",
  },
];
