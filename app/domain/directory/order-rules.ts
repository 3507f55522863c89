import {
  HALF_LIFE_DAYS,
  LASTED_DAYS,
  NEAR_KM,
  NEWCOMER_EACH,
  NEWCOMER_REVIEWS,
  POINTS,
  PRIOR_REVIEWS,
  REPLY_HOURS,
} from "./order.ts";

type Rule = { id: string; title: string; text: string };

/** The order of the directory in words. The numbers are the constants that compute the order. */
export const ORDER_RULES: readonly Rule[] = [
  {
    id: "resenas",
    title: "Reseñas",
    text:
      `Suman hasta ${POINTS.stars} puntos. A las reseñas de cada especialista les sumamos ${PRIOR_REVIEWS} con el promedio del sitio, para que una ` +
      `sola reseña no decida. A los ${Math.round(HALF_LIFE_DAYS / (365.25 / 12))} meses una reseña cuenta la mitad. De cada paciente cuenta la última, ` +
      `desde que confirmó su email y pasaron ${LASTED_DAYS} días desde que aceptó al especialista. Las estrellas de una cuenta que se eliminó ` +
      "siguen contando si un administrador comprueba que es la misma persona.",
  },
  {
    id: "perfil",
    title: "Perfil completo",
    text: `Suma hasta ${POINTS.complete} puntos: foto, presentación, especialidad, matrícula, rango de precios, modalidades, barrio, teléfono y horarios valen lo mismo.`,
  },
  {
    id: "matricula",
    title: "Matrícula comprobada hace poco",
    text: `Suma ${POINTS.licence} puntos durante 180 días desde que la comprobamos, y ${POINTS.licence / 2} hasta los 240. Después el especialista deja de estar en estas listas.`,
  },
  {
    id: "precio",
    title: "Precio confirmado hace poco",
    text: `Suma ${POINTS.price} puntos durante 60 días desde que lo confirmó, y ${POINTS.price / 2} hasta los 90. Que sea más caro o más barato no cambia nada. Si pedís «Precio más bajo», los de más de 60 días van al final.`,
  },
  {
    id: "respuesta",
    title: "Respuesta",
    text:
      `Suma ${POINTS.reply} puntos si la mitad de las veces se postula dentro de las ${REPLY_HOURS.all} horas desde que le avisamos de un caso o, sin aviso, desde que lo abrió, y ` +
      `${POINTS.reply / 2} dentro de las ${REPLY_HOURS.half} o si todavía no lo sabemos. Cuentan sus últimos 20 casos de 180 días, 5 como mínimo: ` +
      `uno por paciente con el email confirmado, a los ${LASTED_DAYS} días de la postulación o de la decisión. Una invitación a un caso en curso sin respuesta en ` +
      "72 horas cuenta como no respondida. Lo que el paciente decide no cuenta.",
  },
  {
    id: "cercania",
    title: "Cercanía",
    text: `Cuando buscás a cierta distancia de un lugar, suma hasta ${POINTS.near} puntos: todos en el lugar, la mitad a ${NEAR_KM / 2} km, ninguno desde los ${NEAR_KM} km.`,
  },
  {
    id: "nuevos",
    title: "Quienes recién empiezan acá",
    text: `En la primera página, cada lugar número ${NEWCOMER_EACH} es de alguien con menos de ${NEWCOMER_REVIEWS} reseñas que cuenten. Se turnan por sorteo, uno nuevo cada día. Los de más abajo se corren un lugar. Quien ya está más arriba no baja a ese lugar.`,
  },
];

/** What does not count. */
export const NOT_COUNTED =
  "Nadie paga por aparecer ni por subir. No cuentan quién sos, qué miraste antes ni desde dónde entrás: en el mismo momento, la misma página es igual para cualquiera.";
