import { Email } from "../../shared/credentials.ts";
import { type ListLine, readList } from "../../shared/list-file.ts";
import { parseModalities } from "../profiles/modality.ts";
import { PRICE_RANGES } from "../profiles/profile.ts";
import { KineSignUp } from "./account-input.ts";
import type { NewSpecialist } from "./new-kine-input.ts";

/** A specialist of a list, and the coverages that the list names. */
export type ListedSpecialist = { line: number; specialist: NewSpecialist; coverages: string[] };

const COLUMNS = {
  name: ["nombre"],
  email: ["email", "correo"],
  phone: ["telefono"],
  license_number: ["matricula"],
  specialty: ["especialidad"],
  location_city: ["barrio"],
  modalities: ["modalidades"],
  price: ["precio"],
  coverages: ["coberturas"],
} as const;
type Column = keyof typeof COLUMNS;
const NEEDED = [
  "name",
  "email",
  "phone",
  "license_number",
  "specialty",
  "location_city",
  "modalities",
  "price",
] as const satisfies Column[];
const MISSING: Record<(typeof NEEDED)[number], string> = {
  name: "falta el nombre",
  email: "falta el email",
  phone: "falta el teléfono",
  license_number: "falta la matrícula",
  specialty: "falta la especialidad",
  location_city: "falta el barrio",
  modalities: "faltan las modalidades",
  price: "falta el precio",
};

/**
 * Parses a list of specialists: modalities and coverages are separated by commas; a price is a range of the sign-up form or a number of pesos.
 * Returns those whose every field the sign-up form would take, and a Spanish sentence for each other line. Throws as `readList` does.
 */
export function readSpecialists(bytes: Uint8Array): { listed: ListedSpecialist[]; problems: string[] } {
  const listed: ListedSpecialist[] = [];
  const problems: string[] = [];
  for (const each of readList(bytes, COLUMNS, NEEDED)) {
    const found = specialistOf(each);
    if (typeof found === "string") problems.push(`línea ${each.line}: ${found}`);
    else listed.push(found);
  }
  return { listed, problems };
}

function specialistOf({ line, fields }: ListLine<Column>): ListedSpecialist | string {
  const missing = NEEDED.find((column) => fields[column] === "");
  if (missing) return MISSING[missing];
  const { email, price, modalities, coverages, ...plain } = fields;
  const given = parseModalities(modalities);
  if (!given) return `no se conoce una modalidad de "${modalities}": consultorio, domicilio u online`;
  const price_range = priceRangeOf(price);
  if (!price_range) return `el precio "${price}" no está en ninguna franja: ${PRICE_RANGES.join(", ")}`;
  const address = Email.safeParse(email);
  const parsed = KineSignUp.omit({ bio: true, accepted_terms: true }).safeParse({
    ...plain,
    price_range,
    modalities: given,
  });
  const problem = address.error?.issues[0]?.message ?? parsed.error?.issues[0]?.message;
  if (!address.data || !parsed.data) return problem ?? "no se entiende";
  const specialist = { ...parsed.data, email: address.data };
  return {
    line,
    specialist,
    coverages: coverages
      .split(",")
      .map((name) => name.trim())
      .filter(Boolean),
  };
}

/** The price range that a text names, or that holds a number of pesos; null for any other text or number. */
function priceRangeOf(text: string): string | null {
  const digits = text.replaceAll(/[\s$.]/g, "");
  const boundsOf = (range: string) => range.replaceAll(/[\s$.]/g, "");
  const named = PRICE_RANGES.find((range) => boundsOf(range) === digits);
  if (named) return named;
  if (!/^\d+$/.test(digits)) return null;
  return PRICE_RANGES.findLast((range) => Number.parseInt(boundsOf(range)) <= Number(digits)) ?? null;
}
