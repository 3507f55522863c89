import type { FileProblem } from "../../platform/uploads/sandboxed/clean-file.ts";

const SENTENCES: Record<Exclude<FileProblem, "format">, string> = {
  password: "está protegido con contraseña: guardalo sin contraseña y volvé a subirlo",
  active: "tiene programas, acciones o formularios que no podemos guardar: imprimilo como PDF y subí esa copia",
  attachment: "lleva otros archivos adentro: subilos por separado",
  pixels: "tiene más de 25 megapíxeles: achicalo y volvé a subirlo",
  broken: "está dañado o incompleto y no pudimos abrirlo",
  large: "ocupa más de 20 MB una vez abierto: achicalo y volvé a subirlo",
  virus: "no pasó el control de virus",
};

/** Why a file was refused, in one sentence about `subject`; `wrongFormat` is the sentence of one that has none of the formats. */
export const fileRefusal = (problem: FileProblem, subject: string, wrongFormat: string): string =>
  problem === "format" ? wrongFormat : `${subject} ${SENTENCES[problem]}`;
