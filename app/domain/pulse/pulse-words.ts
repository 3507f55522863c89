import { CASE_MODALITY_LABELS, type Modality } from "../profiles/modality.ts";
import type { Part } from "../flow/flow.ts";

/** "4 semanas", "13 meses": a period in words. */
export const periodWords = (weeks: number): string =>
  weeks >= 52 ? "13 meses" : weeks >= 26 ? "6 meses" : weeks >= 13 ? "3 meses" : `${weeks} semanas`;

/** "A domicilio", "Sin preferencia". */
export const modalityWords = (modality: Modality | ""): string =>
  modality === "" ? "Sin preferencia" : CASE_MODALITY_LABELS[modality];

/** "82 %", "8 de 12", or "<5" for a few. */
export const partWords = (part: Part | null): string =>
  part === null ? "<5" : part.percent === null ? `${part.n} de ${part.of}` : `${part.percent} %`;

export const casesWords = (cases: number | null): string => (cases === null ? "<5" : cases.toLocaleString("es-AR"));

/** "82 % de 120", "8 de 12": with how many cases it is a part of. */
export const partOfWords = ({ n, of, percent }: Part): string =>
  percent === null ? `${n} de ${of}` : `${percent} % de ${of.toLocaleString("es-AR")}`;

/** "las últimas 4 semanas", "los últimos 3 meses". */
export const latestWords = (weeks: number): string =>
  weeks >= 13 ? `los últimos ${periodWords(weeks)}` : `las últimas ${periodWords(weeks)}`;

/** "8", "más de 8": of ten, from "8 de 12" too. Rounded up it would contradict the wait of "9 de cada 10"; rounded down, 52 of 58 would be told as 8. */
function ofTen({ n, of }: Part): string {
  const whole = Math.floor((10 * n) / of);
  if (whole === 0 && n > 0) return "menos de 1";
  return 10 * n > whole * of ? `más de ${whole}` : String(whole);
}

/** Which cases the headline is about, and how many: "Son 31 de 34 casos de las últimas 4 semanas con 24 h cumplidas; hace un mes, 12 de 20." */
export function cohortWords(latest: Part, before: Part | null): string {
  const now = `Son ${latest.n} de ${latest.of} casos de ${latestWords(4)} con 24 h cumplidas`;
  return before === null ? `${now}.` : `${now}; hace un mes, ${before.n} de ${before.of}.`;
}

/** "De cada 10 casos, 7 tienen una postulación en 24 h. Hace un mes eran 6." Without enough cases to compare, the first sentence alone. */
export function headlineWords(latest: Part | null, before: Part | null): string {
  if (latest === null) return "Todavía no hay 5 casos con 24 h cumplidas en las últimas cuatro semanas.";
  const now =
    latest.percent === null
      ? `${latest.n} de ${latest.of} casos tuvieron una postulación en 24 h.`
      : `De cada 10 casos, ${ofTen(latest)} tienen una postulación en 24 h.`;
  if (before === null) return now;
  if (before.n === 0) return `${now} Hace un mes, ninguno.`;
  return `${now} Hace un mes eran ${before.percent === null || latest.percent === null ? partWords(before) : ofTen(before)}.`;
}

/** "2/11": a day as a plot names it. */
export const dayWords = (day: string): string => `${Number(day.slice(8))}/${Number(day.slice(5, 7))}`;

/** The end of a scale that holds all these counts, and whose half is whole. */
export function scaleOf(counts: readonly number[]): number {
  const most = Math.max(2, ...counts);
  const step = most < 10 ? 2 : most < 100 ? 10 : 2 * 10 ** (Math.floor(Math.log10(most)) - 1);
  return Math.ceil(most / step) * step;
}

/** "San Martin", of the slug of a place whose name is not at hand. */
export const placeWords = (slug: string): string =>
  slug.replaceAll("-", " ").replaceAll(/\b\p{L}/gu, (letter) => letter.toUpperCase()) || "Lugar no reconocido";
