import { CITY, JURISDICTION_NAMES } from "../places/jurisdictions.ts";
import type { LicenceKind, Standing } from "./licence.ts";

/** The name of a jurisdiction, short for the City. */
export const jurisdictionName = (code: string) =>
  code === CITY ? "CABA" : (JURISDICTION_NAMES[code] ?? "otra jurisdicción");

type Named = { kind: LicenceKind | null; jurisdiction: string | null; number: string | null };

/** A licence in words: "MP 12345, Buenos Aires", or without its number "MP de Buenos Aires". */
export function licenceName({ kind, jurisdiction, number }: Named): string {
  const where = jurisdiction && jurisdictionName(jurisdiction);
  if (number === null) return [kind ?? "Matrícula", where && `de ${where}`].filter(Boolean).join(" ");
  return [`${kind ?? "N.º"} ${number}`, where].filter(Boolean).join(", ");
}

type Stated = { license_number: string | null; license_jurisdiction: string | null };

/** Where a check of a licence is for, when its text does not name the province: what its specialist's city gave it. */
export function statedPlace({ license_number: text, license_jurisdiction: code }: Stated): string {
  if (!text || text.includes(",")) return "";
  if (text.startsWith("MN ")) return "Nacional";
  return code ? `${jurisdictionName(code)}, por su ciudad` : "No dice de qué provincia";
}

/** A day as "12/11/2026", from yyyy-mm-dd. */
export const slashed = (day: string) =>
  day
    .split("-")
    .map((part) => String(Number(part)))
    .toReversed()
    .join("/");

/** The badge as a sentence: "MP 12345, Buenos Aires. Comprobada el 12/11/2026." */
export function licenceSentence(licence: Named & { checked_on: string; standing: Standing }): string {
  const due = licence.standing === "due" ? " Está por volver a comprobarse." : "";
  return `${licenceName(licence)}. Comprobada el ${slashed(licence.checked_on)}.${due}`;
}

export const KIND_OPTIONS = [
  { value: "MN", label: "Nacional (MN)" },
  { value: "MP", label: "Provincial (MP)" },
];
