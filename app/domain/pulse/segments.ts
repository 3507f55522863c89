/** The groups of specialists, by their alerts, applications and acceptances of thirty days. */
export const SEGMENTS = ["no_cases", "silent", "unpicked", "away", "active"] as const;
export type Segment = (typeof SEGMENTS)[number];

/** The name of each group, and what there is to do. */
export const SEGMENT_WORDS: Record<Segment, { name: string; hint: string }> = {
  no_cases: { name: "Sin casos cerca", hint: "No les avisamos de ningún caso: faltan pacientes en su zona." },
  silent: { name: "Avisado y callado", hint: "Les avisamos de casos y no se postularon." },
  unpicked: { name: "Se postula y no lo eligen", hint: "Mirá su perfil: foto, precio y presentación ayudan." },
  away: { name: "Sin entrar hace 30 días", hint: "No abrieron la aplicación." },
  active: { name: "Activo", hint: "Alguien aceptó su postulación en 30 días." },
};
