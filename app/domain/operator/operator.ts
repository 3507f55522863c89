export const QUEUES = ["requests", "reports", "licences", "disputes", "replies", "appeals", "cases"] as const;
export type Queue = (typeof QUEUES)[number];

/** The count limit of what waits in each queue. */
export const MOST_QUEUED = 1_000;
/** The period of demand in "Zonas", in days. */
export const DEMAND_DAYS = 30;
/** The most zones listed. */
export const MOST_ZONES = 200;
/** Fewer cases than this are shown without their number, since a small number may identify a person. */
const FEWEST = 5;
/** More cases than this for each active specialist are a shortage. */
const CASES_A_SPECIALIST = 5;

/** A count of cases as it is shown: null for a few. */
export const fewHidden = (count: number): number | null => (count > 0 && count < FEWEST ? null : count);

/** The parts of a count of cases; null if one is a few, since it would follow from the sum and the other parts. */
export function partsShown<Parts extends Record<string, number>>(parts: Parts): Parts | null {
  return Object.values(parts).some((part) => fewHidden(part) === null) ? null : parts;
}

/** A count of cases in words: "<5" for a few. */
export const casesInWords = (count: number | null): string => (count === null ? `<${FEWEST}` : String(count));

type Zone = { name: string | null; published: number | null; specialists: number };

/** Whether a known zone has too few specialists for its cases. */
export function isShort({ name, published, specialists }: Zone): boolean {
  if (name === null || published === 0) return false;
  return specialists === 0 || (published !== null && published > CASES_A_SPECIALIST * specialists);
}

/** "Faltan kinesiólogos en Moreno (12 casos, 1 activo)." */
export function shortageWords({ name, published, specialists }: Zone): string {
  const cases = published === 1 ? "1 caso" : `${casesInWords(published)} casos`;
  return `Faltan kinesiólogos en ${name} (${cases}, ${specialists} ${specialists === 1 ? "activo" : "activos"}).`;
}
