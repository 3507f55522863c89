/** Realistic texts for the demo data: names, places, injuries and messages. */
export const firstNames = [
  "Agustina", "Joaquín", "Valeria", "Martín", "Lucía", "Ezequiel", "Romina", "Federico", "Camila", "Gonzalo",
  "Mariana", "Nicolás", "Silvina", "Pablo", "Florencia", "Hernán", "Daniela", "Tomás", "Cecilia", "Ramiro",
];
export const lastNames = [
  "Sosa", "Peralta", "Giménez", "Roldán", "Ibáñez", "Cabrera", "Luna", "Ferrari", "Domínguez", "Vega",
  "Maldonado", "Bianchi", "Ojeda", "Correa", "Navarro", "Paz", "Rivas", "Suárez", "Toledo", "Villalba",
];
export const barrios = [
  "Palermo", "Caballito", "Almagro", "Villa Crespo", "Belgrano", "Flores", "San Telmo", "Recoleta", "Villa Urquiza",
  "Boedo", "Núñez", "Parque Patricios", "Saavedra", "Villa Devoto", "Colegiales", "Balvanera", "Avellaneda",
  "Vicente López", "San Isidro", "Lomas de Zamora", "Quilmes", "Morón", "Tigre", "Lanús",
];
export const specialties = [
  "Kinesiología deportiva", "Rehabilitación traumatológica", "Kinesiología respiratoria", "Terapia manual y osteopatía",
  "Neurorrehabilitación", "Kinesiología gerontológica", "Piso pélvico", "RPG y postura",
];
export const bios = [
  "Atiendo de a una persona por vez, con un plan escrito desde el primer día.",
  "Me dedico a que vuelvas a entrenar sin miedo a lesionarte de nuevo.",
  "Acompaño recuperaciones después de una cirugía, con ejercicios que podés repetir en casa.",
  "Trabajo con personas mayores: equilibrio, fuerza y confianza para moverse.",
  "Combino terapia manual y ejercicio. Te explico cada paso.",
];
/** Title, description, injury area. */
export const injuries: readonly (readonly [string, string, string])[] = [
  ["Dolor de rodilla al bajar escaleras", "Hace tres meses me duele la rodilla derecha, sobre todo al bajar escaleras y al levantarme de la silla.", "Rodilla"],
  ["Esguince de tobillo jugando al fútbol", "Me doblé el tobillo hace diez días. Ya casi no está hinchado pero me cuesta apoyar.", "Tobillo"],
  ["Lumbalgia que vuelve cada invierno", "Trabajo sentada ocho horas y me agarra un dolor en la cintura que me baja a la pierna.", "Zona lumbar"],
  ["Rehabilitación después de operación de cadera", "Me operaron de la cadera izquierda en septiembre. Necesito volver a caminar sin bastón.", "Cadera"],
  ["Hombro trabado, no puedo levantar el brazo", "Desde hace seis semanas no puedo peinarme ni alcanzar la alacena con el brazo derecho.", "Hombro"],
  ["Contractura cervical y dolor de cabeza", "Termino el día con el cuello duro y dolor de cabeza. Uso mucho la computadora.", "Cervicales"],
  ["Desgarro en el gemelo", "Corriendo sentí un tirón en el gemelo. La ecografía dice desgarro grado uno.", "Gemelo"],
  ["Codo de tenista", "Me duele la parte de afuera del codo cuando levanto la pava o abro un frasco.", "Codo"],
  ["Recuperar la mano después de una fractura", "Me sacaron el yeso de la muñeca y la siento rígida, sin fuerza para escribir.", "Muñeca"],
  ["Fascitis plantar", "Los primeros pasos de la mañana son un suplicio. Camino mucho por trabajo.", "Pie"],
];
export const messages = [
  "¡Hola! Trabajo seguido con casos como el tuyo. Puedo empezar esta semana.",
  "Tengo turnos a la mañana y después de las 18. Te propongo una primera evaluación.",
  "Podemos armar un plan de seis semanas y medir los avances.",
  null,
];
export const reviews: readonly { stars: number; comment: string | null }[] = [
  { stars: 5, comment: "Muy claro para explicar y siempre puntual. Hoy subo escaleras sin dolor." },
  { stars: 5, comment: "Me dio ejercicios que pude hacer en casa. Recomendable." },
  { stars: 5, comment: "Excelente trato, me sentí escuchada desde el primer día." },
  { stars: 4, comment: "Volví a caminar sin bastón en dos meses. A veces cuesta conseguir turno." },
  { stars: 3, comment: "Buen profesional, aunque me hubiese gustado más seguimiento entre sesiones." },
  { stars: 4, comment: null },
];
