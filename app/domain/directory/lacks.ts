/** What a specialist may lack to be found on a page of the directory. */
export const LACKS = [
  "approval",
  "licence",
  "place",
  "specialty",
  "home",
  "online",
  "local_licence",
  "coverage",
  "price",
  "hours",
] as const;
export type Lack = (typeof LACKS)[number];

/** The text of each, which follows "Te falta". */
export const LACK_WORDS: Record<Lack, string> = {
  approval: "que aprobemos tu perfil",
  licence: "una matrícula comprobada hace menos de 240 días",
  place: "un barrio o una ciudad de nuestra lista",
  specialty: "una especialidad de nuestra lista",
  home: "la modalidad «A domicilio»",
  online: "la modalidad «Online»",
  local_licence: "una matrícula comprobada de esa jurisdicción",
  coverage: "una cobertura confirmada en los últimos 90 días y sin disputas",
  price: "confirmar algún precio en los últimos 90 días",
  hours: "cargar tus horarios",
};
