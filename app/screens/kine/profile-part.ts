/** The pages of a specialist's profile after the first, as the address names them (`?parte=`), in their order. */
export const PARTS = {
  horarios: "Horarios",
  coberturas: "Coberturas y matrículas",
  precios: "Precios y turnos",
  pagina: "Tu página",
  avisos: "Avisos",
} as const;
export type Part = keyof typeof PARTS;
export const PART_NAMES = Object.keys(PARTS) as Part[];

/** The parts that older links name by an anchor. */
const OF_ANCHOR: Record<string, Part> = { "#agenda": "precios", "#avisos": "avisos" };

/** The part that an address names; null for the first page. */
export function partOf({ search, hash }: { search: string; hash: string }): Part | null {
  const named = new URLSearchParams(search).get("parte");
  return PART_NAMES.find((part) => part === named) ?? (named === null ? (OF_ANCHOR[hash] ?? null) : null);
}

/** The address of a part. */
export const pathOfPart = (part: Part | null): string => `/dashboard/kine/profile${part ? `?parte=${part}` : ""}`;
